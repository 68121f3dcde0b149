/**
 * The other end of a line is taken for gone when nothing comes for PGAS_PEER_TIMEOUT seconds: the process that starts a job tells each agent
 * and each process that has joined all the time that it is there, whatever else it waits for.
 *
 * Counted in time that this process runs, so that who is suspended and resumed harms nobody.
 */
import { LaunchError } from '../errors.ts';
import { platform } from '../platform/linked.ts';
import type { Line, Variables } from '../platform/platform.ts';
import { isFrozen } from './beginning.ts';

/** Seconds that a process may be silent, unless PGAS_PEER_TIMEOUT says it. */
export const USUAL = 30;
/** A process that is well may be held up for a second on a busy machine. */
const LEAST = 2;
/** Milliseconds between what is told all the time, and between looks whether it has come. */
const HEARTBEAT = 250;

/** Seconds; none are too many where debuggers may stop a process. Throws LaunchError. */
export function peerTimeout(variables: Variables = platform.variables()): number {
  if (isFrozen(variables)) return Number.POSITIVE_INFINITY;
  const text = variables.PGAS_PEER_TIMEOUT;
  if (text === undefined || text === '') return USUAL;
  const seconds = Number(text);
  if (seconds >= LEAST) return seconds;
  throw new LaunchError(
    `PGAS_PEER_TIMEOUT=${text}: it must be a number of seconds, ${LEAST} at least, as a busy machine may hold up a process for one`,
  );
}

/** Tells the other end of a line that this one is there, until it ends. */
export function beat(tell: () => void): { stop(): void } {
  const timer = setInterval(tell, HEARTBEAT);
  return { stop: () => clearInterval(timer) };
}

/** Calls `gone` when the line has been silent for so many seconds. */
export function endWhenSilent(line: Line, gone: () => void, most = peerTimeout()): void {
  let silent = 0;
  line.onMessage(() => (silent = 0));
  setInterval(() => {
    silent += HEARTBEAT / 1000;
    if (silent >= most) gone();
  }, HEARTBEAT);
}
