/**
 * Versions loops: a copy has a 32-bit induction variable for when the 64-bit one stays within that: `for (long i = 0; i < n; i++)`, n a long.
 *
 * Takes: loops as trees. Gives: loops in two versions, chosen where the loop is entered. When counter and bounds lie
 * within 32 bits with room for a step, a copy runs that counts in an i32 local; else the loop as it was.
 * The bounds of inner loops that do not change in the outer one are asked for with the outer one's, so that a nest
 * asks once and has two versions, not two for each loop in each version.
 * Loop versioning: see Kennedy and Allen, Optimizing Compilers for Modern Architectures.
 */
import { binary, constI32, constI64, convert, local, select } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Loop, SetLocal, Statement } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import { mapBlocksOf, mapExpression, mapExpressionsOf, mapStatements, visitStatements } from '../../ir/walk.ts';
import {
  type Counted,
  countedLoop,
  fitting,
  initOf,
  isInvariant,
  labelsIn,
  passedCounters,
  ROOM,
  readsMemory,
  setIn,
  sizeOf,
} from '../analyses/counted.ts';

/** Statements and expressions that versions may add to a function, however long it is. */
const MOST_ADDED = 6000;

/** Makes versions of the loops that `pays` holds for. */
export function versionLoops(definition: Definition, pays: (loop: Loop) => boolean): Definition {
  if (![...definition.parameters, ...definition.locals].some((l) => l.type === 'i64')) return definition;
  let lands = false;
  visitStatements(definition.body, (s) => {
    lands ||= s.op === 'landing';
  });
  return lands ? definition : new Versioning(definition, pays).run();
}

/** Bounds known to lie within 32 bits, by their text, and the i32 locals that hold them. */
type Bounds = ReadonlyMap<string, { readonly bound: Expression; readonly short: string }>;

/** What has to hold where the loop is entered, and the assignments to make when it does. */
interface Entry {
  readonly tests: Expression[];
  readonly sets: SetLocal[];
}

class Versioning {
  readonly #definition: Definition;
  readonly #pays: (loop: Loop) => boolean;
  readonly #taken: Set<string>;
  readonly #added: string[] = [];
  /** Counters that nobody reads after their loops. */
  readonly #passed: ReadonlySet<string>;
  /** i32 counters that stay ROOM away from the end they move to. */
  readonly #roomy = new Map<string, number>();
  #left = MOST_ADDED;

  constructor(definition: Definition, pays: (loop: Loop) => boolean) {
    this.#definition = definition;
    this.#pays = pays;
    this.#taken = new Set([...definition.parameters, ...definition.locals].map((l) => l.name));
    this.#passed = passedCounters(definition.body);
  }

