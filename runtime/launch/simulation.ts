/**
 * All ranks of a job in one thread: what a runtime offers that is linked into programs compiled with -simulate. The build puts simulated/index.ts
 * in the place of this file there; elsewhere there is nothing.
 */
import type {
  Environment,
  Instance,
  LEAST_ROOM,
  LibraryEnvironment,
  LibraryFactory,
  ModuleEnvironment,
  NativeFunction,
  ProgramImage,
} from '../abi.ts';
import type { Model } from '../fabrics/model.ts';
import type { Recording } from '../trace/recorder.ts';
import type { ThreadData } from './thread.ts';

export interface Simulation {
  /** Bytes that a rank's stack and heaps have at least. */
  readonly leastRoom: typeof LEAST_ROOM;
  /** Runs all ranks to their end. */
  run(program: ProgramImage, libraries: readonly LibraryFactory[], mapName: string | undefined, data: ThreadData): void;
  /** What is wrong with a machine for programs of a network. */
  faultOf(machine: string, network: string): string | undefined;
  /** The machine, as a rank's fabric asks it, if one was named. */
  modelOf(rank: number): Model | undefined;
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
}

/** What a thread is told that is to be all ranks. */
export interface SimulatedRanks {
  /** --schedule */
  readonly schedule: number | undefined;
  /** --simulate=MACHINE */
  readonly machine: string | undefined;
  /** What is to be recorded of each. */
  readonly recordings: readonly (Recording | undefined)[];
}

export const simulation: Simulation | undefined = undefined;
