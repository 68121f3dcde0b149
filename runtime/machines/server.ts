/** Resources that serve one after the other, in the order of asking: a core, a bus, a link. */
import { later, type Picoseconds } from './time.ts';

export class Server {
  /** When it has served all that has asked. */
  free: Picoseconds = 0;
  /** Time that it has served in all. */
  busy: Picoseconds = 0;

  /** Serves for a span, from `at` on; gives when it begins. */
  reserve(at: Picoseconds, span: Picoseconds): Picoseconds {
    const start = Math.max(at, this.free);
    this.free = later(start, span);
    this.busy += span;
    return start;
  }
}

/** Several that are alike: who asks gets the one that is free first, of those the first. */
export class Servers {
  private readonly all: readonly Server[];

  constructor(count: number) {
    this.all = Array.from({ length: count }, () => new Server());
  }

  reserve(at: Picoseconds, span: Picoseconds): Picoseconds {
    return this.all.reduce((best, each) => (each.free < best.free ? each : best)).reserve(at, span);
  }
}
