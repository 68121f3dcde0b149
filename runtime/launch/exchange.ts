/**
 * An all-gather of bytes between processes, while they open a fabric: one thread of each contributes and blocks until it has all.
 *
 * The thread cannot receive messages while it runs, so the answer comes in memory that it shares with the supervisor for it.
 */
import type { Job } from '../core/job.ts';
import { platform } from '../platform/linked.ts';

/** A thread's message to its supervisor; the only other one is 0: look at your words. */
export interface ExchangeRequest {
  readonly bytes: Uint8Array;
  /** A word, not 0 once the rest is there: the bytes of all processes. */
  readonly answer: SharedArrayBuffer;
}

const WORD = 4;
/** Milliseconds between looks whether the job is over. */
const PATIENCE = 20;

/** See Hardware.exchange. */
export function exchange(job: Job, processes: number, bytes: Uint8Array): Uint8Array[] {
  const answer = new SharedArrayBuffer(WORD + processes * bytes.length);
  platform.threads.tell({ bytes, answer } satisfies ExchangeRequest);
  const word = new Int32Array(answer, 0, 1);
  while (Atomics.load(word, 0) === 0) {
    job.lookForEnd();
    Atomics.wait(word, 0, 0, PATIENCE);
  }
  return Array.from({ length: processes }, (_, process) =>
    new Uint8Array(answer, WORD + process * bytes.length, bytes.length).slice(),
  );
}

/** The supervisor's part: gives a thread the bytes of all processes. */
export function answerExchange({ answer }: ExchangeRequest, all: readonly Uint8Array[]): void {
  let place = WORD;
  for (const bytes of all) {
    new Uint8Array(answer).set(bytes, place);
    place += bytes.length;
  }
  const word = new Int32Array(answer, 0, 1);
  Atomics.store(word, 0, 1);
  Atomics.notify(word, 0);
}
