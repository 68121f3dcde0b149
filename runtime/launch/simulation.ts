/**
 * All ranks of a job in one thread: what a runtime offers that is linked into programs compiled with -simulate. The build puts simulated/index.ts
 * in the place of this file there; elsewhere there is nothing.
 */
import type {
  Environment,
  Heap,
  Instance,
  LEAST_ROOM,
  LibraryEnvironment,
  LibraryFactory,
  ModuleEnvironment,
  NativeFunction,
  ProgramImage,
} from '../abi.ts';
import type { Model } from '../fabrics/model.ts';
import type { SharedHeaps } from '../segment/jobheap.ts';
import type { Recording } from '../trace/recorder.ts';
import type { Compute } from './flags.ts';
import type { ThreadData } from './thread.ts';

export interface Simulation {
  /** Bytes that a rank's stack and heaps have at least. */
  readonly leastRoom: typeof LEAST_ROOM;
  /** Shows on the terminal how far so many ranks have come, if standard error is one. */
  showHowFar(ranks: number): HowFar | undefined;
  /** Runs all ranks to their end. */
  run(program: ProgramImage, libraries: readonly LibraryFactory[], mapName: string | undefined, data: ThreadData): void;
  /** The running rank's program is over. */
  ended(): void;
  /** What is wrong with a machine for programs of a network. */
  faultOf(machine: string, network: string): string | undefined;
  /** What is wrong with the places of so many ranks on it. */
  misplacing(machine: AskedMachine, ranks: number): string | undefined;
  /** Where ranks are, if a machine was named. */
  nodes(): NodesOfRanks | undefined;
  /** The machine, as a rank's fabric asks it, if one was named. */
  modelOf(rank: number): Model | undefined;
  /** The same for libraries of two-sided messages: of the running rank. */
  matching(): Matching | undefined;
  /** The heaps of a rank, which may give phantom arrays. */
  heapOf(heap: Heap, rank: number): Heap;
  sharedHeapOf(heap: SharedHeaps, rank: number): SharedHeaps;
  /** What the program marks with <pgas_sim.h>. */
  readonly marks: Marks;
  /** All functions of the libraries for one rank. */
  libraryOf(
    libraries: readonly LibraryFactory[],
    environment: LibraryEnvironment,
  ): Readonly<Record<string, NativeFunction>>;
  /** The functions of the program for one rank; `ofModule`: the environment of a WebAssembly module. */
  instantiate(
    image: ProgramImage,
    module: WebAssembly.Module | undefined,
    environment: Environment,
    ofModule: (places: readonly string[]) => ModuleEnvironment,
  ): Instance;
  /** Calls a function of a rank's program, whose table that is, after main. It may wait. */
  readonly callAfterMain: (table: Environment['table'], index: number) => void;
}

/** A line on the terminal. */
export interface HowFar {
  /** For the thread of the ranks. */
  readonly memory: SharedArrayBuffer;
  /** Takes the line away. */
  end(): void;
}

/** --simulate=MACHINE, and where ranks are on it. */
export interface AskedMachine {
  readonly name: string;
  /** --per-node and --map */
  readonly perNode: number | undefined;
  readonly map: string | undefined;
}

/** The nodes of the machine that ranks are on: those of one node share its memory. */
export interface NodesOfRanks {
  nodeOf(rank: number): number;
  /** In their order. */
  ranksOf(node: number): readonly number[];
}

/** What the machine's library of two-sided messages does; the running rank takes its time. */
export interface Matching {
  /** Most bytes of a message that does not wait for its receive. */
  readonly eager: number;
  /** Larger ones than this wait in any case. */
  capped(bytes: number): void;
  /** So many entries of a queue have been looked at. */
  looked(entries: number): void;
  /** A message has found its receive. */
  matched(): void;
  /** Memory of so many bytes has been registered as one for a transfer of the rank; its transfer is over. */
  registered(bytes: number): void;
  deregistered(bytes: number): void;
}

/** What <pgas_sim.h> asks (stdlib/simulation). */
export interface Marks {
  /** From here on, until it is false, the rank's next block is a phantom one. */
  expectPhantom(rank: number, isExpected: boolean): void;
  /** Whether an address is of a phantom array. */
  isPhantom(address: number): boolean;
  /** Whether a kernel has to run: not if it did with these sizes. It is charged as it was then. */
  beginKernel(rank: number, key: string): boolean;
  endKernel(rank: number): void;
  /** Charges what a formula gives, in place of a kernel; false where it has to run. */
  chargeKernel(rank: number, flops: number, bytes: number): boolean;
}

/** What the command line asks of a simulated job. */
export interface AskedSimulation {
  /** --schedule */
  readonly schedule: number | undefined;
  /** --time: a file, or empty for standard error. */
  readonly time: string | undefined;
  readonly machine: AskedMachine | undefined;
  /** --explore, or --schedule with a list of choices. */
  readonly explored: Explored | undefined;
  /** --compute */
  readonly compute: Compute;
}

/** What a thread is told that is to be all ranks. */
export interface SimulatedRanks extends AskedSimulation {
  /** What is to be recorded of each. */
  readonly recordings: readonly (Recording | undefined)[];
  /** HowFar.memory */
  readonly howFar: SharedArrayBuffer | undefined;
}

/** What is to be explored, or run by choices that were made before. */
export interface Explored {
  /** Schedules at most. */
  readonly most: number;
  /** Relaxed accesses take effect in any order. */
  readonly reorders: boolean;
  readonly choices?: readonly number[] | undefined;
}

export const simulation: Simulation | undefined = undefined;
