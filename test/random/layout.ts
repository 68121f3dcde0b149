/** Shared arrays of random UPC programs, and the model of them: which values there are, and which thread has which element. */

/** A number of elements for THREADS threads, as C writes it and as it is. */
export interface Extent {
  readonly text: string;
  readonly at: (threads: number) => number;
}

export interface SharedArray {
  readonly name: string;
  readonly type: string;
  /** Elements of a block; 0 is an indefinite block. */
  readonly block: number;
  readonly extent: Extent;
  /** Elements that there are at any number of threads. */
  readonly least: number;
  /** Elements that each thread has, where all have as many, in whole blocks. */
  readonly share?: Extent;
}

/** Conversion of a number that is stored in an element of the type. */
const STORED: Readonly<Record<string, (value: number) => number>> = {
  'signed char': (value) => (value << 24) >> 24,
  'unsigned short': (value) => value & 0xffff,
  int: (value) => value | 0,
  'long long': (value) => value,
  double: (value) => value,
};

export const TYPES: readonly string[] = Object.keys(STORED);

export const declared = ({ name, type, block, extent }: SharedArray): string =>
  `shared ${block === 1 ? '' : `[${block || ''}] `}${type} ${name}[${extent.text}];`;

/** Memory as it is while a program runs on so many threads. */
export class Memory {
  readonly #values = new Map<SharedArray, number[]>();
  /** Checksum of pointers. */
  note = 0;

  constructor(readonly threads: number) {}

  values(array: SharedArray): number[] {
    const values = this.#values.get(array) ?? new Array<number>(array.extent.at(this.threads)).fill(0);
    this.#values.set(array, values);
    return values;
  }

  get(array: SharedArray, index: number): number {
    const value = this.values(array)[index];
    if (value === undefined) throw new Error(`${array.name}[${index}]`);
    return value;
  }

  set(array: SharedArray, index: number, value: number): void {
    this.get(array, index);
    this.values(array)[index] = STORED[array.type]!(value);
  }

  threadOf({ block }: SharedArray, index: number): number {
    return block === 0 ? 0 : Math.floor(index / block) % this.threads;
  }

  /** Index of an element among those of its thread, in order of their addresses. */
  offsetOf({ block }: SharedArray, index: number): number {
    return block === 0 ? index : Math.floor(index / (block * this.threads)) * block + (index % block);
  }

  /** The element at an offset among those of a thread. */
  indexOf({ block }: SharedArray, thread: number, offset: number): number {
    return block === 0 ? offset : (Math.floor(offset / block) * this.threads + thread) * block + (offset % block);
  }

  phaseOf({ block }: SharedArray, index: number): number {
    return block === 0 ? 0 : index % block;
  }

  /** The indexes of `count` elements behind each other in one thread's memory, from an element on. */
  run(array: SharedArray, first: number, count: number): number[] {
    const [thread, offset] = [this.threadOf(array, first), this.offsetOf(array, first)];
    return Array.from({ length: count }, (_, k) => this.indexOf(array, thread, offset + k));
  }

  /** All values and the note in one number, as the programs compute it. */
  checksum(arrays: readonly SharedArray[]): string {
    let hash = 17;
    const mix = (value: number) => {
      hash = (Math.imul(hash, 31) + (value & 0xffffff)) | 0;
    };
    for (const array of arrays) for (const value of this.values(array)) mix(value);
    mix(this.note);
    return (hash >>> 0).toString(16);
  }
}

/** The same in C: of an array, on one thread. */
export const mixedIn = ({ name, extent }: SharedArray): string =>
  `for (int i = 0; i < ${extent.text}; i++) hash = hash * 31u + ((unsigned)(long long)${name}[i] & 0xffffffu);`;
