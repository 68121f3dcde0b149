/**
 * The pace of a slowed run, in memory that the page shares with threads: the page gives turns, and a thread takes one behind each access.
 *
 * A thread waits until there is a turn for it, first come, first served; the page never waits. Turns that are left when more are given are void, so
 * that a program that has computed for long does not hurry afterwards.
 */
const [GIVEN, TAKEN] = [0, 1];

export class Pace {
  private readonly words: Int32Array;

  constructor(readonly memory: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.words = new Int32Array(memory);
  }

  /** Of the page. */
  give(turns: number): void {
    const { words } = this;
    Atomics.store(words, GIVEN, Math.min(words[GIVEN]!, Atomics.load(words, TAKEN)) + turns);
    Atomics.notify(words, GIVEN);
  }

  /** Of a thread: waits for its turn. */
  take(): void {
    const { words } = this;
    const turn = Atomics.add(words, TAKEN, 1);
    for (;;) {
      const given = Atomics.load(words, GIVEN);
      if (turn < given) return;
      Atomics.wait(words, GIVEN, given);
    }
  }
}
