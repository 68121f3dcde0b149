/**
 * What one thread's functions are made with: the runtime put together for the network that it is linked with.
 *
 * Takes the memory, the layout and the services of the process; gives the library environment, through which the
 * libraries reach the runtime, and the environment of the program.
 */

import {
  ADDRESSABLE,
  type Environment,
  type LibraryEnvironment,
  type LibraryFactory,
  type NativeFunction,
  STATICS,
} from './abi.ts';
import { type Checked, Faults, type Zones, zonesOf } from './checks.ts';
import type { AllThreads } from './collectives/allthreads.ts';
import { Engine } from './collectives/engine.ts';
import { TeamHardware } from './collectives/hardware.ts';
import { Pieces } from './collectives/pieces.ts';
import { inPlace, type Visits } from './collectives/reduction.ts';
import { Rounds } from './collectives/rounds.ts';
import { Stages } from './collectives/stages.ts';
import type { AdapterAtomics, FabricCollectives, RemoteMemory } from './conduits/conduit.ts';
import type { ActiveMessages } from './core/am/activemessages.ts';
import type { Calls } from './core/am/calls.ts';
import type { Rules } from './core/am/rules.ts';
import { enterServices } from './core/am/services.ts';
import { AtomicDomains } from './core/atomicdomain.ts';
import { rouse } from './core/bell.ts';
import { type CollectiveCalls, Collectives } from './core/collective.ts';
import { farBells } from './core/farbells.ts';
import type { Job } from './core/job.ts';
import { Jumps } from './core/jumps.ts';
import { showTo } from './core/shown.ts';
import { TreeCollectives } from './core/treecollective.ts';
import { awaiting, secondResult, sleep, synchronization, traps } from './entries.ts';
import type { Atomic } from './extended/atomics/atomic.ts';
import { Words32, Words64 } from './extended/atomics/words.ts';
import type { Meeting } from './extended/barrier/meeting.ts';
import { Barrier } from './extended/barrier.ts';
import { sharedBits } from './extended/bits.ts';
import { checkedValues } from './extended/checked-values.ts';
import { directFunctions, type Others } from './extended/directfunctions.ts';
import { DirectMemory } from './extended/directmemory.ts';
import type { Movement } from './extended/movement.ts';
import { nearFunctions } from './extended/nearfunctions.ts';
import { NonContiguous } from './extended/noncontiguous.ts';
import { Reach } from './extended/reach.ts';
import { Transfers } from './extended/transfers.ts';
import type { Values } from './extended/values.ts';
import type { ValueSlots } from './extended/valueslots.ts';
import type { Hardware } from './fabrics/hardware.ts';
import { type Matching, simulation } from './launch/simulation.ts';
import { bitOperations } from './memory/bits.ts';
import { isPrivate } from './memory/check.ts';
import { type BulkOperations, bulkOperations } from './memory/copy.ts';
import { doubleParts } from './memory/doubles.ts';
import { type Instructions, instructions } from './memory/instructions.ts';
import { extended, joined } from './memory/joined.ts';
import type { Layout } from './memory/layout.ts';
import { memoriesOf, originsOf, type ProcessMemory, startOf } from './memory/memories.ts';
import { perMemory } from './memory/permemory.ts';
import { type SharedPointers, sharedPointers } from './memory/pointers.ts';
import { ownShadow } from './memory/shadow.ts';
import { isReached, reachesAll, type Space } from './memory/space.ts';
import { Watches } from './memory/watches.ts';
import { type Neighbourhood, neighbourhoodOf, neighbourhoodOn } from './neighbourhood.ts';
import { type Attached, attach, landingsOf, type Means } from './network.ts';
import { Border } from './segment/border.ts';
import { JobHeap, type SharedHeaps } from './segment/jobheap.ts';
import { PrivateHeap } from './segment/privateheap.ts';
import { ProcessHeap } from './segment/processheap.ts';
import { SharedHeap } from './segment/sharedheap.ts';
import { offersOf } from './services.ts';
import type { Recorder } from './trace/recorder.ts';
import { recordPacking, tracedMovement } from './trace/traced-movement.ts';
import type { TraceFile } from './trace/tracefile.ts';

