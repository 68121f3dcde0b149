/**
 * The machine of a simulated job, as each rank's fabric asks it.
 *
 * Takes what is to be moved. Gives the events of machines/ to the fabric, in the order of virtual time. One idea: what a rank begins, begins at its clock, behind
 * its processor's part; what comes from one rank to another comes in the order of sending.
 */
import type { AtomicTold, GetTold, Model, PutTold } from '../fabrics/model.ts';
import type { Compute } from '../launch/flags.ts';
import { say } from '../launch/output.ts';
import type { AskedMachine, Matching, NodesOfRanks } from '../launch/simulation.ts';
import { MachineError } from '../machines/errors.ts';
import { placeRanks } from '../machines/placing.ts';
import { machineFor } from '../machines/presets.ts';
import type { Kind } from '../machines/progress.ts';
import { Simulation } from '../machines/simulation.ts';
import type { Picoseconds } from '../machines/time.ts';
import type { Space } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { atOnce } from './atonce.ts';
import { Computing } from './computing.ts';
import { HardwareGatherings } from './gatherings.ts';
import { MachineMatching, registrationOf } from './matching.ts';
import { scheduler } from './scheduler.ts';

/** Until a message is tried again for which there was no room. */
const AGAIN: Picoseconds = 1e6;
/** Bytes of an atomic operation's request, and of its answer. */
const [ASKED, ANSWERED] = [32, 8];

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

/** What has not come yet from one rank to another. */
interface Coming {
  /** Whether it could be taken; absent until it has come. */
  act?: () => boolean;
}

class MachineModel implements Model {
  readonly collectives = gatherings;
  /** By target, in the order of sending. */
  private readonly lanes = new Map<number, Coming[]>();

  constructor(
    private readonly simulation: Simulation,
    private readonly rank: number,
  ) {}

  put(target: number, bytes: number, { local, arrived, acknowledged }: PutTold): void {
    const coming = this.expect(target);
    this.begin(() => {
      const come = (then: () => void) =>
        this.come(target, coming, () => {
          atOnce(arrived());
          then();
          return true;
        });
      if (this.isNear(target)) {
        atOnce(local());
        this.copy(bytes, () => come(() => atOnce(acknowledged())));
      } else {
        this.simulation.endpoints.put({
          ...{ source: this.rank, target, bytes },
          local: () => atOnce(local()),
          arrived: () => come(() => {}),
          acknowledged: () => atOnce(acknowledged()),
        });
      }
    });
  }

  get(target: number, bytes: number, { isOrdered, taken, done }: GetTold): void {
    const end = () => atOnce(done());
    const take = this.orderedBy('gets', target, isOrdered, () => atOnce(taken()));
    const registered = registrationOf(this.rank);
    this.begin(() => {
      if (this.isNear(target)) this.copy(bytes, () => take(end));
      else this.simulation.endpoints.get({ source: this.rank, target, bytes, registered, taken: take, done: end });
    });
  }

  message(
    target: number,
    bytes: number,
    arrived: () => boolean,
    served: () => void,
    isForThread: () => boolean = () => false,
  ): void {
    const { endpoints, progress } = this.simulation;
    const coming = this.expect(target);
    const forThread = () =>
      progress.serveByThread(target, () => {
        atOnce(served());
        scheduler.serve(target);
      });
    const take = () => {
      if (!atOnce(arrived())) return false;
      if (isForThread()) forThread();
      else progress.request(target, 'messages', () => atOnce(served()));
      return true;
    };
    const come = () => this.come(target, coming, take);
    this.begin(() => {
      if (this.isNear(target)) this.copy(bytes, come);
      else endpoints.message({ source: this.rank, target, bytes, arrived: come });
    });
  }

  atomic(target: number, { isOrdered, changed, answered }: AtomicTold): void {
    const { endpoints, progress, limits } = this.simulation;
    if (!this.isNear(target)) limits.see('atomics', 1);
    const end = () => atOnce(answered());
    const answer = () => {
      if (this.isNear(target)) end();
      else endpoints.message({ source: target, target: this.rank, bytes: ANSWERED, arrived: end });
    };
    const take = this.orderedBy('atomics', target, isOrdered, () => atOnce(changed()));
    const change = () => progress.request(target, 'atomics', () => take(answer));
    this.begin(() => {
      if (this.isNear(target)) this.copy(ANSWERED, change);
      else endpoints.message({ source: this.rank, target, bytes: ASKED, arrived: change });
    });
  }

  completed(operations: number): void {
    scheduler.spend(operations * this.simulation.machine.nic.complete);
  }

  // ---------------------------------------------------------------- time

  /** At the rank's clock, when its processor has done its part. */
  private begin(act: () => void): void {
    scheduler.settle();
    scheduler.spend(this.simulation.machine.nic.initiate);
    this.at(scheduler.clock, act);
  }

  private at(time: Picoseconds, happen: () => void): void {
    scheduler.queue.add(time, this.rank, { happen });
  }

  // ---------------------------------------------------------------- ranks of one node

  private isNear(target: number): boolean {
    const { placement } = this.simulation;
    return placement.nodeOf(target) === placement.nodeOf(this.rank);
  }

  /** By this rank's processor. */
  private copy(bytes: number, done: () => void): void {
    this.at(this.simulation.nodes.copy(this.rank, scheduler.queue.now, bytes), done);
  }

  // ---------------------------------------------------------------- order

  private expect(target: number): Coming {
    const coming: Coming = {};
    const lane = this.lanes.get(target);
    if (lane === undefined) this.lanes.set(target, [coming]);
    else lane.push(coming);
    return coming;
  }

  /** Does it when what came before has come, if that is wanted and adapters do it; then what follows. */
  private orderedBy(
    kind: Kind,
    target: number,
    isOrdered: true | undefined,
    act: () => void,
  ): (then: () => void) => void {
    const coming = isOrdered && this.simulation.machine.nic[kind] === 'nic' ? this.expect(target) : undefined;
    return (then) => {
      const both = () => {
        act();
        then();
        return true;
      };
      if (coming) this.come(target, coming, both);
      else both();
    };
  }

  private come(target: number, coming: Coming, act: () => boolean): void {
    coming.act = act;
    this.advance(target);
  }

  /** Has what has come taken, unless something before it has not. */
  private advance(target: number): void {
    const lane = this.lanes.get(target)!;
    while (lane[0]?.act !== undefined) {
      if (!lane[0].act()) {
        this.at(scheduler.queue.now + AGAIN, () => this.advance(target));
        return;
      }
      lane.shift();
    }
  }
}
