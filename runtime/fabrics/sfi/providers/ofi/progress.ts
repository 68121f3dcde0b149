/**
 * The loop of a process's progress thread: it reads the completion queue, which drives accesses of other processes to the memory of
 * ranks that compute, and rouses ranks that sleep.
 */
import type { Port } from './port.ts';

/** Milliseconds that it waits in libfabric: no call may keep the process from ending. */
const WAIT = 20;
/** Where libfabric cannot wait: milliseconds between two looks, which grow when nothing has come, and no rank has begun anything, for a while. */
const LEAST_PAUSE = 0.02;
const LONGEST_PAUSE = 4;
const LOOKS = 100;
const GROWTH = 1.1;
/** So many looks in vain, and the pauses do not grow any more. */
const MOST_LOOKS = LOOKS + Math.ceil(Math.log(LONGEST_PAUSE / LEAST_PAUSE) / Math.log(GROWTH));

/** So many looks of ranks meanwhile say that one of them spins: it needs nobody beside it. */
const SPINNING = 16;

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/** Until `lookForEnd` throws. */
export function serve(port: Port, lookForEnd: () => void): never {
  let spins = false;
  for (let idle = 0; ; idle = Math.min(idle + 1, MOST_LOOKS)) {
    lookForEnd();
    const { polls } = port;
    if (port.poll()) idle = 0;
    else if ((spins || !port.wait(WAIT)) && pause(port, idle)) idle = 0;
    spins = port.polls - polls - 1 > SPINNING;
  }
}

/** True if a rank has begun something meanwhile. */
function pause(port: Port, looks: number): boolean {
  if (looks >= LOOKS) return port.doze(LEAST_PAUSE * GROWTH ** (looks - LOOKS));
  Atomics.wait(nobodyWakes, 0, 0, LEAST_PAUSE);
  return false;
}
