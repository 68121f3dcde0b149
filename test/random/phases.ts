/**
 * Phases of random UPC programs, between two barriers: each kind as C and as its effect on the model's memory. A phase
 * writes one array, in an order that does not matter or is kept, and reads others: so the result is the same on every run.
 */
import type { Choices } from './choices.ts';
import type { Extent, Memory, SharedArray } from './layout.ts';

export interface Phase {
  readonly text: string;
  readonly effect: (memory: Memory) => void;
}

/** Inputs of an expression: the counter, and the thread that computes it. */
interface Point {
  readonly memory: Memory;
  readonly i: number;
  readonly thread: number;
}

interface Value {
  readonly text: string;
  readonly at: (point: Point) => number;
}

/** Arrays of blocks for the collective functions: one block for each thread, twice, and one for each pair of threads, twice. */
export interface Collective {
  readonly block: number;
  readonly few: readonly [SharedArray, SharedArray];
  readonly many: readonly [SharedArray, SharedArray];
}

const MASK = 4095;
const OPERATORS: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['+', (a, b) => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['^', (a, b) => a ^ b],
];
/** For an element of any type, and in any order. */
const UPDATES: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['=', (_, b) => b],
  ['+=', (a, b) => a + b],
  ['-=', (a, b) => a - b],
];
const EVERY = 'UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC';

export class Phases {
  constructor(
    private readonly choices: Choices,
    private readonly arrays: readonly SharedArray[],
    private readonly collective: Collective,
    private readonly seed: number,
  ) {}

  phase(): Phase {
    const c = this.choices;
    const written = c.one(this.arrays);
    const made = c.one([
      () => this.#forall(written),
      () => this.#forall(written),
      () => this.#nested(written),
      () => this.#dealt(written),
      () => this.#own(written),
      () => this.#walk(written),
      () => this.#view(written),
      () => this.#bulk(written),
      () => this.#bulk(written),
      () => this.#copy(written),
      () => this.#locked(written),
      () => this.#chain(written),
      () => this.#movement(),
      () => this.#reduction(),
    ])();
    return made ?? this.#forall(written);
  }

