/**
 * The loop of a process's progress thread: it reads the completion queue, which drives accesses of other processes to the memory of
 * ranks that compute, and rouses ranks that sleep.
 *
 * It stays away while a rank reads the queue, as two readers hold each other up. It looks from time to time whether one still does, and a
 * rank that is about to sleep calls it (handover.ts). After something has come it spins for the time that a wake-up takes, if a rank sleeps and so
 * leaves its core: more tends to follow.
 */
import { platform } from '../../../../platform/linked.ts';
import type { Fetching } from './fetching.ts';
import type { Port } from './port.ts';
import type { Unanswered } from './unanswered.ts';

/** Milliseconds that it waits in libfabric: no call may keep the process from ending. */
const WAIT = 20;
/** Where libfabric cannot wait: milliseconds between two looks (Linux adds up to 0.05; a thread that is awake more often does not get a core at once), which grow when nothing has come, and no rank has begun anything, for a while. */
const LEAST_PAUSE = 0.02;
const LONGEST_PAUSE = 4;
const LOOKS = 100;
const GROWTH = 1.1;
/** So many looks in vain, and the pauses do not grow any more. */
const MOST_LOOKS = LOOKS + Math.ceil(Math.log(LONGEST_PAUSE / LEAST_PAUSE) / Math.log(GROWTH));

/** Milliseconds of a wake-up. */
const FOLLOWS = 0.07;
/** So many looks of ranks meanwhile say that one of them spins. */
const SPINNING = 16;
/** Milliseconds that it stays away, the longer the longer ranks spin. */
const LEAST_AWAY = 0.05;
const LONGEST_AWAY = 0.8;

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/** Until the end of the job is seen. */
export function serve(port: Port, unanswered: Unanswered, fetching: Fetching): never {
  let seen = port.polls;
  let away = LEAST_AWAY;
  let found = false;
  for (let idle = 0; ; idle = Math.min(idle + 1, MOST_LOOKS)) {
    port.hardware.lookForEnd();
    unanswered.look();
    fetching.look();
    const spins = port.polls - seen > SPINNING;
    seen = port.polls;
    away = spins ? Math.min(2 * away, LONGEST_AWAY) : LEAST_AWAY;
    if (spins && !port.handover.leave(away)) continue;
    found = found && port.hasSleeper() ? spin(port) : port.poll();
    seen = port.polls;
    if (found || (!port.wait(WAIT) && pause(port, idle))) idle = 0;
  }
}

/** Looks until something has come, at most FOLLOWS. */
function spin(port: Port): boolean {
  const end = platform.clock.milliseconds() + FOLLOWS;
  while (!port.poll()) if (platform.clock.milliseconds() > end) return false;
  return true;
}

/** True if a rank has begun something meanwhile. */
function pause(port: Port, looks: number): boolean {
  if (looks >= LOOKS) return port.handover.doze(LEAST_PAUSE * GROWTH ** (looks - LOOKS));
  Atomics.wait(nobodyWakes, 0, 0, LEAST_PAUSE);
  return false;
}
