/**
 * Map, Set and WeakMap for simulated jobs, in the place of JavaScript's: the build puts them into all files of this bundle.
 *
 * One idea: a rank has dozens of them, of which most stay empty, and an empty one takes some 200 bytes. So what holds the entries is made with the first; until then one
 * empty one for all is read. Nothing is ever put into that.
 */

const [RealMap, RealSet, RealWeakMap] = [globalThis.Map, globalThis.Set, globalThis.WeakMap];
const NO_ENTRIES = new RealMap<never, never>();
const NO_MEMBERS = new RealSet<never>();
const NO_WEAK_ENTRIES = new RealWeakMap<never, never>();

class LazyMap<K, V> implements Map<K, V> {
  private held = NO_ENTRIES as Map<K, V>;

  get [Symbol.toStringTag](): string {
    return 'Map';
  }

  constructor(entries?: Iterable<readonly [K, V]> | null) {
    for (const [key, value] of entries ?? []) this.set(key, value);
  }

  get size(): number {
    return this.held.size;
  }

  get(key: K): V | undefined {
    return this.held.get(key);
  }

  has(key: K): boolean {
    return this.held.has(key);
  }

  set(key: K, value: V): this {
    if (this.held === (NO_ENTRIES as Map<K, V>)) this.held = new RealMap();
    this.held.set(key, value);
    return this;
  }

  delete(key: K): boolean {
    return this.held.delete(key);
  }

  clear(): void {
    this.held.clear();
  }

  keys(): IterableIterator<K> {
    return this.held.keys();
  }

  values(): IterableIterator<V> {
    return this.held.values();
  }

  entries(): IterableIterator<[K, V]> {
    return this.held.entries();
  }

  [Symbol.iterator](): IterableIterator<[K, V]> {
    return this.held.entries();
  }

  forEach(call: (value: V, key: K, map: Map<K, V>) => void): void {
    for (const [key, value] of this.held) call(value, key, this);
  }
}

class LazySet<T> implements Set<T> {
  private held = NO_MEMBERS as Set<T>;

  get [Symbol.toStringTag](): string {
    return 'Set';
  }

  constructor(members?: Iterable<T> | null) {
    for (const member of members ?? []) this.add(member);
  }

  get size(): number {
    return this.held.size;
  }

  has(member: T): boolean {
    return this.held.has(member);
  }

  add(member: T): this {
    if (this.held === (NO_MEMBERS as Set<T>)) this.held = new RealSet();
    this.held.add(member);
    return this;
  }

  delete(member: T): boolean {
    return this.held.delete(member);
  }

  clear(): void {
    this.held.clear();
  }

  keys(): IterableIterator<T> {
    return this.held.keys();
  }

  values(): IterableIterator<T> {
    return this.held.values();
  }

  entries(): IterableIterator<[T, T]> {
    return this.held.entries();
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.held.values();
  }

  forEach(call: (member: T, again: T, set: Set<T>) => void): void {
    for (const member of this.held) call(member, member, this);
  }
}

class LazyWeakMap<K extends WeakKey, V> implements WeakMap<K, V> {
  private held = NO_WEAK_ENTRIES as WeakMap<K, V>;

  get [Symbol.toStringTag](): string {
    return 'WeakMap';
  }

  get(key: K): V | undefined {
    return this.held.get(key);
  }

  has(key: K): boolean {
    return this.held.has(key);
  }

  set(key: K, value: V): this {
    if (this.held === (NO_WEAK_ENTRIES as WeakMap<K, V>)) this.held = new RealWeakMap();
    this.held.set(key, value);
    return this;
  }

  delete(key: K): boolean {
    return this.held.delete(key);
  }
}

export { LazyMap as Map, LazySet as Set, LazyWeakMap as WeakMap };
