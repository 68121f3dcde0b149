/**
 * Stands in for the peers with the provider "null", which drops all messages: it connects, pins, and returns credits at
 * once, so that this rank's code paths run alone.
 */
import { ANSWER, type Datagram, REQUEST } from './connections.ts';
import type { MoveChannel, Moves } from './firehose/moves.ts';

/** Queue pair, key: arbitrary. */
const [NUMBER, KEY] = [1, 1];

export class AbsentPeers implements MoveChannel {
  private moves!: Moves;
  private hear!: (rank: number, kind: Datagram, number: number) => void;

  /** Sets the receivers of its answers, which are constructed after it. */
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
