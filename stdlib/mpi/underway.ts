/**
 * One-sided operations of a window that go on: tests by the target, which hold when an operation is done there too (MPI 3.1, 11.5.4).
 *
 * One idea: who waits for a target waits for all that has begun there; an operation that is done on return is never here.
 */
import { FOR_TRANSFER } from '../../runtime/core/states.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import type { Ending } from './state.ts';

/** May be asked again when it has held. */
export type IsDone = () => boolean;

interface Test {
  readonly target: number;
  readonly isDone: IsDone;
}

/** Any target. */
const ALL = -1;

export class UnderWay {
  private tests: Test[] = [];
  private watches: (Ending & { readonly target: number })[] = [];

  constructor(private readonly environment: RuntimeEnvironment) {}

  /** `watch`: over the program's memory that it uses. */
  add(target: number, isDone: IsDone, watch?: Ending): void {
    if (!isDone()) this.tests.push({ target, isDone });
    if (watch !== undefined) this.watches.push({ target, end: () => watch.end() });
  }

  /** Waits for what has begun at a target; without one, at all. */
  wait(target = ALL): void {
    const { job } = this.environment.runtime;
    job.glance();
    if (this.tests.length === 0 && this.watches.length === 0) return;
    const isMeant = (each: { readonly target: number }) => target === ALL || each.target === target;
    this.await(isMeant);
    for (const watch of this.watches) if (isMeant(watch)) watch.end();
    if (this.watches.length > 0) this.watches = this.watches.filter((each) => !isMeant(each));
  }

  private await(isMeant: (test: { readonly target: number }) => boolean): void {
    const { job } = this.environment.runtime;
    if (this.tests.length === 0) return;
    const meant = this.tests.filter(isMeant);
    const areDone = () => meant.every(({ isDone }) => isDone());
    if (!areDone()) job.block(FOR_TRANSFER, areDone);
    this.tests = this.tests.filter((each) => !isMeant(each));
  }
}

export const DONE: IsDone = () => true;

/** A test that is not made again when it has held. */
export function once(holds: () => boolean): IsDone {
  let has = false;
  return () => {
    has ||= holds();
    return has;
  };
}
