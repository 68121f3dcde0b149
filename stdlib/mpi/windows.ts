/**
 * Windows by handle: memory that the ranks of a group have for each other's one-sided communication, with names, attributes, hints, error handlers
 * (MPI 3.1, 11.2.6, 6.7.3, 6.8, 8.3.2).
 *
 * One idea: what a window is made of (windowmemory.ts) is one record: of each rank where its memory is, as an address of the job.
 */
import { badArgument } from '../common/errors.ts';
import type { Owner } from './attributes.ts';
import type { Communicator } from './communicators.ts';
import type { Conflicts } from './conflicts.ts';
import type { Epoch } from './epoch.ts';
import type { ErrorHandlers } from './errorhandlers.ts';
import { ERR_WIN, Mistake } from './errors.ts';
import type { Groups } from './groups.ts';
import { Handles, WINDOW } from './handles.ts';
import type { Info, Infos } from './info.ts';
import type { Members } from './members.ts';
import type { Regions } from './regions.ts';
import type { Shortcut } from './shortcut.ts';
import type { Body, State } from './state.ts';
import type { UnderWay } from './underway.ts';

/**
 * Offsets of a window's own words at a rank: the lock, of 64 bits, the mutex of accumulates, number and table of attached regions, the queue for the lock, of 64 bits; their
 * bytes.
 */
export const WORDS = { lock: 0, mutex: 8, regions: 12, table: 16, queue: 24, bytes: 32 };

/** MPI_WIN_FLAVOR_CREATE, _ALLOCATE, _DYNAMIC, _SHARED. */
export const [CREATED, ALLOCATED, DYNAMIC, SHARED] = [1, 2, 3, 4];

export interface Window extends Owner {
  /** For messages. */
  readonly name: string;
  /** By MPI_Win_set_name. */
  given: string;
  errorHandler: number;
  hints: Info;
  readonly flavor: number;
  /** Its ranks, with a context of their own. */
  readonly comm: Communicator;
  readonly members: Members;
  readonly epoch: Epoch;
  readonly underWay: UnderWay;
  readonly conflicts: Conflicts;
  /** Of a dynamic one: what is attached. */
  readonly regions: Regions | undefined;
  /** Gives back its memory. */
  release(): void;
}

/** A mistake about the state of a window. */
export function mistakeOf(kind: number, call: string, { name }: Pick<Window, 'name'>, rule: string): Mistake {
  return new Mistake(kind, badArgument(call, 'win', name, rule));
}

export class Windows {
  readonly handles: Handles<Window>;

  constructor(
    private readonly state: State,
    private readonly groups: Groups,
    private readonly errorHandlers: ErrorHandlers,
    private readonly infos: Infos,
    private readonly shortcut: Shortcut,
  ) {
    this.handles = new Handles(WINDOW, ERR_WIN, (handle) => shortcut.forgetWindow(handle));
  }

  /** A new one. */
  made(window: Omit<Window, 'handle'>): Window {
    const made = this.handles.made((handle) => ({ ...window, handle }));
    this.shortcut.knowWindow(made);
    return made;
  }

  /** The window of a call, whose error handler is asked from then on. */
  at(call: string, handle: number): Window {
    const window = this.handles.at(call, 'win', handle);
    this.state.handler = (mistake) => this.errorHandlers.handle(mistake, window.errorHandler, handle);
    return window;
  }

  readonly bodies: Record<string, Body> = {
    ...this.errorHandlers.ofKind('Win', (call, handle) => this.at(call, handle)),
    MPI_Win_get_group: (call, handle, at) => {
      const members = Array.from(this.at(call, handle!).comm.team.members);
      this.state.give(call, 'group', at!, this.groups.handles.add(members));
    },
    MPI_Win_set_name: (call, handle, text) => {
      this.at(call, handle!).given = this.state.name(call, 'win_name', text!);
    },
    MPI_Win_get_name: (call, handle, text, length) =>
      this.state.giveText(call, 'win_name', text!, length!, this.at(call, handle!).given),
    MPI_Win_set_info: (call, handle, info) => {
      const window = this.at(call, handle!);
      window.hints = hintsOf(window.hints, this.infos.given(call, info!));
    },
    MPI_Win_get_info: (call, handle, at) =>
      this.infos.give(call, 'info_used', at!, new Map(this.at(call, handle!).hints)),
  };
}

/** What programs may say of a window, and what holds if they do not (MPI 3.1, 11.2.1). */
const HINTS: Info = new Map([
  ['no_locks', 'false'],
  ['accumulate_ordering', 'rar,raw,war,waw'],
  ['accumulate_ops', 'same_op_no_op'],
  ['same_size', 'false'],
  ['same_disp_unit', 'false'],
  ['alloc_shared_noncontig', 'false'],
]);

/** The hints that are known, of those given. */
export function hintsOf(before: Info | undefined, given: Info | undefined): Info {
  const hints = new Map(before ?? HINTS);
  for (const [key, value] of given ?? []) if (HINTS.has(key)) hints.set(key, value);
  return hints;
}
