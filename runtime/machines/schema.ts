/**
 * The parameters of a machine: the one table behind presets, overrides, checks and explanations.
 *
 * A parameter has a section, a name, a kind with its range, and a meaning. Sections of a fabric are there where
 * `fabric.topology` names them. LogGP's o is initiate and complete, its g gap, its L latency and the route's, its G 1/rate.
 */
import { choice, count, flops, frequency, type Kind, rate, ratio, shapes, size, sizeClasses, time } from './kinds.ts';

export interface Parameter<T> {
  readonly kind: Kind<T>;
  readonly meaning: string;
  /** The value where a preset does not give it; without it the parameter must be given. */
  readonly usual?: T;
}

const of = <T>(kind: Kind<T>, meaning: string): Parameter<T> => ({ kind, meaning });
const maybe = <T>(kind: Kind<T>, usual: T, meaning: string): Parameter<T> => ({ kind, meaning, usual });

const span = () => time('0 ps', '1 s');
const speed = () => rate('1 MB/s', '10000 GB/s');
/** Who moves an operation on at its target: the adapter, the rank when it calls the library, a thread beside it. */
const progress = () => choice('nic', 'call', 'thread');

export const COMMON = {
  node: {
    cores: of(count(1, 4096), 'cores that ranks may use'),
    threads: of(count(1, 16), 'hardware threads of a core'),
    ranks: of(count(1, 65_536), 'ranks of a node, where a job does not say'),
    clock: of(frequency('1 MHz', '100 GHz'), 'clock of a core'),
    cpi: of(ratio(0.05, 100), 'cycles of an instruction of integer code'),
    flops: of(
      flops('1 Mflop/s', '1000 Tflop/s'),
      'floating-point rate of a core in a whole program, its memory included',
    ),
  },
  memory: {
    copy: of(sizeClasses(), 'copying by one thread, by size of the copy'),
    bandwidth: of(speed(), 'copying by all threads of a node together, beyond its caches'),
    start: of(span(), 'time of a copy before its bytes'),
    strided: of(speed(), 'bytes of strided passes that leave caches and TLB: their time comes on top of the flops'),
  },
  bus: {
    duplex: of(choice('half', 'full'), 'half: both directions between adapter and memory share the rate'),
    rate: of(speed(), 'half: both directions together; full: each direction; of a node'),
  },
  nic: {
    engines: of(count(1, 1024), 'queues of a node that send at a time; ranks are dealt to them in turn'),
    initiate: of(span(), 'processor time to begin an operation (o)'),
    complete: of(span(), 'processor time to see that it is complete (o)'),
    gap: of(span(), 'between two messages of an engine, beside their bytes (g)'),
    rate: of(speed(), 'one message, one way (1/G)'),
    latency: of(span(), 'adapters and memories one way, without the route (part of L)'),
    acknowledge: of(span(), 'the same for the answer that a put is complete at its target'),
    turnaround: of(span(), "a get's time at its target, between request and data"),
    local: of(span(), 'from the last byte sent until the source of a put may be reused'),
    inline: maybe(size('0 B', '1 MiB'), 0, 'puts up to this size are copied: their source may be reused at once'),
    aligned: maybe(size('0 B', '1 MiB'), 0, 'shorter transfers take `unaligned` more'),
    unaligned: maybe(span(), 0, 'what they take more'),
    cold: maybe(time('0 ps', '10 s'), 0, 'first use of a pair of ranks'),
    pinned: maybe(size('1 B', '1024 GiB'), Number.POSITIVE_INFINITY, 'registrations above it go at `thrashing`'),
    thrashing: maybe(speed(), Number.POSITIVE_INFINITY, "rate of what does not fit the adapter's table of pages"),
    puts: of(progress(), 'who moves puts on at their target'),
    gets: of(progress(), 'who answers gets'),
    messages: of(progress(), 'who takes active messages and matches two-sided ones'),
    atomics: of(progress(), 'who executes atomic operations'),
    service: of(span(), 'time of a handler or an atomic operation at its target'),
  },
  noise: {
    seed: maybe(count(0, 2 ** 32 - 1), 1, 'chooses when threads are interrupted, and which nodes are slow'),
    period: maybe(time('1 us', '1000 s'), 1e10, 'each thread is interrupted once in it'),
    span: maybe(span(), 0, 'time that an interruption takes; 0: there are none'),
    slow: maybe(ratio(0, 1), 0, 'share of nodes on which all work takes longer'),
    slowdown: maybe(ratio(1, 1000), 2, 'how many times as long'),
  },
  message: {
    overhead: of(span(), 'a two-sided message, beside what a put of its size takes'),
    match: of(span(), 'an entry of a queue that is looked at when matching'),
    matching: of(choice('host', 'nic'), 'who matches'),
    immediate: of(size('0 B', '1 GiB'), 'largest payload that travels with its header'),
    eager: of(size('0 B', '1 GiB'), 'largest message that does not wait for its receive'),
  },
  device: {
    collectives: maybe(
      choice('software', 'tree', 'units', 'switches'),
      'software',
      'who does collective operations: messages; a tree of routers; units of the hubs; switches that send to all nodes',
    ),
    meet: maybe(span(), 0, 'ranks of a node meet, before and after together'),
    entry: maybe(span(), 0, 'from a node into the hardware and out of it'),
    data: maybe(span(), 0, 'what a broadcast or reduction takes more than a barrier, beside its bytes'),
    stream: maybe(speed(), Number.POSITIVE_INFINITY, 'bytes of a broadcast or reduction'),
    operand: maybe(size('0 B', '1024 GiB'), Number.POSITIVE_INFINITY, 'largest of a broadcast or reduction'),
    fanout: maybe(count(2, 1024), 2, "units: nodes below a node's"),
    groups: maybe(count(0, 65_536), 65_536, 'groups of ranks on several nodes that have it, beside that of all'),
  },
  fabric: {
    topology: of(choice('torus', 'fattree', 'direct', 'crossbar'), 'how nodes are connected'),
    packet: of(size('1 B', '1 MiB'), 'payload of a packet'),
    header: of(size('0 B', '64 KiB'), 'other bytes of a packet on a link'),
    efficiency: of(ratio(0.01, 1), 'share of a link that packets can use'),
    packets: of(count(0, 1_000_000), 'fabrics of up to so many nodes are simulated by packets, larger ones as flows'),
    transfers: maybe(
      choice('shared', 'alone', 'instant'),
      'shared',
      'shared: messages share links and buses; alone: each has them for itself; instant: the network takes no time (1 ns)',
    ),
  },
} as const;