  run(): Definition {
    const body = this.#block(this.#definition.body, new Map());
    if (body === this.#definition.body) return this.#definition;
    const locals = this.#added.map((name) => ({ name, type: 'i32' as const }));
    return { ...this.#definition, body, locals: [...this.#definition.locals, ...locals] };
  }

  #fresh(base: string): string {
    let name = `${base}_short`;
    for (let n = 2; this.#taken.has(name); n++) name = `${base}_short_${n}`;
    this.#taken.add(name);
    this.#added.push(name);
    return name;
  }

  #block(body: readonly Statement[], known: Bounds): readonly Statement[] {
    let same = true;
    const result: Statement[] = [];
    for (const s of body) {
      const counted = s.op === 'loop' ? countedLoop(s) : undefined;
      const made = counted && this.#version(counted, initOf(result, counted.counter), known);
      if (made) {
        same = false;
        if (made.replacesInit) result.splice(made.replacesInit.index, 1);
        result.push(...made.statements);
        continue;
      }
      const inner = mapBlocksOf(s, (block) => this.#block(block, known));
      same &&= inner === s;
      result.push(inner);
    }
    return same ? body : result;
  }

  /** The loop in its versions; nothing when it cannot or need not have them. */
  #version(
    c: Counted,
    init: ReturnType<typeof initOf>,
    known: Bounds,
  ): { statements: Statement[]; replacesInit?: { index: number } } | undefined {
    if (!this.#pays(c.loop)) return undefined;
    const size = sizeOf([c.loop]);
    const entry: Entry = { tests: [], sets: [] };
    const start = this.#start(c, init, entry);
    const bounds = new Map(known);
    const bound = this.#bound(c, bounds, entry);
    if (c.operator === 'ne') this.#expect(entry, this.#reaches(c, init));
    if (entry.tests.some((test) => test.op === 'const') || size > this.#left) return undefined;
    this.#foresee(c.loop, bounds, entry);
    const fast = this.#fast(c, start, bound, bounds, known, entry);
    const isPassed = this.#passed.has(c.counter);
    if (entry.tests.length === 0) {
      return { statements: fast, ...(isPassed && init && { replacesInit: { index: init.index } }) };
    }
    this.#left -= size;
    const test = entry.tests.reduceRight((rest, first) => select(first, rest, constI32(0)));
    const slow = mapBlocksOf(c.loop, (block) => this.#block(block, known));
    return { statements: [{ op: 'if', test, then: fast, otherwise: [slow] }] };
  }

  /** Adds a test, unless it is known to hold. */
  #expect(entry: Entry, test: Expression): void {
    if (test.op !== 'const' || test.value === 0) entry.tests.push(test);
  }

  #expectRange(entry: Entry, e: Expression, lowest: bigint, highest: bigint): void {
    this.#expect(entry, binary('ge_s', e, constI64(lowest)));
    this.#expect(entry, binary('le_s', e, constI64(highest)));
  }

  /** The counter's first value in 32 bits. */
  #start(c: Counted, init: ReturnType<typeof initOf>, entry: Entry): Expression {
    const short = init && this.#shortStart(init.value);
    if (short && (!c.natural || short.op === 'const')) {
      if (c.natural) this.#expect(entry, binary('ge_s', short, constI32(0)));
      return short;
    }
    this.#expectRange(entry, local(c.counter, 'i64'), c.natural ? 0n : -(2n ** 31n), 2n ** 31n - 1n);
    return convert('i32', local(c.counter, 'i64'));
  }

  /** A value of 32 bits, or one near a counter that leaves room for it: `j = i + 1`. */
  #shortStart(value: Expression): Expression | undefined {
    if (value.op !== 'binary' || value.operator !== 'add' || value.right.op !== 'const') return fitting(value);
    const base = fitting(value.left);
    const direction = base?.op === 'local' ? this.#roomy.get(base.name) : undefined;
    const far = Number(value.right.value) * (direction ?? -1);
    if (!base || direction === undefined || far < 0 || far > ROOM) return undefined;
    return binary('add', base, constI32(Number(value.right.value)));
  }

  /** The loop's bound in 32 bits: known already, of 32 bits by itself, or asked for. */
  #bound(c: Counted, bounds: Map<string, { bound: Expression; short: string }>, entry: Entry): Expression {
    const known = bounds.get(keyOf(c));
    if (known) return local(known.short, 'i32');
    const short = fitting(c.bound);
    if (short?.op === 'local' && !c.natural && (c.isStrict || this.#roomy.get(short.name) === Math.sign(c.step))) {
      return short;
    }
    this.#ask(c, bounds, entry);
    return c.bound.op === 'const'
      ? convert('i32', c.bound)
      : local((bounds.get(keyOf(c)) as { short: string }).short, 'i32');
  }

