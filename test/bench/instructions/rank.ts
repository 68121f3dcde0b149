/**
 * One rank of two, alone in one thread: runs operations.upc for `npm run bench:instructions`.
 *
 * It is linked before the program in the place of the launcher, with the network under test, whose fabric returns at its
 * entry point (PGAS_PROVIDER=null). Each operation is done until V8 has compiled it; then come windows: what is under way is
 * completed, credits and buffers come back, then a mark, a few operations, a mark. A mark is a call of Math.tan, which V8 makes one of a
 * function of C++ that the counting tool sees (steps.c).
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
import { SILENT } from '../../support/reporter.ts';
import { BEGIN, FEW, FIRST, OPERATIONS, REFILL, WINDOWS } from './operations.js';
import { beWatched, memory, REGIONS } from './posted.ts';

const THREADS = 2;
/**
 * Calls of each operation, many times over: what V8 has compiled for one operation it gives up when the next one does what it has not
 * seen. Then windows that nobody looks at.
 */
const WARMINGS = 4;
const CALLS = 30_000;
const REHEARSALS = 2;
/** Operations that go without a refill: fewer than the resources of any network. */
const ROUND = 8;
/** Of a mark: not a window. */
const NONE = -1;

type Operation = (argument: number) => void;

export function startScript(program: ProgramImage): void {
  const functions = load(program);
  const refill = functions[REFILL]!;
  functions[BEGIN]!(0);
  const operations = functions.slice(FIRST);
  beWatched();
  for (let time = 0; time < WARMINGS; time++) for (const operation of operations) warm(operation, refill);
  for (let time = 0; time < REHEARSALS; time++) for (const operation of operations) measure(operation, refill, NONE);
  for (const [number, operation] of operations.entries()) measure(operation, refill, number);
}

function warm(operation: Operation, refill: Operation): void {
  for (let call = 0; call < CALLS; call++) {
    if (call % ROUND === 0) refill(0);
    operation(call);
  }
}

function measure(operation: Operation, refill: Operation, number: number): void {
  for (let window = 0; window < WINDOWS; window++) {
    refill(0);
    mark(number);
    repeat(operation, FEW);
    mark(NONE);
  }
}

/** So many different functions are called from here that V8 inlines none. */
function repeat(operation: Operation, times: number): void {
  for (let time = 0; time < times; time++) operation(time);
}

/** Through memory, for V8 would know the tangent of a constant. */
const marks = new Float64Array(2);
function mark(number: number): void {
  marks[0] = number;
  marks[1] = Math.tan(marks[0]);
}

function load(program: ProgramImage): Operation[] {
  const { privateEnd, sharedEnd } = program;
  const layout = layOut({
    threads: THREADS,
    privateEnd,
    sharedEnd,
    images: true,
    network: networkArea({ threads: THREADS, images: true }),
    addresses: REGIONS,
  });
  if (THREADS * 2 ** layout.shift > REGIONS) throw new Error('the regions reach the words that are watched');
  const space = makeSpace(memory, 0, THREADS, layout.shift);
  for (let thread = 0; thread < THREADS; thread++) fillGuards(space, layout, thread);
  const reporter = { ...SILENT, report: refuse, warn: refuse, inform: refuse };
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
  Object.assign(environment.runtime.barrier, { barrier: () => {} }); // the other rank is not there
  const module = 'webassembly' in program ? compileProgram(program, layout) : undefined;
  const { main } = instantiate(program, module, makeEnvironment(environment, library), environment.runtime.jumps);
  const count = FIRST + OPERATIONS.length;
  return Array.from({ length: count }, (_, number) => environment.table[main!(number, 0)] as Operation);
}

function refuse(message: string): void {
  throw new Error(message);
}

function exitThread(status: number): never {
  throw new Error(`the program has ended with ${status}`);
}
