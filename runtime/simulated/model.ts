/**
 * The machine of a simulated job, as each rank's fabric asks it.
 *
 * Takes what is to be moved. Gives the events of machines/ to the fabric, in the order of virtual time (flights.ts).
 */
import type { AtomicTold, GetTold, MessageTold, Model, PutTold } from '../fabrics/model.ts';
import type { Compute } from '../launch/flags.ts';
import { say } from '../launch/output.ts';
import type { AskedMachine, Matching, NodesOfRanks } from '../launch/simulation.ts';
import { MachineError } from '../machines/errors.ts';
import { placeRanks } from '../machines/placing.ts';
import { machineFor } from '../machines/presets.ts';
import { Simulation } from '../machines/simulation.ts';
import type { Space } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { Computing } from './computing.ts';
import { AtomicFlight, GetFlight, MessageFlight, type Origin, PutFlight } from './flights.ts';
import { HardwareGatherings } from './gatherings.ts';
import { Lanes } from './lanes.ts';
import { MachineMatching, registrationOf } from './matching.ts';
import { scheduler } from './scheduler.ts';

let simulation: Simulation | undefined;

/** What is wrong with a machine for programs of a network. */
export function faultOf(asked: string, network: string): string | undefined {
  return faultIn(() => {
    const { name, network: wanted } = machineFor(asked, textOf);
    if (wanted === network) return undefined;
    return `programs for ${name} are compiled with -network=${wanted}, this one is for ${network}`;
  });
}

/** What is wrong with the places of so many ranks. */
export function misplacing(asked: AskedMachine, ranks: number): string | undefined {
  return faultIn(() => {
    placed(asked, ranks);
    return undefined;
  });
}

function placed(asked: AskedMachine, ranks: number) {
  const machine = machineFor(asked.name, textOf);
  return { machine, placement: placeRanks(machine, ranks, asked, textOf) };
}

function faultIn(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof MachineError) return error.message;
    throw error;
  }
}

/** Undefined where there is no such file. */
function textOf(path: string): string | undefined {
  try {
    return platform.files.read(path);
  } catch {
    return undefined;
  }
}

let gatherings: HardwareGatherings | undefined;

/** What the job was told of results that are beyond what is known of its machine. */
export const beyond: string[] = [];

function tellBeyond(text: string): void {
  beyond.push(text);
  say(text);
}

/** Before any rank begins. */
export function openMachine(asked: AskedMachine, compute: Compute, space: Space): void {
  const { machine, placement } = placed(asked, space.THREADS);
  simulation = new Simulation(machine, placement, scheduler.queue, tellBeyond);
  const { collectives } = simulation;
  gatherings = collectives && new HardwareGatherings(collectives, space.THREADS, machine.nic.initiate);
  if (compute === 'counted')
    scheduler.computing = Array.from({ length: space.THREADS }, (_, rank) => new Computing(machine, space, rank));
  scheduler.presence = simulation.progress;
  simulation.progress.hasEntered = (rank) => scheduler.path?.goesBackTo({ rank, clock: scheduler.clock });
  scheduler.noise = simulation.noise;
  scheduler.waking = 0;
}

export const nodes = (): NodesOfRanks | undefined => simulation?.placement;

/** The name of the node that the running rank is on. */
export function nodeName(): string | undefined {
  const { doer } = scheduler;
  if (simulation === undefined || doer === undefined) return undefined;
  const { machine, placement } = simulation;
  return `${machine.name}-${placement.nodeOf(doer.rank)}`;
}

export const matching = (): Matching | undefined => simulation && new MachineMatching(simulation.machine);

export const modelOf = (rank: number): Model | undefined => simulation && new MachineModel(simulation, rank);

/** Sampled when read. */
const eventsOf = (rank: number): Model['events'] => ({
  get 'collectives by hardware'() {
    return gatherings?.taken[rank] ?? 0;
  },
});

class MachineModel implements Model, Origin {
  readonly collectives = gatherings;
  readonly job = scheduler;
  readonly lanes: Lanes;
  readonly events: Model['events'];

  constructor(
    readonly simulation: Simulation,
    readonly rank: number,
  ) {
    this.lanes = new Lanes(rank);
    this.events = eventsOf(rank);
  }

  put(target: number, bytes: number, told: PutTold): void {
    new PutFlight(this, target, bytes, told).begin();
  }

  get(target: number, bytes: number, told: GetTold): void {
    new GetFlight(this, target, bytes, told, registrationOf(this.rank)).begin();
  }

  message(target: number, bytes: number, told: MessageTold): void {
    new MessageFlight(this, target, bytes, told).begin();
  }

  atomic(target: number, told: AtomicTold): void {
    new AtomicFlight(this, target, told).begin();
  }

  completed(operations: number): void {
    scheduler.spend(operations * this.simulation.machine.nic.complete);
  }
}
