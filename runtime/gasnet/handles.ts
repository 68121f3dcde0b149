/** Handles of objects of one kind: numbers above 0, each used again as late as can be, so that a stale one is found out. */
const LARGEST = 0x7fffffff;

export class Handles<T> {
  private readonly objects = new Map<number, T>();

  /** `last`: the number before the first. */
  constructor(private last = 0) {}

  /** A handle for the object, until `release`. */
  add(object: T): number {
    do this.last = this.last === LARGEST ? 1 : this.last + 1;
    while (this.objects.has(this.last));
    this.objects.set(this.last, object);
    return this.last;
  }

  /** Undefined for what is no handle, or none any more. */
  get(handle: number): T | undefined {
    return this.objects.get(handle);
  }

  release(handle: number): void {
    this.objects.delete(handle);
  }
}
