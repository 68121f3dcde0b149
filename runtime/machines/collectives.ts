/**
 * Collective operations by the hardware of a machine: which it does, and how long they take on an empty machine, in closed form.
 *
 * A tree (Blue Gene/Q): routers of the torus combine on the way to a node and spread on the way back. Units of the hubs (Power 775, CAU): each combines
 * what comes from the nodes below it in a tree, and multicasts. Switches (Quadrics) send a packet to all nodes and combine their answers. Ranks of a node meet before
 * and after, by hardware or memory. One idea: what the network takes is made of the routes' own times, so only ends are parameters.
 */
import { MachineError } from './errors.ts';
import type { Limits } from './limits.ts';
import type { Machine } from './machine.ts';
import type { Paths } from './paths.ts';
import type { Placement } from './placement.ts';
import { type Picoseconds, spanOf } from './time.ts';

export interface Collective {
  readonly kind: 'barrier' | 'broadcast' | 'allreduce';
  readonly bytes: number;
  /** Of a reduction: i32, u64, f64 ... */
  readonly type?: string | undefined;
  /** sum, min ... */
  readonly operation?: string | undefined;
}

/** Ranks that make them together. */
export interface RankGroup {
  /** Distinguishes those of one rank. */
  readonly id: number;
  /** Undefined: all of the job. */
  readonly ranks: ArrayLike<number> | undefined;
}

type Hardware = Machine['device']['collectives'];

/** What units and routers add up: integers of 32 and 64 bits, floating-point numbers of both (Benner and Jea); single ones travel as double ones. */
const OPERATIONS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'band', 'bor', 'bxor']);
const TYPES: ReadonlySet<string> = new Set(['i32', 'u32', 'i64', 'u64', 'f32', 'f64']);
const KINDS: Readonly<Record<Hardware, readonly Collective['kind'][]>> = {
  software: [],
  tree: ['barrier', 'broadcast', 'allreduce'],
  units: ['barrier', 'broadcast', 'allreduce'],
  switches: ['barrier', 'broadcast'],
};

/** The nodes of a group, in the order of its ranks, and what it may have. */
interface Known {
  readonly nodes: readonly number[];
  readonly hasHardware: boolean;
  way?: Picoseconds;
  steps?: readonly Step[];
}

/** The member `into` takes the sum of `from`. */
type Step = readonly [into: number, from: number];

export class HardwareCollectives {
  /** By group. */
  private readonly known = new Map<string, Known>();
  /** Groups of several nodes that have the hardware. */
  private taken = 0;

  constructor(
    private readonly paths: Paths,
    private readonly placement: Placement,
    private readonly limits?: Limits,
  ) {}

  get machine(): Machine {
    return this.paths.machine;
  }

  private get device(): Machine['device'] {
    return this.machine.device;
  }

  /** Whether the hardware does it for these ranks. */
  does(collective: Collective, group: RankGroup): boolean {
    const { collectives, operand } = this.device;
    const { kind, bytes, type = 'u32', operation = 'sum' } = collective;
    if (!KINDS[collectives].includes(kind) || bytes > operand) return false;
    if (!TYPES.has(type) || !OPERATIONS.has(operation)) return false;
    const { nodes, hasHardware } = this.of(group);
    return hasHardware && (kind === 'barrier' || nodes.length > 1);
  }

  /** From when the last rank has come, of a broadcast the root, until all have the result. */
  span({ kind, bytes }: Collective, group: RankGroup): Picoseconds {
    const { meet, entry, data, collectives } = this.device;
    const { nodes } = this.of(group);
    if (nodes.length === 1) return meet;
    this.limits?.see(kind === 'allreduce' ? 'reductions' : `${kind}s`, group.ranks?.length ?? this.placement.ranks);
    const way = this.way(group);
    if (kind === 'barrier') return meet + entry + (collectives === 'switches' ? this.answered(way) : 2 * way);
    const stages = bytes > 0 ? data + this.streaming(bytes) : 0;
    return meet + entry + stages + (kind === 'broadcast' ? way : 2 * way);
  }

  /** For how long the bytes of one operation keep the hardware from those of the next one. */
  streaming(bytes: number): Picoseconds {
    return spanOf(bytes, this.device.stream);
  }

  /** The order in which a reduction combines ranks; the last step gives the result, to the group's first rank. */
  steps(group: RankGroup): readonly Step[] {
    const known = this.of(group);
    known.steps ??= this.stepsOf(group);
    return known.steps;
  }

  private stepsOf(group: RankGroup): Step[] {
    const ranks = group.ranks ?? range(this.placement.ranks);
    const firsts = new Map<number, number>();
    const steps: Step[] = [];
    for (let index = 0; index < ranks.length; index++) {
      const node = this.placement.nodeOf(ranks[index]!);
      const first = firsts.get(node);
      if (first === undefined) firsts.set(node, index);
      else steps.push([first, index]);
    }
    const leaders = [...firsts.values()];
    for (let at = leaders.length - 1; at > 0; at--) steps.push([leaders[this.parent(at)]!, leaders[at]!]);
    return steps;
  }