  #ask(c: Counted, bounds: Map<string, { bound: Expression; short: string }>, entry: Entry): void {
    this.#expectRange(entry, c.bound, c.natural ? 0n : BigInt(ROOM) - 2n ** 31n, 2n ** 31n - 1n - BigInt(ROOM));
    if (c.bound.op === 'const') return;
    const short = this.#fresh(c.bound.op === 'local' ? c.bound.name : c.counter);
    entry.sets.push({ op: 'set', local: short, value: convert('i32', c.bound) });
    bounds.set(keyOf(c), { bound: c.bound, short });
  }

  /** `i != n` ends at n when it moves there. */
  #reaches(c: Counted, init: ReturnType<typeof initOf>): Expression {
    const first = init?.value.op === 'const' ? init.value : local(c.counter, 'i64');
    return binary(c.step > 0 ? 'le_s' : 'ge_s', first, c.bound);
  }

  /** Asks for the bounds of inner loops too. */
  #foresee(loop: Loop, bounds: Map<string, { bound: Expression; short: string }>, entry: Entry): void {
    const set = setIn(loop);
    visitStatements(loop.body, (s) => {
      const inner = s.op === 'loop' ? countedLoop(s) : undefined;
      if (!inner || inner.bound.op === 'const' || fitting(inner.bound) || bounds.has(keyOf(inner))) return;
      if (readsMemory(inner.bound) || !isInvariant(inner.bound, set)) return;
      this.#ask(inner, bounds, entry);
    });
  }

  #fast(c: Counted, start: Expression, bound: Expression, bounds: Bounds, known: Bounds, entry: Entry): Statement[] {
    const short = this.#fresh(c.counter);
    if (fitting(c.bound)?.op !== 'local' || !c.isStrict) this.#roomy.set(short, Math.sign(c.step));
    const back: SetLocal = { op: 'set', local: c.counter, value: convert('i64', local(short, 'i32')) };
    const isPassed = this.#passed.has(c.counter);
    const counting = shortened(c, short, isPassed ? undefined : back);
    const versioned = { ...counting, body: this.#block(counting.body, bounds) };
    const [loop] = this.#withShortReads(versioned, bounds, known, entry);
    const test = binary(c.operator, local(short, 'i32'), bound);
    const first: SetLocal = { op: 'set', local: short, value: start };
    return [first, ...entry.sets, { ...loop, test }, ...(isPassed ? [] : [back])];
  }

  /** Reads of invariant i64 locals become extensions of what is known of them, cut reads become locals. */
  #withShortReads(loop: Loop, bounds: Bounds, known: Bounds, entry: Entry): [Loop] {
    const set = setIn(loop);
    const cut = new Map<string, string>();
    for (const [key, { bound, short }] of bounds) {
      if (!known.has(key) && bound.op === 'local') cut.set(bound.name, short);
    }
    const guarded = new Set(cut.keys());
    const change = (e: Expression): Expression => {
      if (e.op === 'local' && guarded.has(e.name)) return convert('i64', local(cut.get(e.name) as string, 'i32'));
      if (e.op !== 'convert' || e.type !== 'i32' || e.operand.type !== 'i64') return e;
      if (e.operand.op === 'convert' && e.operand.operand.type === 'i32') return e.operand.operand;
      if (e.operand.op !== 'local' || set.has(e.operand.name)) return e;
      const name = e.operand.name;
      if (!cut.has(name)) {
        cut.set(name, this.#fresh(name));
        entry.sets.push({ op: 'set', local: cut.get(name) as string, value: convert('i32', e.operand) });
      }
      return local(cut.get(name) as string, 'i32');
    };
    return mapStatements([loop], (s) => mapExpressionsOf(s, (e) => mapExpression(e, change))) as [Loop];
  }
}

const keyOf = (c: Counted): string => `${c.natural ? 'natural' : 'integer'} ${printExpression(c.bound)}`;

/** The loop on the i32 counter; `back` goes before each jump that leaves it for elsewhere. */
function shortened(c: Counted, short: string, back: SetLocal | undefined): Loop {
  const inside = labelsIn(c.loop);
  const read = (e: Expression): Expression =>
    e.op === 'local' && e.name === c.counter ? convert('i64', local(short, 'i32')) : e;
  const change = (s: Statement): Statement | readonly Statement[] => {
    if (s.op === 'set' && s.local === c.counter) {
      return { ...s, local: short, value: binary('add', local(short, 'i32'), constI32(c.step)) };
    }
    if (back && (s.op === 'break' || s.op === 'continue') && !inside.has(s.label)) return [back, s];
    return mapExpressionsOf(s, (e) => mapExpression(e, read));
  };
  return { ...c.loop, body: mapStatements(c.loop.body, change), step: mapStatements(c.loop.step, change) };
}
