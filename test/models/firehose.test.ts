/**
 * Firehose moves in all orders: every transfer is done in the end, none goes to a bucket that is not pinned or with a key that
 * is not its own any more, and never is more pinned than M and MAXVICTIM allow.
 */
import { expect, test } from 'vitest';
import { LocalBuckets } from '../../runtime/conduits/verbs/firehose/local.ts';
import { type MoveChannel, Moves } from '../../runtime/conduits/verbs/firehose/moves.ts';
import { BucketNumbers } from '../../runtime/conduits/verbs/firehose/numbers.ts';
import { RemoteBuckets } from '../../runtime/conduits/verbs/firehose/remote.ts';
import { explore, type World } from './explore.ts';

const OWNER_SHIFT = 2;
const BUCKETS = 1 << OWNER_SHIFT;

interface Limits {
  readonly perPeer: number;
  readonly victims: number;
}

interface Message {
  readonly kind: 'request' | 'answer';
  readonly words: Int32Array;
}

/** A transfer to a bucket, from a bucket of the rank's own. */
type Transfer = readonly [remote: number, local: number];

class Rank {
  readonly remotes: RemoteBuckets;
  readonly locals: LocalBuckets;
  readonly moves: Moves;
  /** Keys of what is pinned, by bucket. */
  readonly pinned = new Map<number, number>();
  readonly parked: Transfer[] = [];
  readonly ready: Transfer[] = [];
  readonly flying: Transfer[] = [];
  mostPinned = 0;
  done = 0;
  private keys = 0;

  constructor(
    readonly number: number,
    ranks: number,
    limits: Limits,
    send: (from: number, to: number, message: Message) => void,
    public script: readonly Transfer[],
  ) {
    const channel: MoveChannel = {
      request: (rank, words) => send(number, rank, { kind: 'request', words: words.slice() }),
      answer: (rank, words) => send(number, rank, { kind: 'answer', words: words.slice() }),
    };
    const pinner = {
      pin: (bucket: number) => {
        this.pinned.set(bucket, ++this.keys);
        this.mostPinned = Math.max(this.mostPinned, this.pinned.size);
        return this.keys;
      },
      unpin: (bucket: number) => void this.pinned.delete(bucket),
    };
    const numbers = new BucketNumbers(ranks, 0, OWNER_SHIFT);
    this.remotes = new RemoteBuckets(ranks, numbers, limits.perPeer);
    this.locals = new LocalBuckets(new BucketNumbers(1, 0, OWNER_SHIFT), limits.victims, pinner);
    const arrived = (bucket: number) => {
      const waiting = this.parked.filter(([remote]) => remote === bucket);
      this.parked.splice(0, Number.POSITIVE_INFINITY, ...this.parked.filter(([remote]) => remote !== bucket));
      this.ready.push(...waiting);
      return waiting.length;
    };
    this.moves = new Moves(this.remotes, this.locals, channel, numbers, arrived);
  }

  /** Starts the next transfer, as the conduit does: the remote bucket, then the local one. */
  start(): void {
    const transfer = this.script[0]!;
    this.script = this.script.slice(1);
    if (this.remotes.use(transfer[0])) this.ready.push(transfer);
    else {
      this.parked.push(transfer);
      this.moves.want(transfer[0]);
      this.moves.ask();
    }
    this.post();
  }

  /** Posts what has its firehose and finds a local bucket. */
  post(): void {
    for (const transfer of this.ready.splice(0))
      if (this.locals.use(transfer[1]) !== 0) this.flying.push(transfer);
      else this.ready.push(transfer);
  }

  land(): void {
    const [remote, local] = this.flying.shift()!;
    this.locals.release(local);
    this.remotes.release(remote);
    this.done++;
    if (this.moves.isWaiting) this.moves.ask();
    this.post();
  }

  receive(from: number, { kind, words }: Message): void {
    if (kind === 'request') this.moves.serve(from, words);
    else this.moves.finish(from, words);
    if (this.moves.isWaiting) this.moves.ask();
    this.post();
  }
}

class Setting implements World {
  private readonly ranks: Rank[];
  private readonly wires = new Map<string, Message[]>();
  private readonly total: number;

  constructor(
    scripts: readonly (readonly Transfer[])[],
    private readonly limits: Limits,
  ) {
    const send = (from: number, to: number, message: Message) => {
      const wire = this.wires.get(`${from}>${to}`) ?? [];
      this.wires.set(`${from}>${to}`, [...wire, message]);
    };
    this.ranks = scripts.map((script, number) => new Rank(number, scripts.length, limits, send, script));
    this.total = scripts.flat().length;
  }

  steps(): string[] {
    const own = this.ranks.flatMap(({ script, flying, number }) => [
      ...(script.length > 0 ? [`start ${number}`] : []),
      ...(flying.length > 0 ? [`land ${number}`] : []),
    ]);
    const wires = [...this.wires].filter(([, messages]) => messages.length > 0).map(([wire]) => `deliver ${wire}`);
    return [...own, ...wires.sort()];
  }

  take(step: string): void {
    const [what, where] = step.split(' ') as [string, string];
    if (what === 'start') this.ranks[Number(where)]!.start();
    else if (what === 'land') this.ranks[Number(where)]!.land();
    else this.deliver(where);
  }