/** Sections that need not be there: all their parameters have usual values. */
export const isOptional = (parameters: Readonly<Record<string, Parameter<unknown>>>): boolean =>
  Object.values(parameters).every((parameter) => Object.hasOwn(parameter, 'usual'));

export const TOPOLOGIES = {
  torus: {
    shapes: of(shapes(), 'lengths of its dimensions; a job takes the first that holds its nodes'),
    hop: of(span(), 'router and wire of a hop'),
    link: of(speed(), 'a link, raw, each direction'),
  },
  fattree: {
    down: of(count(2, 4096), 'links of a switch downwards'),
    up: of(count(1, 4096), 'links of a switch upwards; fewer than `down`: a tapered tree'),
    hop: of(span(), 'a switch and its wire'),
    link: of(speed(), 'a link, raw, each direction'),
  },
  direct: {
    octants: of(count(1, 1024), 'nodes of a drawer, each with a link (LL) to each other'),
    drawers: of(count(1, 1024), 'drawers of a supernode; links (LR) between nodes of different ones'),
    pairs: of(count(1, 1024), 'links (D) between two supernodes'),
    ports: of(count(1, 1024), 'links (D) of a node'),
    hop: of(span(), 'a hub'),
    near: of(span(), 'wire of a link LL'),
    middle: of(span(), 'wire of a link LR'),
    far: of(span(), 'wire of a link D'),
    ll: of(speed(), 'a link LL, each direction'),
    lr: of(speed(), 'a link LR, each direction'),
    d: of(speed(), 'a link D, each direction'),
    routing: of(choice('direct', 'indirect'), 'indirect: by way of a third supernode'),
  },
  crossbar: {
    hop: of(span(), 'the switch and its wires'),
    link: of(speed(), 'a link, raw, each direction'),
  },
} as const;

type ValuesOf<Section> = { readonly [Name in keyof Section]: Section[Name] extends Parameter<infer T> ? T : never };
type Values<Sections> = { readonly [Name in keyof Sections]: ValuesOf<Sections[Name]> };

/** All values of a machine, in base units: ps, B, B/s, flop/s, Hz. Of the topologies, that of `fabric.topology` is there. */
export type MachineValues = Values<typeof COMMON> & Partial<Values<typeof TOPOLOGIES>>;

export type TopologyName = keyof typeof TOPOLOGIES;

/** Sections and their parameters, of a machine with that topology, in the order of the tables. */
export function sectionsOf(topology: TopologyName): [name: string, Readonly<Record<string, Parameter<unknown>>>][] {
  return [...Object.entries(COMMON), [topology, TOPOLOGIES[topology]]] as never;
}