  #others(written: SharedArray): readonly SharedArray[] {
    return this.arrays.filter((array) => array !== written);
  }

  /** 0 .. 4095, of the counter, other arrays, THREADS and MYTHREAD. */
  #value(written: SharedArray, depth = 2): Value {
    const c = this.choices;
    if (depth > 0 && !c.once(4)) {
      const [a, b] = [this.#value(written, depth - 1), this.#value(written, depth - 1)];
      const [operator, apply] = c.one(OPERATORS);
      return { text: `((${a.text} ${operator} ${b.text}) & ${MASK})`, at: (p) => apply(a.at(p), b.at(p)) & MASK };
    }
    const constant = c.from(0, 300);
    const kind = c.from(0, 6);
    if (kind === 0) return { text: `${constant}`, at: () => constant };
    if (kind === 1) return { text: 'MYTHREAD', at: ({ thread }) => thread };
    if (kind === 2) return { text: 'THREADS', at: ({ memory }) => memory.threads };
    if (kind === 3) return { text: '(int)i', at: ({ i }) => i };
    const array = c.one(this.#others(written));
    const factor = c.from(0, 5);
    const { text, at } = array.extent;
    return {
      text: `((int)${array.name}[((int)i * ${factor} + ${constant}) % (${text})] & ${MASK})`,
      at: ({ memory, i }) => memory.get(array, (i * factor + constant) % at(memory.threads)) & MASK,
    };
  }

  #update(array: SharedArray): { text: string; apply: (memory: Memory, index: number, value: number) => void } {
    const [text, combine] = this.choices.one(UPDATES);
    return {
      text,
      apply: (memory, index, value) => memory.set(array, index, combine(memory.get(array, index), value)),
    };
  }

  /** Which thread executes iteration i; always one. */
  #affinity(written: SharedArray): Value {
    const c = this.choices;
    const [factor, offset] = [c.from(0, 4), c.from(0, 9)];
    if (c.once(3))
      return { text: `i * ${factor} + ${offset}`, at: ({ i, memory }) => (i * factor + offset) % memory.threads };
    const array = c.one([written, ...this.arrays]);
    const { text, at } = array.extent;
    const wraps = array !== written || c.once(2);
    return wraps
      ? {
          text: `&${array.name}[(i * ${factor} + ${offset}) % (${text})]`,
          at: ({ i, memory }) => memory.threadOf(array, (i * factor + offset) % at(memory.threads)),
        }
      : { text: `&${array.name}[i]`, at: ({ i, memory }) => memory.threadOf(array, i) };
  }

  /** Element i, or the one as far from the end. */
  #target({ name, extent }: SharedArray): { text: string; at: (memory: Memory, i: number) => number } {
    return this.choices.once(3)
      ? { text: `${name}[${extent.text} - 1 - i]`, at: (memory, i) => extent.at(memory.threads) - 1 - i }
      : { text: `${name}[i]`, at: (_, i) => i };
  }

  #forall(array: SharedArray): Phase {
    const c = this.choices;
    const [target, affinity, value, update] = [
      this.#target(array),
      this.#affinity(array),
      this.#value(array),
      this.#update(array),
    ];
    const [low, step, less] = [c.from(0, 3), c.one([1, 1, 1, 2, 3, 5]), c.from(0, 2)];
    const counter = c.one(['int', 'int', 'long', 'short', 'long long']);
    const head = `upc_forall (${counter} i = ${low}; i < ${array.extent.text} - ${less}; i += ${step}; ${affinity.text})`;
    return {
      text: `${head}\n    ${target.text} ${update.text} ${value.text};`,
      effect: (memory) => {
        for (let i = low; i < array.extent.at(memory.threads) - less; i += step) {
          const thread = affinity.at({ memory, i, thread: 0 });
          update.apply(memory, target.at(memory, i), value.at({ memory, i, thread }));
        }
      },
    };
  }

  /** Iterations of two loops, of which either deals them; in the other all threads do what the first gives them. */
  #nested(array: SharedArray): Phase {
    const c = this.choices;
    const [affinity, value, update, columns] = [
      this.#affinity(array),
      this.#value(array),
      this.#update(array),
      c.from(2, 6),
    ];
    const outerDeals = c.once(2);
    const rows = `${array.extent.text} / ${columns}`;
    const outer = outerDeals
      ? `upc_forall (int row = 0; row < ${rows}; row++; row)`
      : c.one([`upc_forall (int row = 0; row < ${rows}; row++; continue)`, `for (int row = 0; row < ${rows}; row++)`]);
    const inner = `upc_forall (int i = row * ${columns}; i < (row + 1) * ${columns}; i++; ${affinity.text})`;
    return {
      text: `${outer}\n    ${inner}\n      ${array.name}[i] ${update.text} ${value.text};`,
      effect: (memory) => {
        const { threads } = memory;
        for (let i = 0; i < Math.floor(array.extent.at(threads) / columns) * columns; i++) {
          const thread = outerDeals ? Math.floor(i / columns) % threads : affinity.at({ memory, i, thread: 0 });
          update.apply(memory, i, value.at({ memory, i, thread }));
        }
      },
    };
  }

  /** Elements by turns, wherever they are. */
  #dealt(array: SharedArray): Phase {
    const [value, update, target] = [this.#value(array), this.#update(array), this.#target(array)];
    return {
      text: `for (int i = MYTHREAD; i < ${array.extent.text}; i += THREADS)\n    ${target.text} ${update.text} ${value.text};`,
      effect: (memory) => {
        for (let i = 0; i < array.extent.at(memory.threads); i++)
          update.apply(memory, target.at(memory, i), value.at({ memory, i, thread: i % memory.threads }));
      },
    };
  }

  /** Each thread its own, by pointers into its own memory. */
  #own(array: SharedArray): Phase {
    const [value, update] = [this.#value(array), this.#update(array)];
    const { name, type, extent } = array;
    return {
      text: `for (int i = 0; i < ${extent.text}; i++)
    if (upc_threadof(&${name}[i]) == MYTHREAD) {
      ${type} *own = (${type} *)&${name}[i];
      *own ${update.text} ${value.text};
    }`,
      effect: (memory) => {
        for (let i = 0; i < extent.at(memory.threads); i++)
          update.apply(memory, i, value.at({ memory, i, thread: memory.threadOf(array, i) }));
      },
    };
  }

  /** One thread's pointer goes through an array, in either direction; where it comes by is noted. */
  #walk(array: SharedArray): Phase {
    const c = this.choices;
    const [value, update, who, step] = [
      this.#value(array),
      this.#update(array),
      c.from(0, 6),
      c.one([1, 1, 2, 3, -1, -2, 5]),
    ];
    const { name, type, block, extent } = array;
    const start: Extent =
      step > 0 ? { text: '0', at: () => 0 } : { text: `(${extent.text} - 1)`, at: (t) => extent.at(t) - 1 };
    return {
      text: `if (MYTHREAD == ${who} % THREADS) {
    shared [${block || ''}] ${type} *p = &${name}[${start.text}];
    for (int i = 0; i < (${extent.text} + ${Math.abs(step) - 1}) / ${Math.abs(step)}; i++) {
      if (i > 0) p += ${step};
      *p ${update.text} ${value.text};
      note = (note * 5 + upc_threadof(p) + 7 * upc_phaseof(p) + 11 * (p - ${name}) + (p > ${name}) + (p == &${name}[1])) % 65536;
    }
    whole_note = note;
  }`,
      effect: (memory) => {
        const { threads } = memory;
        const [first, size, thread] = [start.at(threads), extent.at(threads), who % threads];
        for (let i = 0; i * Math.abs(step) < size; i++) {
          const at = first + i * step;
          update.apply(memory, at, value.at({ memory, i, thread }));
          const seen =
            memory.threadOf(array, at) +
            7 * memory.phaseOf(array, at) +
            11 * at +
            (at > 0 ? 1 : 0) +
            (at === 1 ? 1 : 0);
          memory.note = (memory.note * 5 + seen) % 65536;
        }
      },
    };
  }

  /** The same memory by a pointer of another block size. */
  #view(array: SharedArray): Phase | undefined {
    const c = this.choices;
    const { name, type, share, extent, block } = array;
    if (share === undefined || block === 0) return undefined;
    const least = share.at(1);
    const others = [1, 2, 3, 4, 5, 6, 8, 12].filter((size) => least % size === 0 && size !== block);
    if (others.length === 0) return undefined;
    const other = c.one(others);
    const [value, update, who] = [this.#value(array), this.#update(array), c.from(0, 6)];
    const view: SharedArray = { ...array, block: other };
    return {
      text: `if (MYTHREAD == ${who} % THREADS) {
    shared [${other}] ${type} *q = (shared [${other}] ${type} *)${name};
    for (int i = 0; i < ${extent.text}; i++) q[i] ${update.text} ${value.text};
  }`,
      effect: (memory) => {
        for (let i = 0; i < extent.at(memory.threads); i++) {
          const place = memory.indexOf(array, memory.threadOf(view, i), memory.offsetOf(view, i));
          update.apply(memory, place, value.at({ memory, i, thread: who % memory.threads }));
        }
      },
    };
  }

  /** An element, and how many lie behind each other from it on, in the memory of its thread. */
  #span({ block, share, least }: SharedArray): { first: Extent; count: number } {
    const c = this.choices;
    const within = share?.at(1) ?? least;
    const at = c.from(0, within - 1);
    const room = share === undefined && block > 0 ? Math.min(block - (at % block), within - at) : within - at;
    const count = c.from(0, room);
    if (share === undefined || block === 0) return { first: { text: `${at}`, at: () => at }, count };
    const away = c.from(0, 9);
    return { first: { text: `${at} + ${block} * (${away} % THREADS)`, at: (t) => at + block * (away % t) }, count };
  }

  /** upc_memput, upc_memget and upc_memset, of one thread. */
  #bulk(array: SharedArray): Phase {
    const c = this.choices;
    const { name, type } = array;
    const { first, count } = this.#span(array);
    const [value, who] = [this.#value(array), c.from(0, 6)];
    const place = `&${name}[${first.text}]`;
    const byte = type === 'double' ? 0 : c.one([0, 255]);
    const isSet = c.once(4);
    const put = c.one([
      'upc_memput(PLACE, buffer, SIZE);',
      'bupc_handle_t h = bupc_memput_async(PLACE, buffer, SIZE); bupc_waitsync(h);',
    ]);
    const spelled = put.replace('PLACE', place).replace('SIZE', `${count} * sizeof(${type})`);
    const filled = `${type} buffer[${count + 1}];
    upc_memget(buffer, ${place}, ${count} * sizeof(${type}));
    for (int i = 0; i < ${count}; i++) buffer[i] += ${value.text};
    ${spelled}`;
    const set = `upc_memset(${place}, ${byte}, ${count} * sizeof(${type}));`;
    return {
      text: `if (MYTHREAD == ${who} % THREADS) {\n    ${isSet ? set : filled}\n  }`,
      effect: (memory) => {
        const thread = who % memory.threads;
        for (const [i, index] of memory.run(array, first.at(memory.threads), count).entries())
          if (isSet) memory.set(array, index, byte === 0 ? 0 : -1);
          else memory.set(array, index, memory.get(array, index) + value.at({ memory, i, thread }));
      },
    };
  }

  /** upc_memcpy between the memories of any two threads, by a third. */
  #copy(array: SharedArray): Phase | undefined {
    const c = this.choices;
    const sources = this.#others(array).filter(({ type }) => type === array.type);
    if (sources.length === 0) return undefined;
    const source = c.one(sources);
    const [to, from, who] = [this.#span(array), this.#span(source), c.from(0, 6)];
    const count = Math.min(to.count, from.count);
    const words = `&${array.name}[${to.first.text}], &${source.name}[${from.first.text}], ${count} * sizeof(${array.type})`;
    return {
      text: `if (MYTHREAD == ${who} % THREADS)\n    upc_memcpy(${words});`,
      effect: (memory) => {
        const [into, outOf] = [
          memory.run(array, to.first.at(memory.threads), count),
          memory.run(source, from.first.at(memory.threads), count),
        ];
        for (const [k, index] of into.entries()) memory.set(array, index, memory.get(source, outOf[k] as number));
      },
    };
  }

  /** All add to one element, under a lock. */
  #locked(array: SharedArray): Phase {
    const c = this.choices;
    const [at, rounds, more] = [c.from(0, array.least - 1), c.from(1, 20), c.from(0, 50)];
    return {
      text: `for (int i = 0; i < ${rounds}; i++) {
    upc_lock(lock);
    ${array.name}[${at}] += MYTHREAD + ${more} + i;
    upc_unlock(lock);
  }`,
      effect: (memory) => {
        for (let thread = 0; thread < memory.threads; thread++)
          for (let i = 0; i < rounds; i++) memory.set(array, at, memory.get(array, at) + thread + more + i);
      },
    };
  }

  /** One thread after the other, in the order that a strict flag gives. */
  #chain(array: SharedArray): Phase {
    const c = this.choices;
    const [at, factor] = [c.from(0, array.least - 1), c.from(2, 5)];
    const element = `${array.name}[${at}]`;
    return {
      text: `while (turn != MYTHREAD) ;
  ${element} = ((int)${element} & 1023) * ${factor} + MYTHREAD;
  turn = MYTHREAD + 1;
  upc_barrier ${this.seed};
  if (MYTHREAD == 0) turn = 0;`,
      effect: (memory) => {
        for (let thread = 0; thread < memory.threads; thread++)
          memory.set(array, at, (memory.get(array, at) & 1023) * factor + thread);
      },
    };
  }

  #flags(): string {
    return this.choices.one(['0', EVERY, 'UPC_IN_MYSYNC | UPC_OUT_MYSYNC', 'UPC_IN_NOSYNC | UPC_OUT_NOSYNC']);
  }

  /** The collective functions that move blocks. */
  #movement(): Phase {
    const c = this.choices;
    const { block } = this.collective;
    const [one, two] = c.once(2)
      ? this.collective.few
      : ([...this.collective.few].reverse() as [SharedArray, SharedArray]);
    const [wide, other] = this.collective.many;
    const turn = c.from(0, 9);
    /** Each block of `to` of thread t, at k blocks behind its first, is made from a block of `from`. */
    const moved =
      (to: SharedArray, from: SharedArray, pairs: (t: number, threads: number) => readonly (readonly number[])[]) =>
      (memory: Memory) => {
        const before = [...memory.values(from)];
        for (let t = 0; t < memory.threads; t++)
          for (const [toThread, toBlock, fromThread, fromBlock] of pairs(t, memory.threads) as [
            number,
            number,
            number,
            number,
          ][])
            for (let k = 0; k < block; k++) {
              const source = memory.indexOf(from, fromThread, fromBlock * block + k);
              memory.set(to, memory.indexOf(to, toThread, toBlock * block + k), before[source] as number);
            }
      };
    const all = (threads: number) => Array.from({ length: threads }, (_, k) => k);
    const [name, words, effect] = c.one([
      [
        'broadcast',
        `${two.name}, &${one.name}[${block} * (${turn} % THREADS)]`,
        moved(two, one, (t, n) => [[t, 0, turn % n, 0]]),
      ],
      ['scatter', `${two.name}, ${wide.name}`, moved(two, wide, (t) => [[t, 0, 0, t]])],
      ['gather', `${wide.name}, ${two.name}`, moved(wide, two, (t) => [[0, t, t, 0]])],
      ['gather_all', `${wide.name}, ${two.name}`, moved(wide, two, (t, n) => all(n).map((k) => [t, k, k, 0]))],
      ['exchange', `${wide.name}, ${other.name}`, moved(wide, other, (t, n) => all(n).map((k) => [t, k, k, t]))],
      ['permute', `${two.name}, ${one.name}, order`, moved(two, one, (t, n) => [[(t + turn) % n, 0, t, 0]])],
    ] as const);
    const order = name === 'permute' ? `order[MYTHREAD] = (MYTHREAD + ${turn}) % THREADS;\n  upc_barrier;\n  ` : '';
    return { text: `${order}upc_all_${name}(${words}, ${block} * sizeof(int), ${this.#flags()});`, effect };
  }

  /** Sums, and sums up to each element. */
  #reduction(): Phase {
    const c = this.choices;
    const [from, to] = this.collective.few;
    const { block } = this.collective;
    const count = c.from(1, block);
    const counted: Extent = c.once(2) ? { text: `${count}`, at: () => count } : from.extent;
    const words = `${counted.text}, ${block}, NULL, ${this.#flags()}`;
    const sums = (memory: Memory) => {
      let sum = 0;
      return memory
        .values(from)
        .slice(0, counted.at(memory.threads))
        .map((value) => (sum = (sum + value) | 0));
    };
    if (c.once(2))
      return {
        text: `upc_all_prefix_reduceI(${to.name}, ${from.name}, UPC_ADD, ${words});`,
        effect: (memory) => {
          for (const [k, sum] of sums(memory).entries()) memory.set(to, k, sum);
        },
      };
    return {
      text: `upc_all_reduceI(&${to.name}[0], ${from.name}, UPC_ADD, ${words});`,
      effect: (memory) => memory.set(to, 0, sums(memory).at(-1) as number),
    };
  }
}
