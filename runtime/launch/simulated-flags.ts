/**
 * The flags of simulated jobs: what does not go together is refused, and what is asked of the simulation.
 *
 * Takes the command line and the program. Throws LaunchError, before anything has started.
 */
import type { ProgramImage } from '../abi.ts';
import { network } from '../conduits/linked.ts';
import {
  detachedMachine,
  LaunchError,
  notExplored,
  notSimulated,
  notWhileSimulated,
  onlyExplored,
  onlySimulated,
} from '../errors.ts';
import { platform } from '../platform/linked.ts';
import type { Variables } from '../platform/platform.ts';
import { attempt } from '../trace/writable.ts';
import { textOf } from './choices.ts';
import type { LaunchFlags } from './flags.ts';
import { type AskedSimulation, type Explored, simulation } from './simulation.ts';

/** What the simulation is told. */
export function askedBy(flags: LaunchFlags): AskedSimulation {
  const { schedule, time, compute, machine: name, perNode, map } = flags;
  const machine = name === undefined ? undefined : { name, perNode, map };
  return { schedule, time, compute, machine, explored: exploredBy(flags) };
}

/** What --explore, or --schedule with a list of choices, asks for. */
function exploredBy({ explore, choices, reorder }: LaunchFlags): Explored | undefined {
  if (choices !== undefined) return { most: 1, reorders: choices.reorders, choices: choices.choices };
  return explore === undefined ? undefined : { most: explore, reorders: reorder };
}

/** Refuses what a simulated job has not. */
export function checkSimulation(program: ProgramImage, flags: LaunchFlags, variables: Variables): void {
  const { simulate, schedule, machine, phantom, explore } = flags;
  if (simulation === undefined && simulate)
    throw new LaunchError(explore === undefined ? notSimulated : notExplored(`--explore=${explore}`));
  if (simulation !== undefined && !simulate) throw new LaunchError(program.explored ? onlyExplored : onlySimulated);
  if (schedule !== undefined && !simulate) throw new LaunchError(`--schedule=${schedule}: give --simulate too`);
  if (phantom && !simulate)
    throw new LaunchError(
      '--phantom: arrays are phantom in simulated jobs; compile with -simulate, and give --simulate too',
    );
  if (machine === undefined) refuseWithoutMachine(flags);
  if (!simulate) return;
  if (machine === undefined) refuseDetached(platform.arguments);
  const { PGAS_PROVIDER: provider, PGAS_FREEZE } = variables;
  const asked = { ...refusedFlags(flags), PGAS_FREEZE, PGAS_PROVIDER: provider === 'shm' ? undefined : provider };
  const [name] = Object.entries(asked).find(([, value]) => value !== undefined) ?? [];
  if (name !== undefined) throw new LaunchError(notWhileSimulated(name));
  if (flags.machine !== undefined && variables.PGAS_HOSTILE)
    throw new LaunchError(
      'PGAS_HOSTILE: a machine keeps the order of its own network; leave out the variable or the machine',
    );
  const fault = flags.machine === undefined ? undefined : simulation!.faultOf(flags.machine, network.name);
  if (fault !== undefined) throw new LaunchError(`--simulate=${flags.machine}: ${fault}`);
  if (flags.machine === undefined && network.progressThread?.wanted(variables, 0, [0]))
    throw new LaunchError(
      'a progress thread serves while its thread computes, which takes time on a machine alone: name one, as in --simulate=bgq',
    );
}

/** Refuses a machine as a word of its own, which would be the program's. */
function refuseDetached(words: readonly string[]): void {
  const at = words.indexOf('--simulate');
  const word = at < 0 ? undefined : words[at + 1];
  if (word !== undefined && simulation!.faultOf(word, network.name) === undefined)
    throw new LaunchError(detachedMachine(word));
}

/** Where no machine is simulated, threads have no nodes and code takes no time. */
function refuseWithoutMachine({ perNode, map, time, compute }: LaunchFlags): void {
  if (time !== undefined)
    throw new LaunchError("--time tells where a machine's time went: name one, as in --simulate=bgq");
  if (compute !== 'counted')
    throw new LaunchError(`--compute=${compute}: name a machine, in whose time code runs (--simulate=MACHINE)`);
  const flag = perNode === undefined ? map && `--map=${map}` : `--per-node=${perNode}`;
  if (flag !== undefined)
    throw new LaunchError(
      `${flag}: it places threads on the nodes of a simulated machine; name one, as in --simulate=bgq (pgasc machines lists them)`,
    );
}

/** Empties the file of --time, once nothing else is refused. */
export function openReport({ time }: LaunchFlags): void {
  if (time) attempt(time, () => platform.files.replace(time, ''));
}

/** Refuses places that the machine has not. */
export function checkPlacement({ machine, perNode, map }: LaunchFlags, threads: number): void {
  if (machine === undefined) return;
  const fault = simulation!.misplacing({ name: machine, perNode, map }, threads);
  if (fault !== undefined) throw new LaunchError(fault);
}

/** Refuses to replay a schedule of another number of threads. */
export function checkReplay({ choices }: LaunchFlags, threads: number): void {
  if (choices === undefined || choices.threads === threads) return;
  throw new LaunchError(
    `--schedule=${textOf(choices)}: that is a schedule of ${choices.threads} threads, not of ${threads}; give -n ${choices.threads}`,
  );
}

/** Refuses to explore what was not compiled for it, and --reorder where nothing is explored. */
export function checkExploring({ explored }: ProgramImage, { explore, choices, reorder, machine }: LaunchFlags): void {
  if (reorder && explore === undefined) throw new LaunchError('--reorder: give --explore=N too');
  if (explore === undefined && choices === undefined) return;
  const flag = explore === undefined ? '--schedule' : `--explore=${explore}`;
  if (!explored) throw new LaunchError(notExplored(flag));
  if (machine !== undefined)
    throw new LaunchError(`${flag}: a machine decides the order itself; give --simulate alone`);
}

const refusedFlags = ({ processes, perHost, hosts, hostFile }: LaunchFlags) => ({
  '--processes': processes,
  '--per-host': perHost,
  '--hosts': hosts,
  '--hostfile': hostFile,
});

/** Refuses --phantom for programs that have nothing to be phantom. */
export function checkMarks(program: ProgramImage, flags: LaunchFlags): void {
  if (flags.phantom && program.debug)
    throw new LaunchError(`--phantom: the checks of -g know no phantom arrays; compile ${program.name} without -g`);
  if (flags.phantom && program.marks !== true)
    throw new LaunchError(`--phantom: ${program.name} marks no arrays and no kernels; <pgas_sim.h> does`);
}

export const isExploring = ({ explore, choices }: LaunchFlags) => explore !== undefined || choices !== undefined;

/** Of what is put back before each run. */
export const ROOM_OF_EXPLORED = { sharedHeap: 2 ** 20, heap: 2 ** 20, stack: 2 ** 18 };
