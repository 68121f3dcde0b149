/**
 * The functions with which a thread serves calls: its main asks for the next request, and finds arguments on its board.
 *
 * Between calls it rests: others may ask for what is in its memory, and it is not waiting for anybody, so that a thread which waits for it
 * within a call is in a deadlock.
 */
import type { LibraryFactory } from '../abi.ts';
import { serveUntil } from '../core/bell.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { notLoaded } from '../errors.ts';
import { BELL, STATE } from '../memory/control.ts';
import { addressOf, offsetOf, wordOf } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { ALLOCATE, ARGUMENTS, COME, FREE, FUNCTION, REQUEST, RESULT } from './board.ts';
import { tellCaller } from './caller.ts';

export const callsLibrary: LibraryFactory = (environment) => {
  let board: CallBoard | undefined;
  return {
    __call_next(address: number): number {
      const { job } = (environment as RuntimeEnvironment).runtime;
      if (!platform.threads.hasCaller) job.fail(notLoaded);
      board ??= new CallBoard(environment as RuntimeEnvironment, address);
      return board.next();
    },
  };
};

class CallBoard {
  private last = 0;

  constructor(
    private readonly environment: RuntimeEnvironment,
    private readonly address: number,
  ) {}

  /** Tells that the last request is done; gives the next one that is for the program. */
  next(): number {
    for (;;) {
      this.environment.runtime.job.rested();
      this.hasCome();
      this.rest();
      const wanted = this.word(FUNCTION);
      if (wanted !== ALLOCATE && wanted !== FREE) return wanted;
      if (this.environment.MYTHREAD === 0) this.serveHeap(wanted);
    }
  }

  /** The last one tells, first where all boards are. */
  private hasCome(): void {
    const { I32, THREADS } = this.environment;
    const come = this.of(0, COME) >>> 2;
    if (Atomics.add(I32, come, 1) + 1 < THREADS) return;
    tellCaller(this.last === 0 ? this.places() : { done: true });
  }

  private places() {
    const { THREADS, runtime } = this.environment;
    const { space } = runtime.job;
    const threads = Array.from({ length: THREADS }, (_, thread) => thread);
    return {
      memory: space.memory,
      boards: threads.map((thread) => this.of(thread, 0)),
      bells: threads.map((thread) => wordOf(space, thread, BELL)),
      states: threads.map((thread) => wordOf(space, thread, STATE)),
    };
  }

  private rest(): void {
    const { job } = this.environment.runtime;
    const request = (this.address + REQUEST) >>> 2;
    const { I32 } = job.space;
    serveUntil(
      job.space,
      () => Atomics.load(I32, request) !== this.last,
      () => {
        const served = job.poll();
        if (!served) job.rest();
        return served;
      },
    );
    this.last = Atomics.load(I32, request);
    job.running();
  }

  /** Blocks for arrays that are copied lie where every thread may reach them. */
  private serveHeap(wanted: number): void {
    const { sharedHeap } = this.environment.runtime;
    const argument = this.word(ARGUMENTS);
    if (wanted === FREE) sharedHeap.free('call', argument);
    else this.environment.I32[(this.address + RESULT) >>> 2] = sharedHeap.tryLocal(argument >>> 0);
  }

  private word(offset: number): number {
    return this.environment.I32[(this.address + offset) >>> 2]!;
  }

  /** Address of a word of a thread's board. */
  private of(thread: number, offset: number): number {
    const { space } = this.environment.runtime.job;
    return (addressOf(space, thread, offsetOf(space, this.address)) + offset) >>> 0;
  }
}