  // ---------------------------------------------------------------- the network's part

  /** From the first node to all others, the head of a packet. */
  private way(group: RankGroup): Picoseconds {
    const known = this.of(group);
    known.way ??= this.device.collectives === 'units' ? this.byUnits(known.nodes) : this.farthest(known.nodes);
    return known.way;
  }

  /** From node to node along the tree: each is an adapter's way. */
  private byUnits(nodes: readonly number[]): Picoseconds {
    const { latency } = this.machine.nic;
    const times = [0];
    for (let at = 1; at < nodes.length; at++) {
      const parent = this.parent(at);
      times.push(times[parent]! + latency + this.delay(nodes[parent]!, nodes[at]!));
    }
    return times.reduce((most, time) => Math.max(most, time), 0);
  }

  private parent(at: number): number {
    return Math.floor((at - 1) / this.device.fanout);
  }

  /** Through routers or switches alone; these reach the adapters at the ends. */
  private farthest(nodes: readonly number[]): Picoseconds {
    const longest = nodes.reduce((most, node) => Math.max(most, this.delay(nodes[0]!, node)), 0);
    return this.device.collectives === 'switches' ? this.machine.nic.latency + longest : longest;
  }

  private delay(from: number, to: number): Picoseconds {
    return from === to ? 0 : this.paths.topology.route(from, to).delay;
  }

  /** There and back: adapters answer. */
  private answered(way: Picoseconds): Picoseconds {
    const { latency, acknowledge } = this.machine.nic;
    return way + acknowledge + (way - latency);
  }

  // ---------------------------------------------------------------- groups

  private of(group: RankGroup): Known {
    const key = keyOf(group);
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const made = this.make(group);
    this.known.set(key, made);
    return made;
  }

  /** All ranks of a job have the hardware of all its nodes; of other groups, the first that ask. */
  private make({ ranks }: RankGroup): Known {
    const nodes = this.nodesOf(ranks ?? range(this.placement.ranks));
    if (ranks === undefined) return { nodes: this.reached(nodes), hasHardware: true };
    if (nodes.length === 1) return { nodes, hasHardware: true };
    const hasHardware = this.isFit(nodes) && this.taken < this.device.groups;
    if (hasHardware) this.taken++;
    return { nodes, hasHardware };
  }

  private nodesOf(ranks: ArrayLike<number>): number[] {
    const nodes = new Set<number>();
    for (let index = 0; index < ranks.length; index++) nodes.add(this.placement.nodeOf(ranks[index]!));
    return [...nodes];
  }

  /** A tree of routers has all nodes of the job's part of the torus. */
  private reached(nodes: readonly number[]): readonly number[] {
    const isWhole = this.device.collectives === 'tree' && nodes.length > 1;
    return isWhole ? range(this.paths.topology.nodes) : nodes;
  }

  /** Routers know boxes of nodes, switches nodes side by side. */
  private isFit(nodes: readonly number[]): boolean {
    const { collectives } = this.device;
    if (collectives === 'units') return true;
    const places = nodes.map((node) => this.paths.topology.coordinatesOf?.(node) ?? [node]);
    const lengths = places[0]!.map((_, dimension) => {
      const along = places.map((place) => place[dimension]!);
      return along.reduce((a, b) => Math.max(a, b)) - along.reduce((a, b) => Math.min(a, b)) + 1;
    });
    return lengths.reduce((product, length) => product * length, 1) === nodes.length;
  }
}

/** initiate + the hardware's span + complete: of all ranks of a job, which begin together. */
export function collectiveSpan(hardware: HardwareCollectives, collective: Collective): Picoseconds {
  const { initiate, complete } = hardware.machine.nic;
  return initiate + hardware.span(collective, { id: 0, ranks: undefined }) + complete;
}

/** Refuses hardware that a machine has not, as long as nobody says what it takes: it would take nothing. */
export function checkDevice({ name, device, origins }: Machine): void {
  const replaced = (key: string) => origins.find(({ path }) => path === `device.${key}`)?.instead;
  const own = replaced('collectives');
  if (own === undefined || own === device.collectives || device.collectives === 'software') return;
  if (replaced('entry') !== undefined) return;
  const has =
    own === 'nothing' ? 'has no hardware for collective operations: give software' : `has ${own}: give that, software`;
  throw new MachineError(
    `collectives=${device.collectives}: ${name} ${has}, or what yours takes too, as in device.entry=500ns`,
  );
}

/** Of one group, for all its ranks. */
export function keyOf({ id, ranks }: RankGroup): string {
  return ranks === undefined ? 'all' : `${id} ${ranks[0]} ${ranks[ranks.length - 1]} ${ranks.length}`;
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
