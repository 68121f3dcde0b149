/**
 * Random C: loop nests over arrays of all types, with strides, offsets, conditions, reductions and pointers that overlap.
 *
 * Each seed makes one function, `loops_SEED`, and `loopProgram` a file of several, which prints a line for each: the seed and
 * a checksum of all memory. The interval of every counter is known, so all subscripts are inside. Integers overflow and memory
 * is read as another type, which gcc defines by -fwrapv and -fno-strict-aliasing; nothing else is left undefined by C.
 */
import { Choices } from './choices.ts';
import { Expressions, type Variable } from './expressions.ts';
import { COUNTERS, NUMBERS, type Type, typeOf } from './numbers.ts';

/** Elements of each array. */
const SIZE = 320;
/** Bounds that may be loaded from memory: known here, but not to a compiler. */
const LIMITS: readonly number[] = [4, 7, 31, 64, 100];
/** Iterations of a loop at each depth. */
const MOST: readonly number[] = [100, 12, 4];
/** An integer that only these are added to: what it loses of them is defined, as it stays small. */
const SMALL_SUM = 'small';
const FRACTIONS: readonly string[] = ['0.5f', '0.25', '9.25f', '0.5', '3', '-1.5f'];
const FIELDS: Readonly<Record<string, string>> = { c: 'int8_t', f: 'float', n: 'int32_t', d: 'double', h: 'uint16_t' };

/** A file that runs the loops of the seeds, one after the other. */
export function loopProgram(seeds: readonly number[]): string {
  const functions = seeds.map((seed) => new Loops(seed).text());
  const calls = seeds.map((seed) => `  set(${seed}u); loops_${seed}(limits); tell(${seed});\n`);
  return `${PRELUDE}\n${functions.join('\n')}\nint main(void) {\n${calls.join('')}  return 0;\n}\n`;
}

const each = (line: (type: Type) => string): string => NUMBERS.map((type) => `${line(type)}\n`).join('');
const mixed = ({ float }: Type, text: string): string => `mix_${float ? 'real' : 'whole'}(${text});`;
const fields = Object.entries(FIELDS).map(([name, type]) => [name, typeOf(type)] as const);

const PRELUDE = `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#define SMALL(e) ((int)((e) > -1e5 && (e) < 1e5 ? (e) : 3))
typedef struct { ${fields.map(([name, type]) => `${type.name} ${name};`).join(' ')} } Record;
${each(({ name, short }) => `static ${name} ${short}_a[${SIZE}], ${short}_b[${SIZE}];`)}static Record records[${SIZE}];
static uint8_t places[${SIZE}];
static int64_t whole[8];
static double real[8];
static volatile int limits[${LIMITS.length}] = {${LIMITS.join(', ')}};
static uint32_t state, hash;
static uint32_t draw(void) { state = state * 1664525u + 1013904223u; return state >> 8 ^ state << 13; }
static double fraction(void) { return (int)(draw() % 4001 - 2000) / 8.0; }
static void set(uint32_t seed) {
  state = seed;
  for (int i = 0; i < ${SIZE}; i++) {
${each(({ short, float }) => `    ${short}_a[i] = ${float ? 'fraction()' : 'draw() * 65537ull'}; ${short}_b[i] = ${float ? 'fraction()' : 'draw() % 99'};`)}${fields.map(([name, { float }]) => `    records[i].${name} = ${float ? 'fraction()' : 'draw()'};\n`).join('')}    places[i] = draw();
  }
  memset(whole, 0, sizeof whole);
  memset(real, 0, sizeof real);
}
static void mix(uint32_t x) { hash = (hash ^ x) * 16777619u; hash ^= hash >> 15; }
static void mix_whole(uint64_t x) { mix((uint32_t)x); mix((uint32_t)(x >> 32)); }
static void mix_real(double x) {
  uint64_t bits;
  memcpy(&bits, &x, 8);
  mix_whole(x != x ? 1 : bits);
}
static void tell(int seed) {
  hash = 2166136261u;
  for (int i = 0; i < ${SIZE}; i++) {
${each((type) => `    ${mixed(type, `${type.short}_a[i]`)} ${mixed(type, `${type.short}_b[i]`)}`)}${fields.map(([name, type]) => `    ${mixed(type, `records[i].${name}`)}\n`).join('')}  }
  for (int i = 0; i < 8; i++) { mix_whole(whole[i]); mix_real(real[i]); }
  printf("%d %08x\\n", seed, (unsigned)hash);
}
`;

