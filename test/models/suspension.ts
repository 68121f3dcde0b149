/**
 * Runs functions that work on shared memory one atomic operation at a time, as if each had a thread of its own.
 *
 * A function cannot be suspended, so it is run from its beginning again for each step: the operations that it has done give
 * what they gave then, the next one is done, and at the one behind it the run is broken off. Plain accesses are done
 * together with the operation before them.
 */

type Operation = (memory: Int32Array, ...values: number[]) => number;
const ATOMICS = ['load', 'store', 'compareExchange', 'add', 'exchange'] as const;

const ITSELF = Symbol();

class Suspended extends Error {}

/** The task that runs now: atomic operations are its steps. */
let current: Task | undefined;

/** A function that is running, or not begun. */
export class Task {
  private readonly given: number[] = [];
  private position = 0;
  private isAllowed = false;

  /** Values it has read from memory so far. */
  get history(): string {
    return this.given.join(' ');
  }

  /** Does the next operation of `f`; gives its result if it is at its end. */
  step<T>(f: () => T): { readonly result: T } | undefined {
    this.position = 0;
    this.isAllowed = true;
    current = this;
    try {
      const result = f();
      this.given.length = 0;
      return { result };
    } catch (error) {
      if (error instanceof Suspended) return undefined;
      throw error;
    } finally {
      current = undefined;
    }
  }

  /** An operation on memory, done once however often the function is run. */
  operation(perform: () => number): number {
    if (this.position === this.given.length) {
      if (!this.isAllowed) throw new Suspended();
      this.isAllowed = false;
    }
    return this.access(perform);
  }

  /** The same for a plain access. */
  access(perform: () => number): number {
    if (this.position === this.given.length) this.given.push(perform());
    return this.given[this.position++]!;
  }
}

/** The memory for the functions that run: plain accesses too are done once. */
export function remembered(memory: Int32Array): Int32Array {
  const perform = (access: () => number) => (current === undefined ? access() : current.access(access));
  return new Proxy(memory, {
    get: (_, index) => (index === ITSELF ? memory : perform(() => memory[Number(index)]!)),
    set(_, index, value: number) {
      perform(() => (memory[Number(index)] = value));
      return true;
    },
  });
}

/** An operation that is a step of the task that runs. */
export function asStep(perform: () => number): number {
  return current === undefined ? perform() : current.operation(perform);
}

/** Makes steps of all atomic operations while `action` runs. */
export function withAtomicSteps<T>(action: () => T): T {
  const originals = ATOMICS.map((name) => Atomics[name] as unknown as Operation);
  const table = Atomics as unknown as Record<string, Operation>;
  ATOMICS.forEach((name, i) => {
    table[name] = (memory, ...values) => asStep(() => originals[i]!(itself(memory), ...values));
  });
  try {
    return action();
  } finally {
    ATOMICS.forEach((name, i) => {
      table[name] = originals[i]!;
    });
  }
}

function itself(memory: Int32Array): Int32Array {
  return (memory as unknown as Record<symbol, Int32Array | undefined>)[ITSELF] ?? memory;
}