/** The runtime of one thread, as the language runtimes above see it. */
export interface Runtime {
  readonly job: Job;
  readonly jumps: Jumps;
  readonly barrier: Barrier;
  readonly meeting: Meeting;
  readonly messages: ActiveMessages;
  /** Functions of the runtime that other ranks run. */
  readonly calls: Calls;
  /** Where misuse of active messages is looked for: -g. */
  readonly rules: Rules | undefined;
  /** Where memory that operations under way use is looked for: -g. */
  readonly watches: Watches | undefined;
  /** Copies that nobody checks, of libraries to where they are allowed to write. */
  readonly bulk: BulkOperations;
  /** Whether libraries tell what has not been freed at the end. */
  readonly tellsUnfreed: boolean;
  /** One-sided access to the memory of other threads. */
  readonly memory: RemoteMemory;
  /** The same to this thread's own. */
  readonly ownMemory: RemoteMemory;
  readonly slots: ValueSlots;
  /** Atomic operations on memory of any thread. */
  readonly atomic: Atomic;
  /** Atomic operations by the network's adapter alone, where it has any. */
  readonly adapter: AdapterAtomics | undefined;
  readonly words32: Words32;
  readonly words64: Words64;
  readonly domains: AtomicDomains;
  readonly collectives: CollectiveCalls;
  /** Collective operations of teams, by letters between their members. */
  readonly engine: Engine;
  /** The same by the fabric, where it does them. */
  readonly fabricCollectives: FabricCollectives | undefined;
  readonly transfers: Transfers;
  /** Memory of other threads for who computes with it. */
  readonly reach: Reach;
  readonly noncontiguous: NonContiguous;
  /** All threads in a collective function. */
  readonly team: AllThreads;
  /** How reductions visit elements. */
  readonly visits: Visits;
  readonly sharedHeap: SharedHeaps;
  /** Offsets of what all threads have at the same place: static data, shared and private, and the shared heap. */
  readonly symmetric: Readonly<
    Record<'statics' | 'heap' | 'phantoms', { readonly start: number; readonly end: number }>
  >;
  /** Pointers-to-shared in memory, in the program's form. */
  readonly pointers: SharedPointers;
  /** The first thread of each process, and of each memory: of those whose regions it has. */
  readonly leaders: readonly number[];
  readonly origins: readonly number[];
  /** Hosts of threads, and whose memory programs load and store. */
  readonly neighbourhood: Neighbourhood;
  /** Offset in each region of what images have (core/imagearea.ts). */
  readonly images: number;
  /** Offset in each region of receives that ranks show (core/landings.ts); whether data get there while the ranks compute. */
  readonly landings: number;
  readonly movesAlone: boolean;
  /** What two-sided messages take on a simulated machine. */
  readonly matching: Matching | undefined;
  /** Whether no other thread can reach the address by a pointer-to-shared. */
  isPrivate(address: number): boolean;
  /** Leaves the second result of a function: the phase of a pointer-to-shared. */
  second(value: number): void;
  /** Registers what a thread does when it ends. */
  readonly atExit: LibraryEnvironment['atExit'];
  /** Runs what was registered with atExit, last in, first out. If one of them does not return, call it again for the rest. `isAfterMain`: not in a call of the program. */
  runExitActions(isAfterMain?: boolean): void;
}

/** What the runtime's own libraries are made with. */
export interface RuntimeEnvironment
  extends LibraryEnvironment,
    Pick<Space, 'FIRST' | 'REACH' | 'ORIGIN' | 'REGIONS' | 'HOME' | 'NEAREST' | 'NEAR' | 'COPIES'> {
  readonly runtime: Runtime;
  readonly trace: TraceFile;
  /** What is told of communication, if anything is. */
  readonly recorder?: Recorder | undefined;
}

