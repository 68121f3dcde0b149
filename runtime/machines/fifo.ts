/** A queue, first in, first out: of many thousands too, as taking the first moves nothing. */

/** Of what has been taken, so much is kept before the rest moves up. */
const KEPT = 1024;

export class Fifo<T> {
  private things: (T | undefined)[] = [];
  private begin = 0;

  push(thing: T): void {
    this.things.push(thing);
  }

  get first(): T | undefined {
    return this.things[this.begin];
  }

  take(): T | undefined {
    const taken = this.first;
    if (taken === undefined) return undefined;
    this.things[this.begin++] = undefined;
    if (this.begin > KEPT && 2 * this.begin > this.things.length) {
      this.things = this.things.slice(this.begin);
      this.begin = 0;
    }
    return taken;
  }
}
