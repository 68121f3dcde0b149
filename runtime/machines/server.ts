/** A resource that serves one after the other, in the order of asking: a core, a bus, a link. */
import { later, type Picoseconds } from './time.ts';

export class Server {
  /** When it has served all that has asked. */
  free: Picoseconds = 0;

  /** Serves for a span, from `at` on; gives when it begins. */
  reserve(at: Picoseconds, span: Picoseconds): Picoseconds {
    const start = Math.max(at, this.free);
    this.free = later(start, span);
    return start;
  }
}
