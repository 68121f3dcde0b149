/**
 * Copies that go on: of a handle, which is a number in the program's armci_hdl_t, or of none.
 *
 * A handle gathers what it is given until it is waited for. Copies of an aggregate one are kept and begin together, as one list for each
 * process, when it is waited for. What is not in the table is done: a handle of copies that were loads and stores never gets there.
 */
import type { NativeFunction } from '../../runtime/abi.ts';
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import { FOR_TRANSFER } from '../../runtime/core/states.ts';
import { recordedBefore } from '../../runtime/trace/recorder.ts';
import type { State } from './state.ts';

/** Something under way with a process. */
export interface UnderWay {
  readonly proc: number;
  /** After some progress; it may be asked again when it has held. */
  isDone(): boolean;
}

/** A copy that has not begun. */
export interface Kept {
  readonly proc: number;
  readonly to: number;
  readonly from: number;
  readonly bytes: number;
}

interface Entry {
  underWay: UnderWay[];
  kept: Kept[];
}

/** Word 1 of an aggregate handle (armci-transfers.c). */
const AGGREGATE = 0x41676772;
/** Of numbers: no word that an uninitialized handle is likely to have. */
const FIRST = 0x52000001;

export class Handles {
  private readonly entries = new Map<number, Entry>();
  private readonly implicit: Entry = { underWay: [], kept: [] };
  private next = FIRST;

  constructor(private readonly state: State) {}

  isAggregate(handle: number): boolean {
    return handle !== 0 && this.state.environment.I32[(handle >>> 2) + 1] === AGGREGATE;
  }

  /** `handle`: address, 0 of none. */
  add(handle: number, underWay: UnderWay): void {
    this.entryOf(handle).underWay.push(underWay);
  }

  keep(handle: number, copy: Kept): void {
    this.entryOf(handle).kept.push(copy);
  }

  private entryOf(handle: number): Entry {
    if (handle === 0) return this.implicit;
    const { I32 } = this.state.environment;
    let entry = this.entries.get(I32[handle >>> 2]!);
    if (entry === undefined) {
      entry = { underWay: [], kept: [] };
      I32[handle >>> 2] = this.next;
      this.entries.set(this.next++, entry);
    }
    return entry;
  }

  // ---------------------------------------------------------------- waiting

  /** Waits for all with one process; -1: with all. */
  waitFor(name: string, proc: number): void {
    const isMeant = (each: { readonly proc: number }) => proc < 0 || each.proc === proc;
    for (const entry of [this.implicit, ...this.entries.values()]) {
      if (entry.kept.some(isMeant)) this.begin(name, entry);
      const meant = entry.underWay.filter(isMeant);
      this.block(() => meant.every((each) => each.isDone()));
      entry.underWay = entry.underWay.filter((each) => !isMeant(each));
    }
  }

  private test(name: string, handle: number, waits: boolean): boolean {
    const { I32 } = this.state.environment;
    const entry = this.entries.get(I32[handle >>> 2]!);
    if (entry === undefined) return true;
    this.begin(name, entry);
    const isDone = () => entry.underWay.every((each) => each.isDone());
    if (waits) this.block(isDone);
    else {
      this.state.environment.runtime.job.glance();
      if (!isDone()) return false;
    }
    this.entries.delete(I32[handle >>> 2]!);
    I32[handle >>> 2] = 0;
    return true;
  }

  private block(isDone: () => boolean): void {
    if (!isDone()) this.state.environment.runtime.job.block(FOR_TRANSFER, isDone);
  }

  /** Begins what has been kept, and recorded then. */
  private begin(name: string, entry: Entry): void {
    const { runtime, recorder } = this.state.environment;
    const { transfers, noncontiguous } = runtime;
    const kept = entry.kept.splice(0);
    for (const proc of new Set(kept.map((each) => each.proc))) {
      const own = kept.filter((each) => each.proc === proc);
      const lengths = Uint32Array.from(own, ({ bytes }) => bytes);
      const to = { addresses: Float64Array.from(own, (each) => each.to), lengths };
      const from = { addresses: Float64Array.from(own, (each) => each.from), lengths };
      const transfer = recordedBefore(recorder, () => noncontiguous.vector(name, to, from));
      if (transfer !== COMPLETE) entry.underWay.push({ proc, isDone: once(() => transfers.test(name, transfer)) });
    }
  }

  functions(): Record<string, NativeFunction> {
    const { state } = this;
    return {
      /** 0 if it is done. */
      __armci_test: (nameAt: number, handle: number, waits: number) => {
        const name = state.nameAt(nameAt);
        state.initialized(name);
        state.local(name, 'nb_handle', handle, 16);
        return this.test(name, handle, waits !== 0) ? 0 : 1;
      },
      __armci_wait_for: (nameAt: number, proc: number) => this.waitFor(state.nameAt(nameAt), proc),
    };
  }
}

/** A test that is not made again when it has held. */
export function once(holds: () => boolean): () => boolean {
  let has = false;
  return () => {
    has ||= holds();
    return has;
  };
}
