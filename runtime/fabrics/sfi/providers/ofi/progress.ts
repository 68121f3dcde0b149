/**
 * The loop of a process's progress thread: it reads the completion queue, which drives accesses of other processes to the memory of
 * ranks that compute, and rouses ranks that sleep.
 */
import type { Port } from './port.ts';

/** Milliseconds that it waits in libfabric: no call may keep the process from ending. */
const WAIT = 20;
/** Where libfabric cannot wait: milliseconds between two looks, which grow when nothing has come, and no rank has looked, for a while. */
const LEAST_PAUSE = 0.05;
const LONGEST_PAUSE = 4;
const LOOKS = 100;
const GROWTH = 1.1;

/** So many looks of ranks meanwhile say that one of them spins: it needs nobody beside it. */
const SPINNING = 16;

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/** Until `lookForEnd` throws. */
export function serve(port: Port, lookForEnd: () => void): never {
  let spins = false;
  for (let idle = 0; ; idle++) {
    lookForEnd();
    const { polls } = port;
    if (port.poll()) idle = 0;
    else if (spins || !port.wait(WAIT)) Atomics.wait(nobodyWakes, 0, 0, pauseAfter(idle));
    const others = port.polls - polls - 1;
    if (others > 0) idle = 0; // a rank waits for something
    spins = others > SPINNING;
  }
}

function pauseAfter(looks: number): number {
  return looks < LOOKS ? LEAST_PAUSE : Math.min(LEAST_PAUSE * GROWTH ** (looks - LOOKS), LONGEST_PAUSE);
}
