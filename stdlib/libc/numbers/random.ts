/**
 * rand, random and their kin with glibc's sequences. (C99 7.20.2, POSIX)
 * random is an additive feedback generator x[i] = x[i-degree] + x[i-separation] over a table of words seeded by
 * Park and Miller's generator (Knuth, vol. 2, 3.2.2); the smallest table is a linear congruential generator.
 * A table may be the program's own (initstate): word 0 then says which kind it is and where it stands.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EINVAL, setErrno } from '../errno.ts';

interface Kind {
  readonly bytes: number;
  readonly degree: number;
  readonly separation: number;
}
const KINDS: readonly Kind[] = [
  { bytes: 8, degree: 0, separation: 0 },
  { bytes: 32, degree: 7, separation: 3 },
  { bytes: 64, degree: 15, separation: 1 },
  { bytes: 128, degree: 31, separation: 3 },
  { bytes: 256, degree: 63, separation: 1 },
];
const DEFAULT_KIND = 3;

/** The generator over one table. `words[0]` belongs to the table's owner, the state begins at `words[1]`. */
class Generator {
  private readonly degree: number;
  private readonly separation: number;
  private front: number;
  private rear = 1;

  constructor(
    readonly words: Int32Array,
    private readonly kind: number,
    rear = 0,
  ) {
    this.degree = KINDS[kind]!.degree;
    this.separation = KINDS[kind]!.separation;
    this.rear = 1 + rear;
    this.front = 1 + ((rear + this.separation) % Math.max(this.degree, 1));
  }

  seed(seed: number): void {
    const { words, degree } = this;
    words[1] = seed === 0 ? 1 : seed;
    for (let i = 2; i <= degree; i++) words[i] = minimalStandard(words[i - 1]!);
    this.rear = 1;
    this.front = 1 + this.separation;
    for (let i = 0; i < 10 * degree; i++) this.next();
  }

  /** The next of 31 bits. */
  next(): number {
    const { words, degree } = this;
    if (degree === 0) return (words[1] = (Math.imul(words[1]!, 1103515245) + 12345) & 0x7fffffff);
    const sum = (words[this.front]! + words[this.rear]!) | 0;
    words[this.front] = sum;
    this.front = this.front === degree ? 1 : this.front + 1;
    this.rear = this.rear === degree ? 1 : this.rear + 1;
    return sum >>> 1;
  }

  /** Saves kind and position in word 0 of the table while another table is in use. */
  mark(): void {
    this.words[0] = KINDS.length * (this.rear - 1) + this.kind;
  }
}

/** 16807 x mod 2^31 - 1 by Schrage's division, for x of either sign as glibc has it. */
function minimalStandard(x: number): number {
  const high = Math.trunc(x / 127773);
  const value = 16807 * (x - high * 127773) - 2836 * high;
  return value < 0 ? value + 0x7fffffff : value;
}

export const randomLibrary: LibraryFactory = (env) => {
  let generator: Generator | undefined;
  /** Address of the table in use; 0 while it is the default one outside the program's memory. */
  let table = 0;

  function current(): Generator {
    if (generator === undefined) {
      generator = new Generator(new Int32Array(KINDS[DEFAULT_KIND]!.bytes / 4), DEFAULT_KIND);
      generator.seed(1);
    }
    return generator;
  }

  const wordsAt = (address: number, kind: number) =>
    env.I32.subarray(address >>> 2, (address >>> 2) + KINDS[kind]!.bytes / 4);

  /** Leaves the table in use and gives its address; the default table moves to the heap for that. */
  function leave(): number {
    const left = current();
    left.mark();
    if (table === 0) {
      table = env.heap.allocate(KINDS[DEFAULT_KIND]!.bytes);
      if (table !== 0) wordsAt(table, DEFAULT_KIND).set(left.words);
    }
    return table;
  }

  function initstate(seed: number, address: number, size: number): number {
    const kind = KINDS.filter(({ bytes }) => bytes <= size >>> 0).length - 1;
    if (kind < 0) return refuse();
    const old = leave();
    generator = new Generator(wordsAt(address, kind), kind);
    table = address;
    generator.seed(seed);
    generator.mark();
    return old;
  }

  function setstate(address: number): number {
    const mark = env.I32[address >>> 2]!;
    const kind = mark % KINDS.length;
    const rear = Math.trunc(mark / KINDS.length);
    if (mark < 0 || rear > KINDS[kind]!.degree) return refuse();
    const old = leave();
    generator = new Generator(wordsAt(address, kind), kind, rear);
    table = address;
    return old;
  }

  function refuse(): number {
    setErrno(env, EINVAL);
    return 0;
  }

  function rand_r(seed: number): number {
    let state = env.I32[seed >>> 2]!;
    const bits = (count: number) => {
      state = (Math.imul(state, 1103515245) + 12345) | 0;
      return (state >>> 16) & ((1 << count) - 1);
    };
    const result = (bits(11) << 20) | (bits(10) << 10) | bits(10);
    env.I32[seed >>> 2] = state;
    return result;
  }

  const seed = (value: number) => current().seed(value);
  return {
    rand: () => (generator ?? current()).next(),
    srand: seed,
    rand_r,
    random: () => BigInt(current().next()),
    srandom: seed,
    initstate,
    setstate,
  };
};
