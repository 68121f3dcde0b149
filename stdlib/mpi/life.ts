/** Initialization, end, and what surrounds a rank (MPI 3.1, 8). */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { Team } from '../../runtime/collectives/team.ts';
import { platform } from '../../runtime/platform/linked.ts';
import type { Keys } from './attributes.ts';
import type { Communicators } from './communicators.ts';
import { SELF } from './constants.ts';
import type { Lines } from './lines.ts';
import type { Shortcut } from './shortcut.ts';
import type { Body, State } from './state.ts';
import type { Unfreed } from './unfreed.ts';

const [VERSION, SUBVERSION] = [3, 1];
/** MPI_THREAD_SINGLE, _SERIALIZED, _MULTIPLE: a rank has one thread. */
const [SINGLE, SERIALIZED, MULTIPLE] = [0, 2, 3];

/** What begins with MPI. */
interface Opening {
  open(): void;
  close?(): void;
}

export function life(
  state: State,
  communicators: Communicators,
  keys: Keys,
  shortcut: Shortcut,
  lines: Lines,
  unfreed: Unfreed,
  others: readonly Opening[],
): Record<string, Body> {
  const { environment } = state;
  const { runtime } = environment;
  /** All ranks, in a team of their own for the last meeting: what others of MPI_COMM_WORLD have made last is known by its call then. */
  let leaving: Team;
  let level = SINGLE;

  function begin(call: string): void {
    if (state.isFinalized) state.refuse(call, 'the state', 'finalized', 'MPI is initialized once');
    if (state.isInitialized) state.refuse(call, 'the state', 'initialized', 'MPI is initialized once');
    leaving = { ...runtime.engine.everybody, number: runtime.engine.nextTeam++, count: 0 };
    communicators.open();
    keys.open();
    shortcut.open();
    for (const each of others) each.open();
    unfreed.open();
    state.isInitialized = true;
    runtime.barrier.meet(() => call);
    lines.open();
  }

  return {
    MPI_Init: begin,
    MPI_Init_thread: (call, _argc, _argv, required, provided) => {
      if (required! >>> 0 > MULTIPLE)
        state.refuse(call, 'required', required!, 'it is one of MPI_THREAD_SINGLE ... MPI_THREAD_MULTIPLE');
      begin(call);
      level = Math.min(required!, SERIALIZED);
      state.give(call, 'provided', provided!, level);
    },
    MPI_Query_thread: (call, provided) => state.give(call, 'provided', provided!, level),
    MPI_Is_thread_main: (call, flag) => state.give(call, 'flag', flag!, 1),
    MPI_Initialized: (call, flag) => state.give(call, 'flag', flag!, state.isInitialized ? 1 : 0),
    MPI_Finalized: (call, flag) => state.give(call, 'flag', flag!, state.isFinalized ? 1 : 0),
    MPI_Finalize: (call) => {
      // As if MPI_COMM_SELF were freed first (MPI 3.1, 8.7.1).
      keys.deleteAll(call, communicators.at(call, SELF));
      runtime.barrier.meet(() => call);
      // Letters of collective functions that differed are here before these.
      state.together.meet(call, leaving);
      unfreed.tell(call);
      lines.close();
      shortcut.close();
      for (const each of others) each.close?.();
      state.isFinalized = true;
    },
    MPI_Abort: (_call, _comm, code) => {
      runtime.job.inform(`MPI_Abort: rank ${environment.MYTHREAD} ends the job with status ${code}`);
      runtime.job.end(code! & 255);
    },
    MPI_Get_processor_name: (call, name, length) => {
      state.giveText(call, 'name', name!, length!, platform.hostName);
    },
    // Profiling libraries give its levels their meaning (MPI 3.1, 14.2.4).
    MPI_Pcontrol: () => 0,
    MPI_Get_version: (call, version, subversion) => {
      state.give(call, 'version', version!, VERSION);
      state.give(call, 'subversion', subversion!, SUBVERSION);
    },
    MPI_Get_library_version: (call, version, length) =>
      state.giveText(call, 'version', version!, length!, `pgasc, MPI ${VERSION}.${SUBVERSION}`),
  };
}

const NANOSECOND = 1e-9;

/** Seconds of the platform's clock: the host's monotonic one, virtual time in simulated jobs. They give the number itself, no code of an error. */
export function clock(): Record<string, NativeFunction> {
  const [time, tick] = [() => Number(platform.clock.nanoseconds()) * NANOSECOND, () => NANOSECOND];
  return { MPI_Wtime: time, PMPI_Wtime: time, MPI_Wtick: tick, PMPI_Wtick: tick };
}
