/**
 * What answers for the other ranks where the provider is "null", which drops all that is sent: it connects, pins, and
 * gives credits back at once, so that the paths of this rank can be walked alone.
 */
import { ANSWER, type Datagram, REQUEST } from './connections.ts';
import type { MoveChannel, Moves } from './firehose/moves.ts';

/** Queue pair, key: any will do. */
const [NUMBER, KEY] = [1, 1];

export class AbsentPeers implements MoveChannel {
  private moves!: Moves;
  private hear!: (rank: number, kind: Datagram, number: number) => void;

  /** Tells who is answered; made after it. */
  answering(moves: Moves, hear: (rank: number, kind: Datagram, number: number) => void): void {
    this.moves = moves;
    this.hear = hear;
  }

  datagram(rank: number, kind: Datagram): void {
    if (kind === REQUEST) this.hear(rank, ANSWER, NUMBER);
  }

  request(rank: number, words: Int32Array): void {
    for (let i = 0; i < words[0]!; i++) words[2 + 2 * i] = KEY;
    this.moves.finish(rank, words);
  }

  answer(): void {}
}
