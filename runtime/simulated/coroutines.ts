/**
 * The coroutines of a simulated job, and the loops in which they sleep.
 *
 * Takes: a coroutine for each number, and the loops that it comes into (waiting.ts). Gives: the next step of a number. One idea: a rank that sleeps in a loop is resumed there, and not
 * through the generators of all its callers. They are resumed when the loop is over.
 */

/** What a coroutine yields. */
export const SUSPEND = Symbol('suspend');

export type Coroutine = Generator<typeof SUSPEND, unknown>;

export class Coroutines {
  /** By number: the innermost loop; the loops around that, the outermost first, where it is in several. */
  private readonly loops: (Coroutine | undefined)[];
  private readonly outerLoops = new Map<number, Coroutine[]>();
  private given: unknown;

  constructor(private readonly coroutines: readonly Coroutine[]) {
    this.loops = coroutines.map(() => undefined);
  }

  /** A loop that is not over goes on by itself; what is thrown in one is thrown where its callers stand. */
  resume(number: number): IteratorResult<unknown> {
    const coroutine = this.coroutines[number]!;
    for (let loop = this.loops[number]; loop !== undefined; loop = this.loops[number]) {
      try {
        const step = loop.next();
        if (step.done !== true) return step;
        this.given = step.value;
      } catch (error) {
        this.pop(number);
        return coroutine.throw(error);
      }
      this.pop(number);
    }
    return coroutine.next();
  }

  /** An error is thrown where a coroutine stands, in whatever loop; one that has not begun never does. */
  unwind(number: number, error: Error): IteratorResult<unknown> {
    this.loops[number] = undefined;
    this.outerLoops.delete(number);
    try {
      return this.coroutines[number]!.throw(error);
    } catch (thrown) {
      if (thrown !== error) throw thrown;
      return { done: true, value: undefined };
    }
  }

  private pop(number: number): void {
    this.loops[number] = this.outerLoops.get(number)?.pop();
  }

  /** It is in a loop from now on. */
  enterLoop(number: number, loop: Coroutine): void {
    const { outerLoops } = this;
    const outer = this.loops[number];
    this.loops[number] = loop;
    if (outer === undefined) return;
    const outers = outerLoops.get(number);
    if (outers === undefined) outerLoops.set(number, [outer]);
    else outers.push(outer);
  }

  /** What the loop has given that was just found to be over. */
  takeGiven(): unknown {
    const { given } = this;
    this.given = undefined;
    return given;
  }

  /** Unless it was left as it was over. */
  leaveLoop(number: number, loop: Coroutine): void {
    if (this.loops[number] === loop) this.pop(number);
  }
}
