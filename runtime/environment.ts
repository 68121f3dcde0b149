/**
 * What one thread's functions are made with: the runtime put together for the network that it is linked with.
 *
 * Takes the memory, the layout and the services of the process; gives the library environment, through which the
 * libraries reach the runtime, and the environment of the program.
 */

import {
  type Environment,
  FOREIGN_CAST,
  type LibraryEnvironment,
  type NativeFunction,
  type PlacedObject,
  SECOND_RESULT,
} from './abi.ts';
import type { AllThreads } from './collectives/allthreads.ts';
import { Engine } from './collectives/engine.ts';
import { Pieces } from './collectives/pieces.ts';
import { inPlace, type Visits } from './collectives/reduction.ts';
import { Rounds } from './collectives/rounds.ts';
import { Stages } from './collectives/stages.ts';
import type { RemoteMemory } from './conduits/conduit.ts';
import type { ActiveMessages } from './core/am/activemessages.ts';
import type { Calls } from './core/am/calls.ts';
import type { Rules } from './core/am/rules.ts';
import { enterServices } from './core/am/services.ts';
import { type CollectiveCalls, Collectives } from './core/collective.ts';
import { farBells } from './core/farbells.ts';
import type { Job } from './core/job.ts';
import { Jumps } from './core/jumps.ts';
import { showTo } from './core/shown.ts';
import { FOR_INPUT, FOR_TIME } from './core/states.ts';
import { TreeCollectives } from './core/treecollective.ts';
import {
  badAccess,
  badCall,
  DIVISION_BY_ZERO,
  damageFound,
  foreignCast,
  misalignedAccess,
  stackOverflow,
  UNREACHABLE,
} from './errors.ts';
import type { Atomic } from './extended/atomics/atomic.ts';
import { Words32, Words64 } from './extended/atomics/words.ts';
import type { Meeting } from './extended/barrier/meeting.ts';
import { Barrier } from './extended/barrier.ts';
import { sharedBits } from './extended/bits.ts';
import { checkedValues } from './extended/checked-values.ts';
import { directFunctions, type Others } from './extended/directfunctions.ts';
import { DirectMemory } from './extended/directmemory.ts';
import { NonContiguous } from './extended/noncontiguous.ts';
import { Reach } from './extended/reach.ts';
import { Transfers } from './extended/transfers.ts';
import type { Values } from './extended/values.ts';
import type { ValueSlots } from './extended/valueslots.ts';
import type { Hardware } from './fabrics/hardware.ts';
import { bitOperations } from './memory/bits.ts';
import {
  accessFault,
  accessTest,
  elsewhereFault,
  type Fault,
  isPrivate,
  memoryFault,
  rangeFault,
  tellEnds,
} from './memory/check.ts';
import { type BulkOperations, bulkOperations } from './memory/copy.ts';
import { doubleParts } from './memory/doubles.ts';
import { closeGuards, fillGuards, guardFault, nullPageTest, overwrittenGuards } from './memory/guards.ts';
import { instructions } from './memory/instructions.ts';
import type { Layout } from './memory/layout.ts';
import { memoriesOf, type ProcessMemory } from './memory/memories.ts';
import { closeZones, zoneFault } from './memory/objects.ts';
import { type SharedPointers, sharedPointers } from './memory/pointers.ts';
import { ownShadow } from './memory/shadow.ts';
import { isEven, isInMemory, isOwn, rankOf, type Space } from './memory/space.ts';
import { attach } from './network.ts';
import { platform } from './platform/linked.ts';
import { Border } from './segment/border.ts';
import { JobHeap, type SharedHeaps } from './segment/jobheap.ts';
import { PrivateHeap } from './segment/privateheap.ts';
import { ProcessHeap } from './segment/processheap.ts';
import { RedZones } from './segment/redzones.ts';
import { keptShared, SharedHeap } from './segment/sharedheap.ts';
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
  /** Where misuse of active messages is looked for: -g. */
  readonly rules: Rules | undefined;
  /** One-sided access to the memory of other threads. */
  readonly memory: RemoteMemory;
  /** The same to this thread's own. */
  readonly ownMemory: RemoteMemory;
  readonly slots: ValueSlots;
  /** Atomic operations on memory of any thread. */
  readonly atomic: Atomic;
  readonly words32: Words32;
  readonly words64: Words64;
  readonly collectives: CollectiveCalls;
  /** Collective operations of teams, by letters between their members. */
  readonly engine: Engine;
  readonly transfers: Transfers;
  /** Memory of other threads for who computes with it. */
  readonly reach: Reach;
  readonly noncontiguous: NonContiguous;
  /** All threads in a collective function. */
  readonly team: AllThreads;
  /** How reductions visit elements. */
  readonly visits: Visits;
  readonly sharedHeap: SharedHeaps;
  /** Pointers-to-shared in memory, in the program's form. */
  readonly pointers: SharedPointers;
  /** The first thread of each process. */
  readonly leaders: readonly number[];
  /** Offset in each region of what images have (core/imagearea.ts). */
  readonly images: number;
  /** Whether no other thread can reach the address by a pointer-to-shared. */
  isPrivate(address: number): boolean;
  /** Leaves the second result of a function: the phase of a pointer-to-shared. */
  second(value: number): void;
  /** Runs what was registered with atExit, last in, first out. If one of them does not return, call it again for the rest. */
  runExitActions(): void;
}

