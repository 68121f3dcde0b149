/**
 * An exchange of all with all on many nodes, folded by symmetry: one event a node and round, instead of one a message.
 *
 * Rule of the folding: all ranks of a node are alike (they begin together and have the same list of targets), so their messages to one node are one bundle,
 * which flows through engines, buses and links with all its bytes. A round is a permutation of the nodes: node i sends to number i + k of a list of them
 * that is shuffled, as neighbours that send to neighbours would fill few links. Checked against the exchange message by message at sizes that fit
 * (test/machines/exchange.test.ts). A bundle on a slow link does not hold the engine that sent it; what ranks of a node send each other does not come to the adapter and is left out.
 */
import type { Paths } from '../../runtime/machines/paths.ts';
import { EventQueue, type Occurrence } from '../../runtime/machines/queue.ts';
import { later, type Picoseconds, spanOf } from '../../runtime/machines/time.ts';

/** Until the last bundle has arrived, when each of `perNode` ranks a node sends each other rank so many bytes. */
export function foldedExchange(paths: Paths, perNode: number, bytes: number): Picoseconds {
  return new FoldedExchange(paths, perNode, bytes).run();
}

/** The nodes in the order in which they are sent to: Fisher and Yates, by a generator of Park and Miller. */
export function shuffled(nodes: number): number[] {
  const order = Array.from({ length: nodes }, (_, node) => node);
  let state = 1;
  for (let last = nodes - 1; last > 0; last--) {
    state = (state * 16_807) % 2_147_483_647;
    const other = state % (last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

class FoldedExchange {
  private readonly queue = new EventQueue();
  private readonly order: readonly number[];
  /** When each resource is through with what it has, and how long a bundle takes it. Behind the resources of paths: one for all engines of a node. */
  private readonly free: Float64Array;
  private readonly spans: Float64Array;
  private readonly sending: Picoseconds;
  private readonly bundle: number;
  private readonly engines: number;
  private end: Picoseconds = 0;

  constructor(
    private readonly paths: Paths,
    perNode: number,
    bytes: number,
  ) {
    const { nic } = paths.machine;
    this.engines = Math.min(nic.engines, perNode);
    this.bundle = perNode * perNode * bytes;
    this.sending = Math.round(((perNode * perNode) / this.engines) * (nic.gap + spanOf(bytes, nic.rate)));
    this.order = shuffled(paths.nodes);
    this.free = new Float64Array(paths.count + paths.nodes);
    this.spans = new Float64Array(paths.count + paths.nodes);
  }

  run(): Picoseconds {
    const places = new Int32Array(this.paths.nodes);
    for (const [place, node] of this.order.entries()) places[node] = place;
    for (let node = 0; node < this.paths.nodes; node++) this.queue.add(0, node, new Sender(this, node, places[node]!));
    while (this.queue.step());
    return this.end;
  }

  /** The bundle of a round leaves from now on; the next one when the engines are through with it. */
  send(now: Picoseconds, sender: Sender): void {
    const { nodes } = this.paths;
    sender.round++;
    this.pass(now, sender.node, this.order[(sender.place + sender.round) % nodes]!);
    if (sender.round < nodes - 1) this.queue.add(later(now, this.sending), sender.node, sender);
  }

  /** Each resource is taken from now on, behind what it has: the bundle is there when the last is through. */
  private pass(now: Picoseconds, source: number, target: number): void {
    const { paths } = this;
    const { links, delay } = paths.topology.route(source, target);
    let through = Math.max(this.take(now, paths.outwards(source)), this.take(now, paths.inwards(target)));
    for (const link of links) through = Math.max(through, this.take(now, link));
    through = Math.max(through, this.take(now, paths.count + target)); // its engines
    this.end = Math.max(this.end, through + delay + paths.machine.nic.latency);
  }

  /** Gives when the resource is through with a bundle. */
  private take(now: Picoseconds, resource: number): Picoseconds {
    const free = Math.max(now, this.free[resource]!) + this.spanOf(resource);
    this.free[resource] = free;
    return free;
  }

  /** Of a bundle; the engines of a node work side by side. */
  private spanOf(resource: number): Picoseconds {
    const known = this.spans[resource]!;
    if (known > 0) return known;
    const { count, machine } = this.paths;
    const rate = resource < count ? this.paths.rateOf(resource) : machine.nic.rate * this.engines;
    this.spans[resource] = spanOf(this.bundle, rate);
    return this.spans[resource]!;
  }
}

/** A node, its place in the order, and the round that it has come to. */
class Sender implements Occurrence {
  round = 0;

  constructor(
    private readonly exchange: FoldedExchange,
    readonly node: number,
    readonly place: number,
  ) {}

  happen(now: Picoseconds): void {
    this.exchange.send(now, this);
  }
}
