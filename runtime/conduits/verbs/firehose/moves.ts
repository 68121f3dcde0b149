/**
 * The move protocol. On a miss the initiator asks the owner to move firehoses, up to eight in a message; the owner
 * unpins, then pins, and responds with the keys. One request to an owner is outstanding at a time: misses meanwhile go
 * with the next. The owner never waits, so all ranks may request at once.
 *
 *     request   pairs of the bucket wanted and the bucket given up (NEW: none)
 *     response  pairs of the bucket and its key
 *
 * Buckets in messages are counted from where the owner's region begins.
 * Words of a message lie in an Int32Array, the number of pairs in front.
 */
import type { LocalBuckets } from './local.ts';
import type { BucketNumbers } from './numbers.ts';
import { NO_VICTIM, type RemoteBuckets } from './remote.ts';

export const MOST_PAIRS = 8;
/** Words of a message. */
export const MOVE_WORDS = 1 + 2 * MOST_PAIRS;

/** Sends a message to a rank. */
export interface MoveChannel {
  request(rank: number, words: Int32Array): void;
  answer(rank: number, words: Int32Array): void;
}

export class Moves {
  moves = 0;
  victims = 0;
  /** Buckets wanted and not requested yet, by rank. */
  private readonly wanted = new Map<number, number[]>();
  /** Ranks with a request outstanding. */
  private readonly outstanding = new Set<number>();
  /** Ranks of which something is wanted, and of which more can be requested since it was tried last, perhaps. */
  private readonly due = new Set<number>();
  private readonly words = new Int32Array(MOVE_WORDS);
  private readonly keys = new Int32Array(MOST_PAIRS);

  constructor(
    private readonly remote: RemoteBuckets,
    private readonly local: LocalBuckets,
    private readonly channel: MoveChannel,
    /** Those of all ranks. */
    private readonly numbers: BucketNumbers,
    /** A firehose is on the bucket: returns the number of transfers that use it. */
    private readonly arrived: (bucket: number) => number,
  ) {
    remote.idled = (rank) => {
      if (this.wanted.has(rank)) this.due.add(rank);
    };
  }

  /** A transfer missed the bucket: requests a firehose on it, if that is not pending. */
  want(bucket: number): void {
    if (this.remote.isPending(bucket)) return;
    this.remote.markPending(bucket);
    const rank = this.numbers.ownerOf(bucket);
    const wanted = this.wanted.get(rank);
    if (wanted === undefined) this.wanted.set(rank, [bucket]);
    else wanted.push(bucket);
    this.due.add(rank);
  }

  /** Whether a miss that has not been requested yet can be, perhaps. */
  get isWaiting(): boolean {
    return this.due.size > 0;
  }

  /** Requests the missed buckets, as far as there are firehoses to move. */
  ask(): void {
    const ranks = [...this.due].sort((a, b) => a - b);
    for (const rank of ranks) {
      if (!this.due.delete(rank)) continue; // a request may poll before it is sent, and a poll asks for what is wanted
      const wanted = this.wanted.get(rank);
      if (wanted !== undefined && !this.outstanding.has(rank)) this.askRank(rank, wanted);
    }
  }

  /** Owner's part: references to pinned buckets are taken first, then buckets are unpinned, then the rest pinned. */
  serve(rank: number, words: Int32Array): void {
    const { local, keys } = this;
    const pairs = words[0]!;
    for (let i = 0; i < pairs; i++) {
      const bucket = local.bucketAt(words[1 + 2 * i]!);
      keys[i] = local.isPinned(bucket) ? local.attach(bucket) : 0;
    }
    for (let i = 0; i < pairs; i++) if (words[2 + 2 * i]! >= 0) local.detach(local.bucketAt(words[2 + 2 * i]!));
    for (let i = 0; i < pairs; i++) words[2 + 2 * i] = keys[i] || local.attach(local.bucketAt(words[1 + 2 * i]!));
    this.channel.answer(rank, words);
  }

  /** Handles the response. */
  finish(rank: number, words: Int32Array): void {
    this.outstanding.delete(rank);
    for (let i = 0; i < words[0]!; i++) {
      const bucket = this.numbers.of(rank, words[1 + 2 * i]!);
      this.remote.moved(bucket, words[2 + 2 * i]!, this.arrived(bucket));
    }
    if (this.wanted.has(rank)) this.due.add(rank);
  }

  private askRank(rank: number, wanted: number[]): void {
    const { words, numbers } = this;
    let pairs = 0;
    while (pairs < MOST_PAIRS && pairs < wanted.length) {
      const victim = this.remote.findVictim(rank);
      if (victim === NO_VICTIM) break;
      if (victim >= 0) this.victims++;
      words[1 + 2 * pairs] = numbers.bucketOf(wanted[pairs]!);
      words[2 + 2 * pairs] = victim < 0 ? victim : numbers.bucketOf(victim);
      pairs++;
    }
    if (pairs === 0) return;
    words[0] = pairs;
    wanted.splice(0, pairs);
    if (wanted.length === 0) this.wanted.delete(rank);
    this.moves += pairs;
    this.outstanding.add(rank);
    this.channel.request(rank, words);
  }
}