interface Loop {
  /** Declarations before it, if any. */
  readonly before?: string;
  readonly head: string;
  /** The end of a do statement. */
  readonly end?: string;
  /** Of a for statement: `continue` goes to it. */
  readonly step?: string;
  readonly low: number;
  readonly high: number;
}

/** The function of one seed. */
class Loops {
  readonly #choices: Choices;
  readonly #scope: Expressions;
  readonly #globals: string[] = [];
  readonly #locals: string[] = [];
  readonly #sums: Variable[] = [];
  #names = 0;

  constructor(private readonly seed: number) {
    this.#choices = new Choices(seed);
    this.#scope = new Expressions(this.#choices);
  }

  text(): string {
    const c = this.#choices;
    this.#scope.places = [
      ...NUMBERS.flatMap((type) => ['a', 'b'].map((array) => ({ text: `${type.short}_${array}`, type, size: SIZE }))),
      ...fields.map(([field, type]) => ({ text: 'records', field, type, size: SIZE })),
    ];
    if (c.once(2)) this.#fewArrays();
    c.several(0, 2, () => this.#table());
    c.several(0, 2, () => this.#pointer());
    c.several(0, 2, () => this.#helper());
    c.several(0, 2, () => this.#sum(c.one(NUMBERS)));
    this.#sum(c.one(COUNTERS.filter(({ bytes, signed }) => bytes >= 4 && signed)), SMALL_SUM);
    const nests = c.several(1, 3, () => this.#nest(0));
    const kept = this.#sums.map(({ text, type }, k) => `${type.float ? 'real' : 'whole'}[${k}] = ${text};`);
    const body = [...this.#locals, ...nests, ...kept].join('\n').replace(/^/gm, '  ');
    return `${this.#globals.join('')}static void loops_${this.seed}(volatile int *limits) {\n${body}\n}\n`;
  }

  #name(prefix: string): string {
    return `${prefix}${this.#names++}`;
  }

  /** Of a few arrays, loops read what they write. */
  #fewArrays(): void {
    const { places } = this.#scope;
    this.#scope.places = this.#choices.several(2, 4, () => this.#choices.one(places));
  }

  /** An array with designators of ranges, which may overlap; static or local. */
  #table(): void {
    const c = this.#choices;
    const size = c.from(10, 40);
    const type = c.one(NUMBERS);
    const item = () => {
      const low = c.from(0, size - 1);
      const end = c.once(4) ? '' : ` ... ${c.from(low, size - 1)}`;
      return `[${low}${end}] = ${this.#scope.constant(type)}`;
    };
    const text = this.#name(`t${this.seed}_`);
    const items = [`[${size - 1}] = 1`, '[0] = 2, 3, 4', ...c.several(2, 5, item)];
    const declaration = `${type.name} ${text}[${size}] = {${items.join(', ')}};`;
    if (c.once(2)) this.#globals.push(`static ${declaration}\n`);
    else this.#locals.push(declaration);
    this.#scope.places = [...this.#scope.places, { text, type, size }];
  }

  /** A pointer into an array, of the array's type or of another size of integer. */
  #pointer(): void {
    const c = this.#choices;
    const array = c.one(NUMBERS);
    const type = array.float || c.once(2) ? array : c.one(COUNTERS);
    const offset = c.from(0, 9);
    const size = Math.floor((SIZE * array.bytes) / type.bytes) - offset;
    const text = this.#name('p');
    const start = `(${type.name} *)${array.short}_${c.one(['a', 'b'])}`;
    this.#locals.push(`${type.name} *${text} = ${start} + ${offset};`);
    this.#scope.places = [...this.#scope.places, { text, type, size }];
  }

  /** A function of two numbers. */
  #helper(): void {
    const c = this.#choices;
    const text = this.#name(`h${this.seed}_`);
    const [type, x, y] = [c.one(NUMBERS), c.one(NUMBERS), c.one(NUMBERS)];
    const inside = new Expressions(c);
    inside.variables = [
      { text: 'x', type: x },
      { text: 'y', type: y },
    ];
    const early = c.once(2) ? `if (${inside.any(1).text}) return ${inside.of(type, 1)}; ` : '';
    const body = `${early}return ${inside.of(type)};`;
    this.#globals.push(`static ${type.name} ${text}(${x.name} x, ${y.name} y) { ${body} }\n`);
    this.#scope.callees = [...this.#scope.callees, { text, type, parameters: [x, y] }];
  }

