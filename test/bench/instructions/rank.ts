/**
 * One rank of two, alone in one thread: runs operations.upc for `npm run bench:instructions`.
 *
 * It is linked before the program in the place of the launcher, with the network under test, whose fabric returns at its
 * entry point (PGAS_PROVIDER=null). Each operation is done until V8 has compiled it; then there is a mark, which the counting
 * tool sees as a call of uv_os_getppid, the operation n times, a mark, 2n times, a mark, 3n times, a mark.
 */
import type { NativeFunction, ProgramImage } from '../../../runtime/abi.ts';
import { Job } from '../../../runtime/core/job.ts';
import { makeEnvironment, makeRuntimeEnvironment } from '../../../runtime/environment.ts';
import { compileProgram } from '../../../runtime/launch/compile.ts';
import { instantiate } from '../../../runtime/launch/instantiate.ts';
import { initializeStatics } from '../../../runtime/launch/thread.ts';
import { fillGuards } from '../../../runtime/memory/guards.ts';
import { compileInstructions } from '../../../runtime/memory/instructions.ts';
import { layOut } from '../../../runtime/memory/layout.ts';
import { makeSpace } from '../../../runtime/memory/space.ts';
import { networkArea } from '../../../runtime/network.ts';
import { TraceFile } from '../../../runtime/trace/tracefile.ts';
import { libraries } from '../../../stdlib/libraries.ts';
import { REHEARSALS, ROUND, TIMES } from './times.js';

const THREADS = 2;
const MIB = 2 ** 20;
const PAGE = 65536;
/** Calls, many short and some long, after which V8 has compiled the loops. */
const WARMING = [
  { calls: 500, turns: ROUND },
  { calls: 60, turns: 50 * ROUND },
];
/**
 * Again, for what V8 has compiled for one operation it gives up when the next one does what it has not seen: waits for room, for one.
 */
const WARMINGS = 2;
const WAIT = TIMES.length - 1;

type Operation = (times: number) => void;

export function start(program: ProgramImage): void {
  const operations = load(program);
  for (let time = 0; time < WARMINGS; time++) for (const operation of operations) warm(operation);
  for (let pass = 0; pass <= REHEARSALS; pass++)
    for (const [number, operation] of operations.entries()) measure(operation, operations[WAIT]!, TIMES[number]!);
}

function warm(operation: Operation): void {
  for (const { calls, turns } of WARMING) for (let call = 0; call < calls; call++) repeat(operation, turns);
}

function measure(operation: Operation, wait: Operation, times: number): void {
  for (const factor of [1, 2, 3]) {
    repeat(wait, 1);
    mark();
    repeat(operation, factor * times);
    mark();
    if (times < ROUND) repeat(operation, ROUND - factor * times);
  }
}

/**
 * Calls the operation so often, each time to be done once: in a loop V8 would do before it what is alike in all rounds, the
 * address of x[1] for one. So many different functions are called from here that V8 inlines none.
 */
function repeat(operation: Operation, times: number): void {
  for (let time = 0; time < times; time++) operation(1);
}

function mark(): void {
  void process.ppid;
}

function load(program: ProgramImage): Operation[] {
  const { privateEnd, sharedEnd } = program;
  const layout = layOut({
    threads: THREADS,
    privateEnd,
    sharedEnd,
    network: networkArea(THREADS),
    addresses: 64 * MIB,
  });
  const pages = (THREADS * 2 ** layout.shift) / PAGE;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const space = makeSpace(memory, 0, THREADS, layout.shift);
  for (let thread = 0; thread < THREADS; thread++) fillGuards(space, layout, thread);
  const reporter = { report: refuse, warn: refuse, inform: refuse, locate: () => '', tell: () => {} };
  const job = new Job(space, false, reporter);
  const variables = { ...process.env };
  const services = {
    variables,
    trace: new TraceFile(job, variables),
    ownsInput: false,
    writeOut: () => {},
    exitThread,
  };
  const environment = makeRuntimeEnvironment(job, layout, compileInstructions(), services, program);
  const library: Record<string, NativeFunction> = Object.assign({}, ...libraries.map((make) => make(environment)));
  initializeStatics(program, environment);
  environment.runtime.sharedHeap.open();
  const module = 'webassembly' in program ? compileProgram(program, layout) : undefined;
  const { main } = instantiate(program, module, makeEnvironment(environment, library), environment.runtime.jumps);
  return TIMES.map((_, number) => environment.table[main!(number, 0)] as Operation);
}

function refuse(message: string): void {
  throw new Error(message);
}

function exitThread(status: number): never {
  throw new Error(`the program has ended with ${status}`);
}
