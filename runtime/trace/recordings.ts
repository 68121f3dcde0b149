/**
 * The memory of the records of a process's threads (ledger.ts): read when the job is over, or sent to the process that
 * writes the reports.
 */
import type { ProgramImage } from '../abi.ts';
import { platform } from '../platform/linked.ts';
import { eventLines } from './chrome.ts';
import { Journal } from './journal.ts';
import { JOURNAL_LOCK, type Ledger, type LedgerSizes, ledgerBytes, ledgerOf } from './ledger.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Recording } from './recorder.ts';
import { rowsFor } from './tallies.ts';

/** Milliseconds to wait for a thread to write its buffered events. */
const PATIENCE = 2000;

/** The recorded job. */
export interface RecordedJob {
  readonly threads: number;
  readonly network: string;
  /** Bytes that all threads together may write to the trace file; of so many operations one is written there. */
  readonly limit: number;
  readonly sample: number;
  /** Names of the library's functions. */
  readonly library: () => readonly string[];
}

export class Recordings {
  readonly operations: readonly Operation[];
  private readonly sizes: LedgerSizes;
  private readonly memories: readonly SharedArrayBuffer[];

  /** `start`: of the job, in milliseconds since 1970; `descriptor`: of the trace file, if there is one. */
  constructor(
    private readonly program: ProgramImage,
    private readonly job: RecordedJob,
    private readonly start: number,
    private readonly descriptor: number | undefined,
  ) {
    const { threads, library } = job;
    this.operations = operationsOf(library());
    const rows = rowsFor(program.places!.length, this.operations.length);
    this.sizes = { threads, rows, journal: descriptor !== undefined };
    this.memories = Array.from({ length: threads }, () => new SharedArrayBuffer(ledgerBytes(this.sizes)));
  }

  /** A thread's recording parameters. */
  of(thread: number): Recording {
    const { sizes, start, descriptor, operations, program, limit } = this;
    const { sample } = this.job;
    return {
      memory: this.memories[thread]!,
      sizes,
      start,
      descriptor,
      limit,
      sample,
      operations,
      places: program.places!,
    };
  }

  /** Bytes that a thread may write to the trace file. */
  private get limit(): number {
    return Math.floor(this.job.limit / this.job.threads);
  }

  get ledgers(): Ledger[] {
    return this.memories.map((memory) => ledgerOf(memory, this.sizes));
  }

  /** Writes the threads' buffered events. They write no more. */
  close(threads: readonly number[]): void {
    const { descriptor, operations } = this;
    if (descriptor === undefined) return;
    const names = { operations, places: this.program.places! };
    const end = platform.clock.milliseconds() + PATIENCE;
    for (const thread of threads) {
      const ledger = ledgerOf(this.memories[thread]!, this.sizes);
      const journal = new Journal(ledger, thread, descriptor, this.limit, (...event) => eventLines(names, ...event));
      while (!journal.close() && platform.clock.milliseconds() < end)
        Atomics.wait(ledger.words, 0, ledger.words[0]!, 1);
    }
  }

  /** The records of threads, for `take` in another process. */
  bytesOf(threads: readonly number[]): Uint8Array[] {
    this.close(threads);
    return threads.map((thread) => new Uint8Array(this.memories[thread]!).slice());
  }

  take(thread: number, bytes: Uint8Array): void {
    const memory = this.memories[thread]!;
    new Uint8Array(memory).set(bytes);
    ledgerOf(memory, this.sizes).words[JOURNAL_LOCK] = 0;
  }
}