  /** A scalar that goes from one iteration to the next. */
  #sum(type: Type, text = this.#name('s')): void {
    const sum = { text, type };
    this.#locals.push(`${type.name} ${text} = ${text === SMALL_SUM ? '5' : this.#scope.constant(type)};`);
    this.#sums.push(sum);
    this.#scope.variables = [...this.#scope.variables, sum];
  }

  /** A loop, with another in it perhaps. */
  #nest(depth: number): string {
    const c = this.#choices;
    const { places, counters } = this.#scope;
    const type = c.one(COUNTERS);
    const text = this.#name('i');
    const { before = '', head, end = '', step, low, high } = this.#loop(type, text, depth);
    const walk = c.once(3) ? this.#walk(high - low + 2) : undefined;
    this.#scope.counters = [...this.#scope.counters, { text, type, low, high }];
    const statements = c.several(1, 3, () => this.#statement(step !== undefined));
    if (depth + 1 < MOST.length && c.once(depth + 2)) statements.push(this.#nest(depth + 1));
    if (step === undefined && walk !== undefined) statements.push(`${walk.step};`);
    Object.assign(this.#scope, { places, counters });
    const steps = [step, walk?.step].filter(Boolean).join(', ');
    const opened = step === undefined ? head : `${head} ${steps})`;
    const body = statements.join('\n').replace(/^/gm, '    ');
    return `{\n  ${walk?.start ?? ''}${before}\n  ${opened} {\n${body}\n  }${end}\n}`;
  }

  /** From below or above, by one or more, to a bound that is constant, in memory, or the outer counter. */
  #loop(type: Type, i: string, depth: number): Loop {
    const c = this.#choices;
    if (depth === 0 && type.bytes === 1 && c.once(4)) return around(type, i);
    const low = type.signed && c.once(3) ? -c.from(1, 20) : c.from(0, 9);
    const [bound, high] = this.#bound(low, MOST[depth] as number);
    const stride = c.one([1, 1, 1, 2, 3, 5]);
    const constant = low + c.from(0, MOST[depth] as number);
    const declared = `${type.name} ${i} = ${low};`;
    return c.one<() => Loop>([
      () => ({ head: `for (${declared} ${i} < ${bound};`, step: `${i} += ${stride}`, low, high: high - 1 }),
      () => ({ head: `for (${declared} ${i} < ${bound};`, step: `${i}++`, low, high: high - 1 }),
      () => ({ head: `for (${declared} ${i} <= ${bound};`, step: `++${i}`, low, high }),
      () => ({ head: `for (${declared} ${i} != ${constant};`, step: `${i}++`, low, high: constant }),
      () => ({ head: `for (${declared} ${i} - ${constant};`, step: `${i}++`, low, high: constant }),
      () => ({ head: `for (${type.name} ${i} = ${constant}; ${i} > ${low};`, step: `${i}--`, low, high: constant }),
      () => ({ head: `for (${type.name} ${i} = ${constant}; ${i}-- > ${low};`, step: '', low, high: constant }),
      () => ({ before: declared, head: `while (${i}++ < ${bound})`, low, high }),
      () => ({ before: declared, head: 'do', end: ` while (++${i} < ${bound});`, low, high }),
    ])();
  }

  /** A bound, and at least its value; not below `low`. */
  #bound(low: number, most: number): [text: string, value: number] {
    const c = this.#choices;
    const limit = c.from(0, LIMITS.length - 1);
    const known = LIMITS[limit] as number;
    if (known <= most && c.once(2)) return [`limits[${limit}]`, Math.max(low, known)];
    const outer = this.#scope.counters.at(-1);
    if (outer !== undefined && outer.low >= 0 && outer.high <= 60 && c.once(3))
      return [`(int)${outer.text}`, Math.max(low, outer.high)];
    const constant = Math.max(0, low + c.from(0, most));
    return [`${constant}`, Math.max(low, constant)];
  }

  /** A second counter or a pointer that moves along with a loop of so many iterations. */
  #walk(trips: number): { start: string; step: string } {
    const c = this.#choices;
    const stride = c.one([1, 1, 2, -1, 0].filter((step) => Math.abs(step) * trips < SIZE - 10));
    const way = Math.abs(stride) * trips;
    const text = this.#name('w');
    if (c.once(2)) {
      const type = c.one(COUNTERS.filter(({ bytes }) => bytes > 1));
      const first = c.from(0, 9) + (stride < 0 ? way : 0);
      const ends = { low: Math.min(first, first + stride * trips), high: Math.max(first, first + stride * trips) };
      this.#scope.counters = [...this.#scope.counters, { text, type, ...ends }];
      return { start: `${type.name} ${text} = ${first}; `, step: `${text} += ${stride}` };
    }
    const type = c.one(NUMBERS);
    const first = c.from(0, 9) + (stride < 0 ? way : 0);
    const size = SIZE - Math.max(first, first + stride * trips);
    this.#scope.places = [...this.#scope.places, { text, type, size }];
    return {
      start: `${type.name} *${text} = ${type.short}_${c.one(['a', 'b'])} + ${first}; `,
      step: `${text} += ${stride}`,
    };
  }

  #statement(mayContinue: boolean): string {
    const c = this.#choices;
    const one = () => this.#statement(false);
    const test = () => (c.once(3) ? this.#scope.number() : this.#scope.any(2).text);
    return c.one<() => string>([
      () => this.#assignment(),
      () => this.#assignment(),
      () => this.#assignment(),
      () => this.#reduction(),
      () => this.#reduction(),
      () => `if (${test()}) {\n  ${one()}\n}`,
      () => `if (${test()}) {\n  ${one()}\n} else {\n  ${one()}\n}`,
      () => (mayContinue && c.once(2) ? `if (${test()}) continue;` : one()),
      () => (c.once(3) ? `if (${test()}) break;` : one()),
      () =>
        `switch (${this.#scope.of(typeOf('int32_t'), 2)} & 3) {\n  case 0: ${one()} break;\n  case 2: ${one()}\n  default: ${one()}\n}`,
      () => this.#temporary(),
      () => (this.#scope.counters.length > 0 && c.once(3) ? 'records[places[3]] = records[places[5]];' : one()),
    ])();
  }

  #assignment(): string {
    const c = this.#choices;
    const { text, type } = this.#scope.target();
    if (c.once(8)) return `${text}${c.one(['++', '--'])};`;
    const operator = c.one(
      type.float ? ['=', '=', '+=', '-=', '*='] : ['=', '=', '=', '+=', '-=', '*=', '^=', '&=', '|='],
    );
    return `${text} ${operator} ${this.#scope.of(type)};`;
  }

  /** A loop-carried value: a sum, a product, the least, or a whole number less a fraction. */
  #reduction(): string {
    const c = this.#choices;
    const { text, type } = c.one(this.#sums);
    if (text === SMALL_SUM) return `${text} ${c.one(['+=', '-='])} ${c.one(FRACTIONS)};`;
    const value = this.#scope.of(type, 2);
    if (c.once(4)) return `${text} = ${value} ${c.one(['<', '>'])} ${text} ? ${value} : ${text};`;
    return `${text} ${c.one(type.float ? ['+=', '-=', '*=', '+='] : ['+=', '-=', '*=', '^=', '|=', '&='])} ${value};`;
  }

  /** A block with a local of its own. */
  #temporary(): string {
    const { variables } = this.#scope;
    const type = this.#choices.one(NUMBERS);
    const text = this.#name('v');
    const start = `${type.name} ${text} = ${this.#scope.of(type)};`;
    this.#scope.variables = [...variables, { text, type }];
    const body = `${this.#assignment()} ${this.#reduction()}`;
    this.#scope.variables = variables;
    return `{ ${start} ${body} }`;
  }
}

/** A narrow counter that goes on behind its largest value. */
const around = ({ name, signed }: Type, i: string): Loop =>
  signed
    ? { head: `for (${name} ${i} = 100; ${i} != -100;`, step: `${i}++`, low: -128, high: 127 }
    : { head: `for (${name} ${i} = 200; ${i} != 30;`, step: `${i}++`, low: 0, high: 255 };