/** Services of the process. */
export interface Services extends Pick<LibraryEnvironment, 'exitThread' | 'variables' | 'writeOut' | 'ownsInput'> {
  readonly trace: TraceFile;
  /** What is told of communication, if anything is. */
  readonly recorder?: Recorder | undefined;
  /** The program's pointers-to-shared are wide. */
  readonly wide?: true | undefined;
  /** The memories of a job of several processes, and how these tell each other something. */
  readonly processes?: readonly ProcessMemory[];
  readonly exchange?: Hardware['exchange'];
}

/** What a thread has before it is attached to the network. */
interface Ground {
  readonly job: Job;
  readonly layout: Layout;
  readonly program: Checked;
  readonly services: Services;
  readonly wasm: Instructions;
  readonly bulk: BulkOperations;
  readonly zones: Zones | undefined;
  readonly heap: PrivateHeap;
  /** The first rank of each process, and of each memory. */
  readonly leaders: readonly number[];
  readonly origins: readonly number[];
}

/** Puts the runtime of this thread together. `heapState` is that of the private heap, where it outlives the worker. */
export function makeRuntimeEnvironment(
  job: Job,
  layout: Layout,
  bulkModule: WebAssembly.Module,
  services: Services,
  program: Checked,
  heapState?: Int32Array,
): RuntimeEnvironment {
  const { space } = job;
  const { wasm, bulk } = operationsOf(space, bulkModule);
  const zones = program.debug ? zonesOf(space, layout, program) : undefined;
  const heap = new PrivateHeap(job, bulk, layout, program.debug, zones?.own, heapState);
  const leaders = services.processes?.map(({ first }) => first) ?? [0];
  const origins = originsOf(services.processes ?? [{ first: 0, host: 0 }], layout);
  const ground = { job, layout, program, services, wasm, bulk, zones, heap, leaders, origins };
  const attached = attach(meansOf(ground));
  const { MYTHREAD } = space;
  const real = sharedHeapsOf(ground, attached);
  const sharedHeap = simulation?.sharedHeapOf(real, MYTHREAD) ?? real;
  const watches = zones && new Watches(space, zones.own.shadow);
  const faults = new Faults(job, layout, heap, sharedHeap, zones, program, attached.rules, watches);
  const runtime = runtimeOf(ground, attached, sharedHeap, faults, watches);
  return environmentOf(ground, attached, faults, runtime);
}

const operationsOf = perMemory((space: Space, bulkModule: WebAssembly.Module): Pick<Ground, 'wasm' | 'bulk'> => {
  const wasm = instructions(space, bulkModule);
  return { wasm, bulk: bulkOperations(space, wasm) };
});

function meansOf({ job, layout, program, services, wasm, bulk, heap, leaders, origins }: Ground): Means {
  const { variables, recorder, processes } = services;
  return {
    ...{ job, layout, bulk, wasm, heap, variables, recorder, origins },
    debug: program.debug,
    memories: memoriesOf(job.space, bulk, layout, processes),
    firsts: leaders,
    hosts: processes?.map(({ host }) => host) ?? [0],
    exchange: services.exchange ?? ((bytes) => [bytes]),
  };
}

/** Whether the job has several processes. */
const hasOthers = ({ leaders }: Ground) => leaders.length > 1;

/** The shared heaps; of several processes, what each does for the others is offered to them. */
function sharedHeapsOf(ground: Ground, { messages, calls, services: table }: Attached): SharedHeaps {
  const { job, layout, zones, leaders, origins } = ground;
  const { space } = job;
  const border = hasOthers(ground) ? new Border(space) : undefined;
  const heap = new SharedHeap(job, layout, zones?.shared, border);
  if (border === undefined) return heap;
  const own = new ProcessHeap(space, heap, border);
  const offers = offersOf(space, own, landingsOf(layout));
  calls.offer(offers);
  enterServices(table, space.I32, offers);
  messages.afterEachPoll(() => calls.progress()); // what handlers have left to do
  const far = leaders.filter((leader) => !isReached(space, leader));
  job.show = showTo(space, calls, far);
  const memories = origins.map((origin) => far.filter((leader) => startOf(origins, leader) === origin));
  job.farBells = farBells(
    space,
    calls,
    memories.filter(({ length }) => length > 0),
  );
  return new JobHeap(job, layout, own, border, calls, leaders);
}

