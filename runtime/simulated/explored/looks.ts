/**
 * Ranks that wait for others in loops of their own: they look again and again, and find what they have found.
 *
 * Takes what each rank does and what it gets. Gives whether it is to wait until another one has changed what it has looked at. One idea: a fair system lets others run
 * some time (Musuvathi and Qadeer, Fair Stateless Model Checking, 2008), so nobody wants to know of one look more.
 */
import { type Footprint, meet } from './footprint.ts';
import type { Operation } from './operation.ts';

/** Looks that find the same, before the rank waits. */
const ENOUGH = 3;

export class Looks {
  /** All that it has looked at since it last found something new, or did something else. */
  private footprint: Footprint = [];
  private readonly found = new Map<string, { value: unknown; times: number }>();

  /** The rank has done this, and got this value. */
  did(operation: Operation, value: unknown): void {
    const key = keyOf(operation);
    const before = this.found.get(key);
    if (!operation.isLook || (before !== undefined && before.value !== value)) this.forget();
    if (!operation.isLook) return;
    const times = before?.value === value ? (before?.times ?? 0) : 0;
    this.found.set(key, { value, times: times + 1 });
    this.footprint = [...this.footprint, ...operation.footprint];
  }

  /** Whether this would be one look too many. */
  isEnough(operation: Operation): boolean {
    return (this.found.get(keyOf(operation))?.times ?? 0) >= ENOUGH;
  }

  /** Another rank has done this: whether it may have changed what this one looks at, which then looks anew. */
  isChangedBy(footprint: Footprint): boolean {
    if (!meet(this.footprint, footprint)) return false;
    this.forget();
    return true;
  }

  forget(): void {
    this.found.clear();
    this.footprint = [];
  }
}

const keyOf = ({ name, footprint }: Operation) => `${name} ${footprint[0]?.from}`;