  state(): string {
    const wires = [...this.wires].filter(([, messages]) => messages.length > 0).sort();
    const queues = wires.map(([wire, messages]) => [wire, messages.map(({ kind, words }) => [kind, ...words])]);
    const ranks = this.ranks.map(({ script, parked, ready, flying, pinned, remotes, locals, moves }) => [
      [script.length, parked, ready, flying, [...pinned.keys()].sort()],
      [remotes, locals, moves].map((object) => plain(object)),
    ]);
    return JSON.stringify([queues, ranks]);
  }

  check(): void {
    const peers = this.ranks.length - 1;
    for (const { mostPinned } of this.ranks)
      if (mostPinned > this.limits.perPeer * peers + this.limits.victims) throw new Error(`${mostPinned} pinned`);
    for (const { flying, pinned, remotes } of this.ranks)
      for (const [remote, local] of flying) {
        const owner = this.ranks[remote >>> OWNER_SHIFT]!;
        const key = owner.pinned.get(remote & (BUCKETS - 1));
        if (key === undefined) throw new Error(`a transfer to bucket ${remote}, which is not pinned`);
        if (key !== remotes.keyOf(remote)) throw new Error(`a transfer with an old key of bucket ${remote}`);
        if (remotes.take(remote)) remotes.release(remote);
        else throw new Error(`a transfer to bucket ${remote}, whose firehose was moved away`);
        if (!pinned.has(local)) throw new Error(`a transfer from bucket ${local}, which is not pinned`);
      }
  }

  checkEnd(): void {
    this.check();
    const done = this.ranks.reduce((sum, rank) => sum + rank.done, 0);
    if (done !== this.total) throw new Error(`${this.total - done} transfers wait for ever`);
  }

  private deliver(wire: string): void {
    const [message, ...rest] = this.wires.get(wire)!;
    this.wires.set(wire, rest);
    const [from, to] = wire.split('>').map(Number) as [number, number];
    this.ranks[to]!.receive(from, message!);
  }
}

/** Numbers and arrays of an object and of those in it, without counters of events and keys. */
function plain(object: object): unknown {
  return Object.entries(object)
    .filter(
      ([name]) =>
        !['hits', 'misses', 'moves', 'victims', 'keys', 'remote', 'local', 'words', 'changes'].includes(name) ||
        ArrayBuffer.isView(object),
    )
    .map(([name, value]) => {
      if (ArrayBuffer.isView(value)) return [name, [...(value as Int32Array)]];
      if (Array.isArray(value) || typeof value === 'number') return [name, value];
      return typeof value === 'object' && value !== null && name === 'idle' ? plain(value) : [];
    });
}

const at = (rank: number, bucket: number) => rank * BUCKETS + bucket;

const CASES: readonly (readonly [string, Limits, readonly (readonly Transfer[])[]])[] = [
  [
    'one firehose that two buckets want, from both sides',
    { perPeer: 1, victims: 1 },
    [
      [
        [at(1, 0), 0],
        [at(1, 1), 1],
        [at(1, 0), 2],
      ],
      [
        [at(0, 0), 0],
        [at(0, 1), 1],
        [at(0, 3), 0],
      ],
    ],
  ],
  [
    'buckets that are used here and there',
    { perPeer: 1, victims: 1 },
    [
      [
        [at(1, 0), 0],
        [at(1, 1), 0],
        [at(1, 1), 1],
      ],
      [
        [at(0, 0), 1],
        [at(0, 1), 0],
        [at(0, 0), 0],
      ],
    ],
  ],
  [
    'misses that share a move',
    { perPeer: 2, victims: 2 },
    [
      [
        [at(1, 0), 0],
        [at(1, 0), 1],
        [at(1, 1), 0],
        [at(1, 2), 1],
      ],
      [
        [at(0, 0), 0],
        [at(0, 0), 0],
        [at(0, 1), 3],
      ],
    ],
  ],
  [
    'a bucket that is used again while others are missed',
    { perPeer: 1, victims: 1 },
    [
      [
        [at(1, 0), 0],
        [at(1, 0), 0],
        [at(1, 1), 0],
        [at(1, 2), 0],
      ],
      [[at(0, 0), 1]],
    ],
  ],
  [
    'three ranks in a circle, and one across',
    { perPeer: 1, victims: 1 },
    [
      [
        [at(1, 0), 0],
        [at(2, 0), 1],
      ],
      [[at(2, 0), 0]],
      [[at(0, 0), 0]],
    ],
  ],
];

for (const [name, limits, scripts] of CASES)
  test(`firehose moves: ${name}`, () => {
    const { states, ends } = explore(() => new Setting(scripts, limits));
    expect(states).toBeGreaterThan(100);
    expect(ends).toBeGreaterThan(0);
  });

test('a request that polls before it is sent asks for what others want', () => {
  const asked: number[] = [];
  const numbers = new BucketNumbers(4, 0, OWNER_SHIFT);
  const remotes = new RemoteBuckets(4, numbers, 2);
  const locals = new LocalBuckets(new BucketNumbers(1, 0, OWNER_SHIFT), 2, { pin: () => 1, unpin: () => {} });
  const request = (rank: number) => {
    asked.push(rank);
    moves.ask();
  };
  const moves = new Moves(remotes, locals, { request, answer: () => {} }, numbers, () => 0);
  for (const rank of [3, 1, 2]) moves.want(numbers.of(rank, 0));
  moves.ask();
  expect(asked).toEqual([1, 2, 3]);
});
