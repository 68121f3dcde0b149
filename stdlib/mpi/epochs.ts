/**
 * Active target synchronization: MPI_Win_fence, and start, complete, post, wait (MPI 3.1, 11.5.1 - 11.5.2).
 *
 * A fence waits for this rank's operations and then for all ranks. Of the others each call waits for its own: MPI_Win_start for MPI_Win_post of
 * each target, MPI_Win_wait for MPI_Win_complete of each origin. They tell each other by messages that are only counted.
 */
import { argumentsAt } from '../../runtime/core/message.ts';
import { MPI_SIGNAL, serve } from '../common/handlers.ts';
import { ERR_ASSERT, ERR_RMA_SYNC } from './errors.ts';
import type { Groups } from './groups.ts';
import { rankIn } from './operations.ts';
import type { Body, State } from './state.ts';
import type { Waiting } from './waiting.ts';
import { mistakeOf, type Window, type Windows } from './windows.ts';

/** MPI_MODE_... */
export const [NOCHECK, NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED] = [1, 2, 4, 8, 16];

/** What a message says. */
const [POSTED, COMPLETED] = [1, 2];
const SAID = ['', 'MPI_Win_post', 'MPI_Win_complete'];

/** Ends the call if an assertion has other bits than those allowed. */
export function checkAssertion(state: State, call: string, assertion: number, allowed: number, names: string): void {
  if ((assertion & ~allowed) === 0) return;
  state.refuse(call, 'assert', assertion, `it is 0, or made of ${names}`, ERR_ASSERT);
}

export class Epochs {
  /** Messages that nobody has waited for, by window, what they say, and rank. They may come before this rank has the window. */
  private readonly told = new Map<string, number>();

  constructor(
    private readonly state: State,
    private readonly windows: Windows,
    private readonly groups: Groups,
    private readonly waiting: Waiting,
  ) {
    const { environment } = state;
    serve(environment, MPI_SIGNAL, (token: number, window: number, what: number) => {
      const key = keyOf(window, what, environment.runtime.messages.sourceOf(token));
      this.told.set(key, (this.told.get(key) ?? 0) + 1);
    });
  }

  private tell(window: Window, rank: number, what: number): void {
    const { runtime, I32 } = this.state.environment;
    const message = runtime.messages.requestShort(window.members.at(rank).proc, MPI_SIGNAL, 2);
    I32.set([window.comm.team.number, what], argumentsAt(message) >>> 2);
    runtime.messages.send();
  }

  private hasTold(window: Window, rank: number, what: number): boolean {
    return (this.told.get(keyOf(window.comm.team.number, what, window.members.at(rank).proc)) ?? 0) > 0;
  }

  private take(window: Window, rank: number, what: number): void {
    const key = keyOf(window.comm.team.number, what, window.members.at(rank).proc);
    const left = this.told.get(key)! - 1;
    if (left > 0) this.told.set(key, left);
    else this.told.delete(key);
  }

  private await(call: string, window: Window, rank: number, what: number): void {
    const text = `for ${SAID[what]} of ${rank}, ${window.name}`;
    const { comm } = window;
    this.waiting.until(call, { whom: window.members.at(rank).proc, text, comm }, () =>
      this.hasTold(window, rank, what),
    );
    this.take(window, rank, what);
  }

  /** Ranks of the window that a group names. */
  private ranks(call: string, window: Window, handle: number): number[] {
    return this.groups.at(call, 'group', handle).map((proc, i) => {
      const rank = rankIn(window.comm, proc);
      if (rank >= 0) return rank;
      return this.state.refuse(
        call,
        'group',
        `one whose rank ${i} is not of ${window.name}`,
        'it is a part of its group',
      );
    });
  }

  private fence(call: string, window: Window, assertion: number): void {
    const { epoch, comm, underWay, conflicts } = window;
    const names = 'MPI_MODE_NOSTORE, NOPUT, NOPRECEDE, NOSUCCEED';
    checkAssertion(this.state, call, assertion, NOSTORE | NOPUT | NOPRECEDE | NOSUCCEED, names);
    if (epoch.kind !== 'fence') epoch.requireClosed(call, window);
    epoch.requireUnexposed(call, window);
    if ((assertion & NOPRECEDE) !== 0 && epoch.isUsed)
      throw mistakeOf(
        ERR_RMA_SYNC,
        call,
        window,
        'operations have begun, which MPI_MODE_NOPRECEDE says there are none of',
      );
    underWay.wait();
    conflicts.conceal(window, true);
    this.state.together.meet(call, comm.team);
    epoch.open((assertion & NOSUCCEED) !== 0 ? 'none' : 'fence');
    conflicts.look(call, window);
    if (epoch.kind === 'fence') conflicts.expose(window);
  }

  private start(call: string, window: Window, group: number, assertion: number): void {
    const { epoch } = window;
    checkAssertion(this.state, call, assertion, NOCHECK, 'MPI_MODE_NOCHECK');
    epoch.requireClosed(call, window);
    const targets = this.ranks(call, window, group);
    if ((assertion & NOCHECK) === 0) for (const rank of targets) this.await(call, window, rank, POSTED);
    epoch.open('start', targets);
  }

  private complete(call: string, window: Window): void {
    const { epoch, underWay } = window;
    epoch.require('start', call, window);
    underWay.wait();
    window.conflicts.end();
    for (const rank of epoch.targets) this.tell(window, rank, COMPLETED);
    epoch.close();
  }

  private post(call: string, window: Window, group: number, assertion: number): void {
    const { epoch } = window;
    const names = 'MPI_MODE_NOCHECK, NOSTORE, NOPUT';
    checkAssertion(this.state, call, assertion, NOCHECK | NOSTORE | NOPUT, names);
    epoch.requireUnexposed(call, window);
    const origins = this.ranks(call, window, group);
    epoch.origins = origins;
    window.conflicts.expose(window);
    if ((assertion & NOCHECK) === 0) for (const rank of origins) this.tell(window, rank, POSTED);
  }

  private wait(call: string, window: Window): void {
    for (const rank of window.epoch.exposed(call, window)) this.await(call, window, rank, COMPLETED);
    this.unexpose(window);
  }

  private unexpose(window: Window): void {
    window.epoch.origins = undefined;
    window.conflicts.conceal(window, false);
  }

  /** Whether all origins have completed, which ends the epoch as MPI_Win_wait does. */
  private test(call: string, window: Window): boolean {
    const origins = window.epoch.exposed(call, window);
    if (!this.waiting.glance(() => origins.every((rank) => this.hasTold(window, rank, COMPLETED)))) return false;
    for (const rank of origins) this.take(window, rank, COMPLETED);
    this.unexpose(window);
    return true;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Win_fence: (call, assertion, handle) => this.fence(call, this.windows.at(call, handle!), assertion!),
    MPI_Win_start: (call, group, assertion, handle) =>
      this.start(call, this.windows.at(call, handle!), group!, assertion!),
    MPI_Win_complete: (call, handle) => this.complete(call, this.windows.at(call, handle!)),
    MPI_Win_post: (call, group, assertion, handle) =>
      this.post(call, this.windows.at(call, handle!), group!, assertion!),
    MPI_Win_wait: (call, handle) => this.wait(call, this.windows.at(call, handle!)),
    MPI_Win_test: (call, handle, flag) =>
      this.state.give(call, 'flag', flag!, this.test(call, this.windows.at(call, handle!)) ? 1 : 0),
  };
}

const keyOf = (window: number, what: number, proc: number): string => `${window} ${what} ${proc}`;
