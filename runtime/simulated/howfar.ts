/**
 * How far a job has come, while it runs for long at a terminal: its virtual time, the ranks that have ended, and the seconds that it took here.
 *
 * One idea: the ranks' thread leaves two numbers in memory that it shares with the supervisor's, which writes the line, also while a rank computes for long. Either takes the line away
 * before it writes anything else on the terminal. A text without an end of line, as a question is, is not written over.
 */
import { locked } from '../core/mutex.ts';
import type { HowFar } from '../launch/simulation.ts';
import { CLEARED, statusLine } from '../launch/status-line.ts';
import { inTimeUnits } from '../machines/time.ts';
import { real } from '../platform/real.ts';
import { REACHED, scheduler } from './scheduler.ts';

/** Milliseconds before the first line, and between two. */
const PATIENCE = 3000;
const OFTEN = 1000;

const STDERR = 2;
const NEWLINE = 10;
/** Words behind the numbers of the scheduler. */
const [LOCK, SHOWN, OPEN] = [4, 5, 6];
const BYTES = 32;

/** The terminal, as both threads write on it. */
class Screen {
  private readonly I32: Int32Array;
  private readonly has = [0, 1, STDERR].map((descriptor) => real.files.isTerminal(descriptor));

  constructor(readonly memory: SharedArrayBuffer) {
    this.I32 = new Int32Array(memory);
  }

  show(what: string): void {
    locked(this.I32, 4 * LOCK, () => {
      if (this.I32[OPEN] !== 0) return;
      this.I32[SHOWN] = 1;
      put(statusLine(what));
    });
  }

  clear(): void {
    locked(this.I32, 4 * LOCK, () => this.clearHeld());
  }

  private clearHeld(): void {
    if (this.I32[SHOWN] === 1) put(CLEARED);
    this.I32[SHOWN] = 0;
  }

  write(descriptor: number, bytes: Uint8Array, start: number, thread?: number): number {
    if (!this.has[descriptor]) return real.files.write(descriptor, bytes, start, thread);
    return locked(this.I32, 4 * LOCK, () => {
      this.clearHeld();
      const count = real.files.write(descriptor, bytes, start, thread);
      if (count > 0) this.I32[OPEN] = bytes[start + count - 1] === NEWLINE ? 0 : 1;
      return count;
    });
  }
}

/** A terminal that takes nothing now is not waited for. */
function put(text: string): void {
  try {
    real.files.write(STDERR, new TextEncoder().encode(text), 0);
  } catch {}
}

let screen: Screen | undefined;

/** What is written on standard output and standard error. */
export const write: typeof real.files.write = (descriptor, bytes, start, thread) =>
  (screen ?? real.files).write(descriptor, bytes, start, thread);

/** In the supervisor's thread: shows it from now on, if there is a terminal. */
export function showHowFar(ranks: number): HowFar | undefined {
  if (!real.files.isTerminal(STDERR) || real.threads.hasCaller) return undefined;
  const shown = new Screen(new SharedArrayBuffer(BYTES));
  const reached = new Float64Array(shown.memory, 0, 2);
  const begun = real.clock.milliseconds();
  const timer = setInterval(() => {
    const span = real.clock.milliseconds() - begun;
    if (span >= PATIENCE) shown.show(textOf(reached, ranks, span));
  }, OFTEN);
  screen = shown;
  const end = () => {
    clearInterval(timer);
    shown.clear();
  };
  return { memory: shown.memory, end };
}

const textOf = (reached: Float64Array, ranks: number, span: number): string =>
  `${inTimeUnits(reached[REACHED.TIME]!)} of virtual time, ${reached[REACHED.ENDS]} of ${ranks} ranks ended, ${Math.round(span / 1000)} s here`;

/** In the ranks' thread. */
export function tellHowFar(memory: SharedArrayBuffer): void {
  screen = new Screen(memory);
  scheduler.reached = new Float64Array(memory, 0, 2);
}
