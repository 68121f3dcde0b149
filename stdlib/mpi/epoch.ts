/**
 * The epochs of a window at a rank: which it has opened as one that accesses, and as one that is accessed (MPI 3.1, 11.5).
 *
 * One idea: a state and its rules; that other ranks agree is up to the functions that synchronize (epochs.ts, windowlocks.ts). What a fence changes are words in
 * memory, as the one in C has them too (job.h).
 */
import type { RuntimeEnvironment } from '../../runtime/environment.ts';
import { PROC_NULL } from './constants.ts';
import { ERR_RMA_SYNC } from './errors.ts';
import type { Lock } from './windowlocks.ts';
import { mistakeOf, type Window } from './windows.ts';

/** What has opened the epoch in which this rank accesses others. */
const KINDS = ['none', 'fence', 'start', 'lock', 'lock all'] as const;
export type Kind = (typeof KINDS)[number];

/** Words of struct __mpi_epoch. */
const [KIND, USED, EXPOSED, WORDS] = [0, 1, 2, 3];

/** The functions that open and close each. */
const OPENING = {
  fence: 'MPI_Win_fence',
  start: 'MPI_Win_start',
  lock: 'MPI_Win_lock',
  'lock all': 'MPI_Win_lock_all',
};
export const CLOSING = {
  none: '',
  ...{ fence: 'MPI_Win_fence', start: 'MPI_Win_complete' },
  ...{ lock: 'MPI_Win_unlock', 'lock all': 'MPI_Win_unlock_all' },
};
const NONE = 'no epoch is open in which this rank accesses it: MPI_Win_fence, MPI_Win_start or MPI_Win_lock opens one';

export class Epoch {
  /** In memory. */
  readonly address: number;
  private readonly words: Int32Array;
  /** Of MPI_Win_start: ranks of the window. */
  targets: readonly number[] = [];
  /** By rank of the window. */
  readonly locks = new Map<number, Lock>();
  private exposedTo: readonly number[] | undefined;

  constructor(private readonly environment: Pick<RuntimeEnvironment, 'heap' | 'I32'>) {
    const { heap, I32 } = environment;
    this.address = heap.allocate(4 * WORDS);
    this.words = I32.subarray(this.address >>> 2, (this.address >>> 2) + WORDS);
    this.words.fill(0);
  }

  release(): void {
    this.environment.heap.free(this.address);
  }

  get kind(): Kind {
    return KINDS[this.words[KIND]!]!;
  }

  /** Since the latest fence something has begun. */
  get isUsed(): boolean {
    return this.words[USED] !== 0;
  }

  /** Of MPI_Win_post: ranks that may access this one. */
  get origins(): readonly number[] | undefined {
    return this.exposedTo;
  }

  set origins(ranks: readonly number[] | undefined) {
    this.exposedTo = ranks;
    this.words[EXPOSED] = ranks === undefined ? 0 : 1;
  }

  /** An operation at a target, a rank of the window, begins. */
  use(call: string, window: Window, target: number): void {
    const rule = this.reasonAgainst(target);
    if (rule !== undefined) throw mistakeOf(ERR_RMA_SYNC, call, window, rule);
    if (target !== PROC_NULL) this.words[USED] = 1;
  }

  private reasonAgainst(target: number): string | undefined {
    if (this.kind === 'none') return NONE;
    if (target === PROC_NULL) return undefined;
    if (this.kind === 'start' && !this.targets.includes(target))
      return `rank ${target} is not in the group of MPI_Win_start`;
    if (this.kind === 'lock' && !this.locks.has(target))
      return `rank ${target} is not locked: MPI_Win_lock comes first`;
    return undefined;
  }

  /** Operations whose end others do not wait for, and those that give requests, want a lock. */
  requireLock(call: string, window: Window, target?: number): void {
    const isLocked =
      this.kind === 'lock all' || (this.kind === 'lock' && (target === undefined || this.locks.has(target)));
    if (isLocked) return;
    const whom = target === undefined || this.kind !== 'lock' ? 'no rank' : `rank ${target}`;
    const is = whom === 'no rank' ? 'is locked' : 'is not locked';
    throw mistakeOf(ERR_RMA_SYNC, call, window, `${whom} ${is}: MPI_Win_lock or MPI_Win_lock_all comes first`);
  }

  /** Another epoch may be opened now; a fence's may end by that if nothing has begun in it. */
  requireClosed(call: string, window: Window): void {
    const { kind } = this;
    if (kind === 'none' || (kind === 'fence' && !this.isUsed)) return;
    const rule = `an epoch of ${OPENING[kind]} is open: ${CLOSING[kind]} closes it`;
    throw mistakeOf(ERR_RMA_SYNC, call, window, rule);
  }

  require(kind: Kind & keyof typeof OPENING, call: string, window: Window): void {
    if (this.kind === kind) return;
    throw mistakeOf(ERR_RMA_SYNC, call, window, `no epoch of ${OPENING[kind]} is open`);
  }

  requireUnexposed(call: string, window: Window): void {
    if (this.origins === undefined) return;
    throw mistakeOf(ERR_RMA_SYNC, call, window, 'an epoch of MPI_Win_post is open: MPI_Win_wait closes it');
  }

  /** The ranks of MPI_Win_post. */
  exposed(call: string, window: Window): readonly number[] {
    if (this.origins === undefined) throw mistakeOf(ERR_RMA_SYNC, call, window, 'no epoch of MPI_Win_post is open');
    return this.origins;
  }

  open(kind: Kind, targets: readonly number[] = []): void {
    this.words[KIND] = KINDS.indexOf(kind);
    this.words[USED] = 0;
    this.targets = targets;
  }

  close(): void {
    this.open('none');
  }
}