/** What a simulated machine does for the engine's teams. */
function teamHardwareOf(space: Space, model: Attached['model']): TeamHardware | undefined {
  const rouseOwn = () => void rouse(space, space.MYTHREAD);
  const isPhantom = simulation?.marks.isPhantom ?? (() => false);
  const completed = () => model?.completed(1);
  return model?.collectives && new TeamHardware(model.collectives, space.THREADS, rouseOwn, completed, isPhantom);
}

function runtimeOf(
  ground: Ground,
  attached: Attached,
  sharedHeap: SharedHeaps,
  faults: Faults,
  watches: Watches | undefined,
): Runtime {
  const { job, layout, program, services, bulk, heap, leaders, origins } = ground;
  const { messages, calls, rules, memory, slots, images, atomic, meeting, packing } = attached;
  const { space } = job;
  const isOwnAlone = (address: number) => isPrivate(space, layout, address);
  const movement = recorded(attached, services.recorder, isOwnAlone);
  const barrier = new Barrier(job, meeting, atomic.end);
  const transfers = new Transfers(job, movement, faults.bulk, program.debug);
  const reach = new Reach(job, movement, atomic.isDirect, slots);
  const nodes = simulation?.nodes();
  const neighbourhood =
    nodes === undefined
      ? neighbourhoodOf(services.processes ?? [], origins)
      : neighbourhoodOn(nodes, space.MYTHREAD, space.THREADS);
  const levels = neighbourhood.levels(space.THREADS);
  const words32 = new Words32(space, atomic);
  const engine = new Engine(job, messages, movement, heap, levels, teamHardwareOf(space, attached.model));
  const { atExit, runExitActions } = exitActions();
  return {
    job,
    barrier,
    meeting,
    messages,
    calls,
    rules,
    memory,
    slots,
    atomic,
    transfers,
    reach,
    engine,
    sharedHeap,
    leaders,
    origins,
    images,
    watches,
    adapter: attached.conduit.adapter,
    landings: landingsOf(layout),
    movesAlone: reachesAll(space) || attached.conduit.runsErrands === true,
    matching: simulation?.matching(),
    fabricCollectives: attached.conduit.collectives,
    neighbourhood,
    bulk,
    tellsUnfreed: program.tellsUnfreed === true,
    jumps: new Jumps(job),
    ownMemory: new DirectMemory(space, bulk),
    words32,
    words64: new Words64(space, atomic),
    domains: new AtomicDomains(space, words32),
    collectives: hasOthers(ground) ? new TreeCollectives(job, calls, levels) : new Collectives(job),
    noncontiguous: new NonContiguous(job, transfers, movement, packing),
    team: neighbourhood.isOne
      ? new Stages(job, barrier, transfers, reach, attached.contributions)
      : new Rounds(job, engine, barrier, transfers, attached.contributions),
    visits: reach.isDirect && reachesAll(space) ? inPlace(space) : new Pieces(job, reach, heap),
    pointers: sharedPointers(space, services.wide === true),
    isPrivate: isOwnAlone,
    symmetric: {
      statics: { start: STATICS, end: layout.staticsEnd },
      heap: { start: layout.sharedHeapStart, end: layout.sharedHeapEnd },
      phantoms: { start: layout.phantomsStart, end: ADDRESSABLE },
    },
    second: secondResult(job),
    atExit,
    runExitActions,
  };
}

/** Copies between any two addresses, recorded if anything is. */
function recorded(
  { movement, packing }: Attached,
  recorder: Recorder | undefined,
  isPrivate: (address: number) => boolean,
): Movement {
  if (recorder === undefined) return movement;
  if (packing !== undefined) recordPacking(packing, recorder);
  return tracedMovement(movement, recorder, isPrivate);
}

