/**
 * Random UPC: shared arrays of all block sizes, and phases between barriers that write them (phases.ts).
 *
 * Each seed makes a function `shared_SEED`, and `sharedProgram` a file of several; thread 0 prints a line for each: the seed
 * and a checksum of all that is shared. `modelled` gives the same by a model that knows nothing of UPC but the layout.
 */
import { Choices } from './choices.ts';
import { declared, type Extent, Memory, mixedIn, type SharedArray, TYPES } from './layout.ts';
import { type Collective, type Phase, Phases } from './phases.ts';

/** `fixed`: for a number of threads that the compiler is told, so that arrays may have any size. */
export function sharedProgram(seeds: readonly number[], fixed: boolean): string {
  const functions = seeds.map((seed) => new Program(seed, fixed).text());
  const calls = seeds.map((seed) => `  shared_${seed}();\n`);
  return `${PRELUDE}${functions.join('')}\nint main(void) {\n  lock = upc_all_lock_alloc();\n${calls.join('')}  return 0;\n}\n`;
}

/** The lines that it prints on so many threads, by their seeds. */
export const modelled = (seeds: readonly number[], fixed: boolean, threads: number): ReadonlyMap<number, string> =>
  new Map(seeds.map((seed) => [seed, new Program(seed, fixed).checksum(threads)]));

const PRELUDE = `#include <bupc_extensions.h>
#include <stdio.h>
#include <upc_relaxed.h>
#include <upc_collective.h>
static upc_lock_t *lock;
static strict shared int turn;
static shared int order[THREADS];
static shared long long whole_note;
static long long note;
`;

class Program {
  readonly #arrays: readonly SharedArray[];
  readonly #collective: Collective;
  readonly #phases: readonly Phase[];

  constructor(
    private readonly seed: number,
    fixed: boolean,
  ) {
    const c = new Choices(seed + (fixed ? 1_000_000 : 0));
    this.#collective = collective(`c${seed}`, c.from(1, 5));
    const plain = c.several(2, 4, (k) => arrayOf(`a${seed}_${k}`, c, fixed));
    this.#arrays = [...plain, ...this.#collective.few, ...this.#collective.many];
    const phases = new Phases(c, this.#arrays, this.#collective, seed);
    this.#phases = c.several(4, 10, () => phases.phase());
  }

  text(): string {
    const statics = this.#arrays.filter((array) => !this.#collective.many.includes(array));
    const pointers = this.#collective.many;
    const { block } = this.#collective;
    const prepared = this.#arrays.map(
      ({ name, extent }, k) =>
        `upc_forall (int i = 0; i < ${extent.text}; i++; &${name}[i]) ${name}[i] = (i * ${k + 3} + 1) & 127;`,
    );
    return `
${statics.map((array) => `static ${declared(array)}\n`).join('')}static void shared_${this.seed}(void) {
${pointers.map(({ name }) => `  shared [${block}] int *${name} = upc_all_alloc(THREADS * THREADS, ${block} * sizeof(int));\n`).join('')}  ${prepared.join('\n  ')}
  if (MYTHREAD == 0) whole_note = 0;
  upc_barrier;
${this.#phases.map(({ text }) => `  note = whole_note;\n  upc_barrier;\n  ${text}\n  upc_barrier;\n`).join('')}  if (MYTHREAD == 0) {
    unsigned hash = 17;
    ${this.#arrays.map(mixedIn).join('\n    ')}
    printf("${this.seed} %x\\n", hash * 31u + (unsigned)whole_note);
  }
  upc_barrier;
${pointers.map(({ name }) => `  upc_all_free(${name});\n`).join('')}}
`;
  }

  checksum(threads: number): string {
    const memory = new Memory(threads);
    this.#arrays.forEach((array, k) => {
      for (let i = 0; i < array.extent.at(threads); i++) memory.set(array, i, (i * (k + 3) + 1) & 127);
    });
    for (const { effect } of this.#phases) effect(memory);
    return memory.checksum(this.#arrays);
  }
}

const times = (factor: number): Extent => ({ text: `${factor} * THREADS`, at: (threads) => factor * threads });

/** Of blocks of 0, 1, few or more elements than there are. */
function arrayOf(name: string, c: Choices, fixed: boolean): SharedArray {
  const type = c.one(TYPES);
  const block = c.one([0, 1, 2, 3, 4, 5, 7, 12, 1000]);
  if (block > 0 && block < 100 && c.once(2)) {
    const share = block * c.from(1, 4);
    return { name, type, block, extent: times(share), least: share, share: { text: `${share}`, at: () => share } };
  }
  const least = c.from(3, 40);
  const constant: Extent = { text: `${least}`, at: () => least };
  return { name, type, block, extent: fixed || block === 0 ? constant : times(least), least };
}

function collective(name: string, block: number): Collective {
  const few = (k: number): SharedArray => ({
    ...{ name: `${name}_f${k}`, type: 'int', block, extent: times(block), least: block },
    share: { text: `${block}`, at: () => block },
  });
  const many = (k: number): SharedArray => ({
    ...{ name: `${name}_m${k}`, type: 'int', block, least: block },
    extent: { text: `${block} * THREADS * THREADS`, at: (threads) => block * threads * threads },
    share: { text: `${block} * THREADS`, at: (threads) => block * threads },
  });
  return { block, few: [few(0), few(1)], many: [many(0), many(1)] };
}
