/** Waiting within the library: looks again and again, and leaves the processor to others after a while. */
import { platform } from '../../platform/linked.ts';

const LOOKS = 1000;
const NAP = 1;
const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/** Whether `over()` became true within so many milliseconds; negative: however long it takes. */
export function waitUntil(over: () => boolean, timeout: number): boolean {
  const end = timeout < 0 ? Number.POSITIVE_INFINITY : platform.clock.milliseconds() + timeout;
  for (let looks = 1; !over(); looks++) {
    if (platform.clock.milliseconds() >= end) return over();
    if (looks > LOOKS) Atomics.wait(nobodyWakes, 0, 0, NAP);
  }
  return true;
}