/** What the runtime's own libraries are made with. */
export interface RuntimeEnvironment
  extends LibraryEnvironment,
    Pick<Space, 'FIRST' | 'REACH' | 'ORIGIN' | 'REGIONS' | 'COPIES'> {
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

/** Puts the runtime of this thread together. `places` are the program's texts of places, `objects` its static objects; `heapState` is that of the private heap, where it outlives the worker. */
export function makeRuntimeEnvironment(
  job: Job,
  layout: Layout,
  bulkModule: WebAssembly.Module,
  services: Services,
  debug: boolean,
  places: readonly string[] = [],
  objects: readonly PlacedObject[] = [],
  heapState?: Int32Array,
): RuntimeEnvironment {
  const { space } = job;
  const wasm = instructions(space, bulkModule);
  const bulk = bulkOperations(space, wasm);
  const zones = debug
    ? { own: new RedZones(space, places), shared: new RedZones(space, places, keptShared(layout)) }
    : undefined;
  const heap = new PrivateHeap(job, bulk, layout, debug, zones?.own, heapState);
  if (debug) tellEnds(space, layout);
  if (zones !== undefined) {
    closeGuards(zones.own.shadow, space, layout);
    closeZones(zones.own.shadow, space, layout, objects);
  }
  const exitActions: (() => void)[] = [];
  const fault: Fault = (address, size) => {
    if (rules?.isInMessage(address, size)) return undefined;
    return accessFault(space, layout, heap, address, size) ?? blockFault(address, size);
  };
  /** Of memory where a block could be. */
  const blockFault: Fault = (address, size) => {
    if (zones === undefined || !isInMemory(space, address) || zones.own.shadow.isOpen(address, size)) return undefined;
    const other = zoneFault(space, layout, objects, address, size) ?? guardFault(space, layout, address, size);
    if (other !== undefined) return other;
    return isPrivate(space, layout, address)
      ? zones.own.fault(address, heap.starts(), size)
      : zones.shared.fault(...sharedHeap.around(address), size);
  };
  const isRight = accessTest(space, layout, heap, zones?.own.shadow);
  const check = accessCheck(job, isRight, (address, size) => fault(address, size) ?? elsewhereFault(space, address));
  const checkElsewhere = accessCheck(job, () => false, fault);
  const bulkFault: Fault = debug ? fault : (address, size) => rangeFault(job.space, address, size);
  const { recorder } = services;
  const leaders = services.processes?.map(({ first }) => first) ?? [0];
  const {
    messages,
    calls,
    services: served,
    rules,
    memory,
    direct,
    packing,
    slots,
    contributions,
    images,
    atomic,
    values,
    meeting,
    ...attached
  } = attach({
    job,
    layout,
    bulk,
    memories: memoriesOf(space, bulk, layout, services.processes),
    firsts: leaders,
    hosts: services.processes?.map(({ host }) => host) ?? [0],
    exchange: services.exchange ?? ((bytes) => [bytes]),
    wasm,
    heap,
    debug,
    variables: services.variables,
    recorder,
  });
  const several = services.processes !== undefined && services.processes.length > 1;
  const border = several ? new Border(space) : undefined;
  const heaps = new SharedHeap(job, layout, zones?.shared, border);
  let sharedHeap: SharedHeaps = heaps;
  if (border !== undefined) {
    const own = new ProcessHeap(space, heaps, border);
    calls.offer(offersOf(space, own));
    enterServices(served, space.I32, offersOf(space, own));
    job.progress = alsoCalls(job.progress, calls);
    job.show = showTo(space, calls, leaders);
    job.farBells = farBells(space, calls, leaders);
    sharedHeap = new JobHeap(job, layout, own, border, calls, leaders);
  }
  const movement = recorder === undefined ? attached.movement : tracedMovement(attached.movement, recorder);
  if (recorder !== undefined && packing !== undefined) recordPacking(packing, recorder);
  const barrier = new Barrier(job, meeting);
  const words32 = new Words32(space, atomic);
  const words64 = new Words64(space, atomic);
  const transfers = new Transfers(job, movement, bulkFault, debug);
  const reach = new Reach(job, movement, atomic.isDirect, slots);
  const engine = new Engine(job, messages, movement, heap);
  const jumps = new Jumps(job);
  const runtime = {
    job,
    jumps,
    barrier,
    meeting,
    messages,
    rules,
    memory,
    ownMemory: new DirectMemory(space, bulk),
    slots,
    atomic,
    words32,
    words64,
    collectives: several ? new TreeCollectives(job, calls) : new Collectives(job),
    transfers,
    reach,
    engine,
    noncontiguous: new NonContiguous(job, transfers, movement, packing),
    team: several
      ? new Rounds(job, engine, barrier, transfers, contributions)
      : new Stages(job, barrier, transfers, reach, contributions),
    visits: reach.isDirect && isEven(space) ? inPlace(space) : new Pieces(job, reach, heap),
    sharedHeap,
    pointers: sharedPointers(space, services.wide === true),
    leaders,
    images,
    isPrivate: (address: number) => isPrivate(space, layout, address),
    second: secondResult(job),
    runExitActions: () => {
      for (let action = exitActions.pop(); action !== undefined; action = exitActions.pop()) action();
    },
  };
  const accesses = { ...values, ...sharedBits(space, atomic, words32, words64) };
  return {
    ...space,
    ...services,
    ...(debug ? checkedValues(space, accesses, check, checkElsewhere) : accesses),
    ...doubleParts,
    ...bitOperations,
    ...(debug ? checkedBulk(job, bulk, blockFault) : bulk),
    ...synchronization(barrier, values.fence, nullPageCheck(job, layout)),
    ...traps(job, layout),
    direct: debug ? undefined : direct && (() => directFunctions(space, slots, ordinary(values, transfers), direct())),
    table: [undefined],
    stackTop: (space.BASE + layout.stackStart) | 0,
    stackLimit: (space.BASE + layout.stackLimit) | 0,
    SHADOW: ownShadow(space),
    check,
    checkOwn: ownCheck(job, check, places, (address, size) => rules?.isInMessage(address, size) === true),
    aligned: (address, size) =>
      (address & (size - 1)) === 0 ? address : job.fail(badAccess(address, size, misalignedAccess(size))),
    landing: jumps.landing,
    jump: jumps.jump,
    heap,
    runtime,
    exitThread: (status) => {
      jumps.ended();
      return services.exitThread(status);
    },
    exitJob: (status, message) => job.end(status, message),
    atExit: (action) => void exitActions.push(action),
    awaiting: (descriptor, read) => awaiting(job, descriptor, read),
    sleep: (milliseconds) => sleep(job, milliseconds),
  };
}

/** The program's environment: what the libraries had, and the libraries. */
export function makeEnvironment(
  base: LibraryEnvironment,
  library: Readonly<Record<string, NativeFunction>>,
): Environment {
  return { ...base, library };
}

/** What modules are left to where an access is no direct one. */
function ordinary({ transfer }: Values, transfers: Transfers): Others {
  return {
    transfer,
    memget: (to: number, from: number, _phase: number, size: number) => transfers.move('upc_memget', to, from, size),
    memput: (to: number, _phase: number, from: number, size: number) => transfers.move('upc_memput', to, from, size),
  };
}

/** Serving what arrives, and what handlers have left to do. */
function alsoCalls(progress: () => boolean, calls: Calls): () => boolean {
  return () => {
    const served = progress();
    calls.progress();
    return served;
  };
}

function secondResult(job: Job): (value: number) => void {
  const { I32, BASE } = job.space;
  const word = (BASE + SECOND_RESULT) >>> 2;
  return (value) => {
    I32[word] = value;
  };
}

/** At a barrier: ends the job if page 0 was written. */
function nullPageCheck(job: Job, layout: Layout): () => void {
  const { space } = job;
  const isWhole = nullPageTest(space);
  return () => {
    if (isWhole()) return;
    const found = overwrittenGuards(space, layout, space.MYTHREAD);
    fillGuards(space, layout, space.MYTHREAD); // told here, and not once more when the job ends
    if (found.length > 0) job.fail(damageFound(found));
  };
}

function synchronization(
  barrier: Barrier,
  fence: () => void,
  checkNullPage: () => void,
): Pick<Environment, 'notify' | 'wait' | 'barrier'> {
  return {
    notify: (place, value) => barrier.notify(place, value),
    // What was written since the notify comes before what is read behind the wait.
    wait: (place, value) => {
      fence();
      barrier.wait(place, value);
      checkNullPage();
    },
    barrier: (place, value) => {
      barrier.barrier(place, value);
      checkNullPage();
    },
  };
}

type Traps = Pick<Environment, 'trapDivision' | 'trapStack' | 'trapCall' | 'trapUnreachable'>;

function traps(job: Job, layout: Layout): Traps {
  return {
    trapDivision: () => job.fail(DIVISION_BY_ZERO),
    trapStack: () => job.fail(stackOverflow(layout.stackTop - layout.staticsEnd)),
    trapCall: (index) => job.fail(badCall(index)),
    trapUnreachable: () => job.fail(UNREACHABLE),
  };
}

type Test = (address: number, size: number) => boolean;

function accessCheck(job: Job, isRight: Test, faultOf: Fault): Environment['check'] {
  return (address, size) => {
    if (isRight(address, size)) return address;
    const fault = faultOf(address, size);
    return fault === undefined ? address : job.fail(badAccess(address, size, fault));
  };
}

/** What the thread reaches through private pointers is its own, unless the library gave them. */
function ownCheck(
  job: Job,
  check: Environment['check'],
  places: readonly string[],
  isInMessage: Test,
): Environment['checkOwn'] {
  const { space } = job;
  const { I32, BASE } = space;
  const word = (BASE + FOREIGN_CAST) >>> 2;
  return (address, size) => {
    check(address, size);
    if (isOwn(space, address) || I32[word]! <= 0 || isInMessage(address, size)) return address;
    return job.fail(badAccess(address, size, foreignCast(rankOf(space, address), places[I32[word]! - 1] ?? '')));
  };
}

/** -g: what the library copies is looked at as well. */
function checkedBulk(job: Job, { copy, fill }: BulkOperations, blockFault: Fault): BulkOperations {
  const check = (address: number, size: number) => {
    if (size === 0) return;
    const fault = memoryFault(job.space, address, size >>> 0) ?? blockFault(address, size >>> 0);
    if (fault !== undefined) job.fail(badAccess(address, size >>> 0, fault));
  };
  return {
    copy: (destination, source, size) => {
      check(destination, size);
      check(source, size);
      copy(destination, source, size);
    },
    fill: (address, byte, size) => {
      check(address, size);
      fill(address, byte, size);
    },
  };
}

/** A thread that waits for input says so to roll-calls. */
function awaiting<T>(job: Job, descriptor: number, read: () => T): T {
  job.blocked({ kind: FOR_INPUT, on: descriptor });
  try {
    return read();
  } finally {
    job.running();
  }
}

/** Sleeps, and serves what arrives meanwhile. */
function sleep(job: Job, milliseconds: number): void {
  const until = platform.clock.milliseconds() + milliseconds;
  job.poll();
  job.block({ kind: FOR_TIME, on: 0, until }, () => platform.clock.milliseconds() >= until);
}
