/**
 * -g: loads and stores of a rank in its own memory of a window, while an epoch lets others access it.
 *
 * One idea: the memory is watched, and each byte is noted once for loads and once for stores, as runs that have the place of their first access. So
 * what a loop does is one run; and after some number of accesses no more are looked at, so that an epoch of many takes not much longer.
 */
import type { Observer } from '../../runtime/memory/watches.ts';
import type { State } from './state.ts';

/** In an epoch. */
const [MOST_RUNS, MOST_LOOKS] = [4096, 100_000];
const [LOADED, STORED] = [1, 2];

export interface LocalRun {
  readonly isStore: boolean;
  /** In bytes of the window's memory. */
  readonly first: number;
  bytes: number;
  /** Where in the program the first access is. */
  place(): string;
}

export class LocalAccesses {
  private runs: LocalRun[] = [];
  private observer: Observer | undefined;
  private looks = 0;
  /** By byte of the memory, what has been noted. */
  private noted: Uint8Array = new Uint8Array(0);

  constructor(private readonly state: State) {}

  /** Of the latest epoch. */
  get all(): readonly LocalRun[] {
    return this.runs;
  }

  begin(address: number, size: number): void {
    this.end();
    this.runs = [];
    this.looks = 0;
    this.noted = new Uint8Array(size);
    const uses = [{ runs: { addresses: [address], lengths: [size] }, isWritten: true }];
    const base = address >>> 0;
    const seen = (at: number, bytes: number, isStore: boolean) => this.see((at >>> 0) - base, bytes, isStore);
    this.observer = { uses, seen };
    this.state.environment.runtime.watches!.observe(this.observer);
  }

  end(): void {
    if (this.observer !== undefined) this.state.environment.runtime.watches!.ignore(this.observer);
    this.observer = undefined;
  }

  private see(first: number, bytes: number, isStore: boolean): void {
    if (++this.looks > MOST_LOOKS) this.end();
    const [from, to] = [Math.max(first, 0), Math.min(first + bytes, this.noted.length)];
    if (!this.isNew(from, to, isStore ? STORED : LOADED)) return;
    const run = this.runs.findLast((each) => each.isStore === isStore);
    if (run !== undefined && from >= run.first && from <= run.first + run.bytes)
      run.bytes = Math.max(run.bytes, to - run.first);
    else if (this.runs.length < MOST_RUNS)
      this.runs.push({ isStore, first: from, bytes: to - from, place: this.state.environment.runtime.job.here() });
  }

  /** Notes bytes; whether any of them was not noted before. */
  private isNew(from: number, to: number, mark: number): boolean {
    const { noted } = this;
    let isNew = false;
    for (let i = from; i < to; i++) {
      isNew ||= (noted[i]! & mark) === 0;
      noted[i]! |= mark;
    }
    return isNew;
  }
}
