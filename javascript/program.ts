/**
 * A program whose threads wait for requests: passes them one, and learns when all have answered, or that the program has ended.
 *
 * One idea: requests are written in the program's own memory, on the boards of its threads (runtime/calls/board.ts); what starts and ends
 * its workers, in Node.js or in a page, is a `Job`.
 */
import type { CallValue } from '../compiler/callable.ts';
import {
  ALLOCATE,
  ARGUMENTS,
  COME,
  END,
  FREE,
  FUNCTION,
  REQUEST,
  RESULT,
  type Told,
  VALUE_BYTES,
} from '../runtime/calls/board.ts';
import { RUNNING } from '../runtime/core/states.ts';
import type { ProgramEnded, Result } from './api.ts';
import { readValue, writeValue } from './values.ts';

/** The workers of a program. */
export interface Job {
  /** To be called once. */
  listen(listeners: { told(told: Told): void; ended(status: number): void }): void;
  /** Ends them wherever they are. */
  end(): void;
  /** Whether the process, which would end, is to wait for them. */
  keep(isWaitedFor: boolean): void;
}

class Ended extends Error implements ProgramEnded {
  override readonly name = 'ProgramEnded';

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Answer {
  resolve(): void;
  reject(reason: unknown): void;
}

/** A value of a request. */
export interface Passed {
  readonly kind: CallValue['kind'];
  readonly value: number | bigint;
}

type Places = Extract<Told, { boards: unknown }>;

/** Of what the job says: that it does, and the frame of the made-up main. */
const OUTSIDE = /^pgasc: |^ *at main \(<calls>.*\n?/gm;
/** Milliseconds that a program which has been told to end may take. */
const PATIENCE = 2000;

export class Program {
  private places!: Places;
  private answer: Answer | undefined;
  private readonly said: string[] = [];
  /** How many wait for it. */
  private waiting = 0;
  /** Why it cannot be used any more. */
  ending: Error | undefined;
  /** Resolves when its workers are gone. */
  readonly ended: Promise<void>;
  private hasEnded = () => {};

  constructor(
    private readonly name: string,
    private readonly job: Job,
  ) {
    this.ended = new Promise((resolve) => {
      this.hasEnded = resolve;
    });
    job.listen({ told: (told) => this.hear(told), ended: (status) => this.over(status) });
  }

  get memory(): SharedArrayBuffer {
    return this.places.memory.buffer as unknown as SharedArrayBuffer;
  }

  /** Until all threads wait for requests. */
  begin(): Promise<void> {
    return this.answered();
  }

  /** Has all threads answer a request. */
  request(number: number, values: readonly Passed[]): Promise<void> {
    const answered = this.answered();
    this.write(number, values);
    return answered;
  }

  async allocate(bytes: number): Promise<number> {
    await this.request(ALLOCATE, [{ kind: 'u32', value: bytes }]);
    return this.results('u32')[0] as number;
  }

  free(address: number): Promise<void> {
    return this.request(FREE, [{ kind: 'u32', value: address }]);
  }

  /** Of all threads. */
  results(kind: CallValue['kind']): Result[] {
    const view = new DataView(this.memory);
    return this.places.boards.map((board) => readValue(view, board + RESULT, kind));
  }

  /** Ends it in the ordinary way. */
  close(): Promise<void> {
    this.ending ??= new Error(`${this.name}: the instance is closed`);
    this.write(END, []);
    return this.stopAfter(PATIENCE);
  }

  /** Ends it wherever it is. */
  stop(reason: unknown, why: string): void {
    this.ending ??= new Error(`${this.name}: the instance has ended: ${why}`);
    this.answer?.reject(reason);
    this.answer = undefined;
    this.job.end();
  }

  /** Node.js, which would end, waits for what is promised: the workers, which bring it about, hold it so long. */
  async heldFor<T>(promised: Promise<T>): Promise<T> {
    if (this.waiting++ === 0) this.job.keep(true);
    try {
      return await promised;
    } finally {
      if (--this.waiting === 0) this.job.keep(false);
    }
  }

  private answered(): Promise<void> {
    if (this.ending !== undefined) return Promise.reject(this.ending);
    return new Promise((resolve, reject) => {
      this.answer = { resolve, reject };
    });
  }

  private write(number: number, values: readonly Passed[]): void {
    const { boards, bells, states } = this.places;
    const words = new Int32Array(this.memory);
    const view = new DataView(this.memory);
    for (const board of boards) {
      view.setInt32(board + FUNCTION, number, true);
      values.forEach(({ kind, value }, index) => {
        writeValue(view, board + ARGUMENTS + VALUE_BYTES * index, kind, value);
      });
    }
    words[(boards[0]! + COME) >>> 2] = 0;
    for (const state of states) Atomics.store(words, state, RUNNING);
    boards.forEach((board, thread) => {
      Atomics.add(words, (board + REQUEST) >>> 2, 1);
      Atomics.add(words, bells[thread]!, 1);
      Atomics.notify(words, bells[thread]!);
    });
  }

  private hear(told: Told): void {
    if ('says' in told) this.hearWhy(told.says);
    else {
      if ('boards' in told) this.places = told;
      const { answer } = this;
      this.answer = undefined;
      answer?.resolve();
    }
  }

  /** Its workers may be in a loop that nobody ends. */
  private hearWhy(text: string): void {
    this.said.push(text.replace(OUTSIDE, '').trimEnd());
    void this.stopAfter(PATIENCE);
  }

  private stopAfter(milliseconds: number): Promise<void> {
    const late = setTimeout(() => this.job.end(), milliseconds);
    return this.ended.then(() => clearTimeout(late));
  }

  private over(status: number): void {
    const why = this.said.join('\n') || `ended with status ${status}`;
    const failure = new Ended(`${this.name}: ${why}`, status);
    this.ending ??= failure;
    this.answer?.reject(failure);
    this.answer = undefined;
    this.hasEnded();
  }
}
