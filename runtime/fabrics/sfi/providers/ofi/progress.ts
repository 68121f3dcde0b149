/**
 * What the progress thread of a process does: it reads the completion queue, so that what others do to the memory of ranks that compute is
 * done, and ranks that sleep are roused.
 */
import type { Port } from './port.ts';

/** Milliseconds that it waits in libfabric: no call may keep the process from ending. */
const WAIT = 20;
/** Where libfabric cannot wait: milliseconds between two looks, which grow when nothing has come, and no rank has looked, for a while. */
const LEAST_PAUSE = 0.05;
const LONGEST_PAUSE = 1;
const LOOKS = 100;
const GROWTH = 1.1;

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/** Until `lookForEnd` throws. */
export function serve(port: Port, lookForEnd: () => void): never {
  for (let idle = 0; ; idle++) {
    lookForEnd();
    const { polls } = port;
    if (port.poll()) idle = 0;
    else if (!port.wait(WAIT)) Atomics.wait(nobodyWakes, 0, 0, pauseAfter(idle));
    if (port.polls > polls + 1) idle = 0; // a rank waits for something
  }
}

function pauseAfter(looks: number): number {
  return looks < LOOKS ? LEAST_PAUSE : Math.min(LEAST_PAUSE * GROWTH ** (looks - LOOKS), LONGEST_PAUSE);
}