function exitActions(): Pick<Runtime, 'atExit' | 'runExitActions'> {
  const actions: ((isAfterMain: boolean) => void)[] = [];
  return {
    atExit: (action) => void actions.push(action),
    runExitActions: (isAfterMain = false) => {
      for (let action = actions.pop(); action !== undefined; action = actions.pop()) action(isAfterMain);
    },
  };
}

function environmentOf(ground: Ground, attached: Attached, faults: Faults, runtime: Runtime): RuntimeEnvironment {
  const { job, layout, program, services, bulk, heap } = ground;
  const { values, fence } = attached;
  const { barrier, jumps, atExit } = runtime;
  const { space } = job;
  const bits = () => sharedBits(space, attached.atomic, runtime.words32, runtime.words64);
  const accesses = () => extended(values(), bits());
  const table: Environment['table'] = [undefined];
  const own = {
    direct: program.debug ? undefined : directOf(layout, attached, runtime),
    table,
    stackTop: (space.BASE + layout.stackStart) | 0,
    stackLimit: (space.BASE + layout.stackLimit) | 0,
    SHADOW: ownShadow(space),
    landing: jumps.landing,
    jump: jumps.jump,
    heap: simulation?.heapOf(heap, space.MYTHREAD) ?? heap,
    runtime,
    exitThread: (status: number) => {
      jumps.ended();
      return services.exitThread(status);
    },
    exitJob: (status: number, message?: string) => job.end(status, message),
    atExit,
    callAfterMain: (index: number) =>
      simulation === undefined ? table[index]!() : simulation.callAfterMain(table, index),
    awaiting: <T>(descriptor: number, read: () => T) => awaiting(job, descriptor, read),
    sleep: (milliseconds: number) => sleep(job, milliseconds),
  };
  return joined(
    'environment',
    ...[() => space, () => services, program.debug ? () => checked(faults, space, accesses()) : accesses],
    ...[() => doubleParts, () => bitOperations, () => (program.debug ? faults.checkedBulk(bulk) : bulk)],
    ...[
      () => synchronization(job, layout, barrier, fence),
      () => traps(job, layout),
      () => checksOf(faults),
      () => own,
    ],
  ) as RuntimeEnvironment;
}

function checked(faults: Faults, space: Space, accesses: Parameters<typeof checkedValues>[1]) {
  const { check, elsewhere } = faults.checks();
  return checkedValues(space, accesses, check, elsewhere);
}

function checksOf(faults: Faults) {
  const { elsewhere, ...checks } = faults.checks();
  return checks;
}

/** Libraries whose functions know the job. */
export const ofJob = (parts: readonly ((own: RuntimeEnvironment) => Record<string, NativeFunction>)[]) =>
  parts as readonly LibraryFactory[];

/** The program's environment: what the libraries had, and now the libraries too. */
export function makeEnvironment(
  base: LibraryEnvironment,
  library: Readonly<Record<string, NativeFunction>>,
): Environment {
  return extended(base, { library });
}

/** What makes the functions of WebAssembly that modules import: where accesses are complete on return, or ranks of other processes are near. */
function directOf(
  layout: Layout,
  { direct, slots, values }: Attached,
  { job, transfers }: Runtime,
): Environment['direct'] {
  const { space } = job;
  const others = () => ordinary(values(), transfers);
  if (direct !== undefined) return () => directFunctions(space, slots, others(), direct());
  return space.NEAR > 1 ? () => nearFunctions(space, layout, extended(values(), others())) : undefined;
}

/** What modules are left to where an access is no direct one. */
function ordinary({ transfer }: Values, transfers: Transfers): Others {
  return {
    transfer,
    memget: (to: number, from: number, _phase: number, size: number) => transfers.move('upc_memget', to, from, size),
    memput: (to: number, _phase: number, from: number, size: number) => transfers.move('upc_memput', to, from, size),
  };
}
