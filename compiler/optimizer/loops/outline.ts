/**
 * Loop outlining, for engines without on-stack replacement.
 *
 * A browser's engine compiles a module in a baseline tier first, and optimizes it function by function; a running loop stays in the tier that it began in, so
 * a long loop of main never tiers up. Takes: the program's functions, after all passes on loops. Gives: the same, whose long loops in cold functions are functions
 * that return after some iterations and are called again for twice as many (outlined-loop.ts): so half of a loop's time at most passes before the optimized code takes over,
 * at the cost of a few dozen calls.
 */
import { binary, constI32, convert, isDroppable, sub } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Loop, Statement } from '../../ir/ir.ts';
import { wantedBehindLoops } from '../../ir/liveness.ts';
import { blocksOf, mapBlocksOf, mapEach, someIn } from '../../ir/walk.ts';
import { SERVING } from '../../source/source.ts';
import { calledName, callGraph, sizeOf } from '../analyses/calls.ts';
import { isInvariant, readsMemory, setIn } from '../analyses/counted.ts';
import type { Surroundings } from '../inline/inline.ts';
import { Names } from '../names.ts';
import { type PassContext, Teller } from '../remarks.ts';
import { OutlinedLoop } from './outlined-loop.ts';

/** The first call's iterations: of a loop in a function that is seldom called; of one in such a loop that has loops itself, or none. */
const FIRST = 1;
const FIRST_NEST = 16;
const FIRST_INNER = 1024;
/** An inner loop without loops is a function only if it goes through more. */
const FEWEST_INNER = 2048;
/** A larger loop, in statements and operations, stays where it is. */
const MOST_SIZE = 6000;
/** So does one that would be given, or give, more values than that: engines take 1,000. */
const MOST_VALUES = 200;

export function outlineLoops(
  functions: readonly Definition[],
  { roots }: Surroundings,
  context: PassContext,
): readonly Definition[] {
  const seldom = seldomCalled(functions, roots);
  return functions.flatMap((f) => (seldom.has(f.name) ? new Outliner(f, context).run() : [f]));
}

/** Where the program starts, and what it calls outside of loops alone, or JavaScript does. */
function seldomCalled(functions: readonly Definition[], [entry, ...addressed]: readonly string[]): Set<string> {
  const all = new Map(functions.map((f) => [f.name, f]));
  const { order, recursive } = callGraph(all);
  const often = new Set([...addressed, ...recursive]);
  const callers = [...order].reverse();
  const seldom = new Set([entry!]);
  for (const name of callers) {
    const visit = (body: readonly Statement[], inLoop: boolean): void => {
      for (const s of body) {
        const callee = s.op === 'call' ? calledName(s) : undefined;
        if (callee !== undefined && inLoop) often.add(callee);
        else if (callee !== undefined && seldom.has(name)) seldom.add(callee);
        for (const block of blocksOf(s)) visit(block, inLoop || (s.op === 'loop' && s.at?.name !== SERVING));
      }
    };
    if (often.has(name)) seldom.delete(name);
    visit(all.get(name)!.body, !seldom.has(name));
  }
  for (const name of often) seldom.delete(name);
  return seldom;
}

class Outliner {
  readonly #definition: Definition;
  readonly #tell: Teller;
  readonly #made: Definition[] = [];

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#tell = new Teller('outline', context, definition.name);
  }

  /** The function, and those that its loops have become. */
  run(): Definition[] {
    const host = this.#definition;
    if (someIn(host.body, (s) => s.op === 'landing')) return [host];
    const names = new Names(host);
    const body = this.#body(host, names, host.body, (_, part) => part(FIRST));
    return [names.declaredIn(host, body), ...this.#made];
  }

  /** Statements of a function with their outermost loops replaced. */
  #body(host: Definition, names: Names, body: readonly Statement[], replace: Replacement): readonly Statement[] {
    const behind = wantedBehindLoops(host);
    const replaced = (loop: Loop): readonly Statement[] => {
      if (!canLeave(loop)) return [loop];
      const name = `${this.#definition.name}/${this.#made.length + 1}`;
      const outlined = new OutlinedLoop(host, loop, behind?.get(loop), name);
      const { parameters, results } = outlined.definition;
      if (Math.max(parameters.length, results.length) > MOST_VALUES) return [loop];
      return replace(loop, (first) => this.#called(names, loop, outlined, first));
    };
    const block = (statements: readonly Statement[]): readonly Statement[] =>
      mapEach(statements, (s) => (s.op === 'loop' ? replaced(s) : [mapBlocksOf(s, block)]));
    return block(body);
  }

  /** Calls of the function that the loop becomes. */
  #called(names: Names, loop: Loop, part: OutlinedLoop, first: number): Statement[] {
    this.#tell.done(loop, () => `the loop is a function of its own, ${part.definition.name}`);
    const index = this.#made.push(part.definition) - 1;
    this.#made[index] = this.#inner(part.definition);
    return part.calls(names, first);
  }

  /** The function of a loop, in which the loops are functions in turn where that pays. */
  #inner(host: Definition): Definition {
    const names = new Names(host);
    const inside = (body: readonly Statement[]) => this.#body(host, names, body, innerLoop);
    const body = mapEach(host.body, (s) => [s.op === 'loop' ? { ...s, body: inside(s.body) } : s]);
    return names.declaredIn(host, body);
  }
}

/** What stands in the place of a loop; `part`: calls of the function that it becomes, the first one for so many iterations. */
type Replacement = (loop: Loop, part: (first: number) => readonly Statement[]) => readonly Statement[];

/** One with loops is called anew from time to time; one without if it is long, else it stays beside that. */
const innerLoop: Replacement = (loop, part) => {
  if (someIn(loop.body, (s) => s.op === 'loop')) return part(FIRST_NEST);
  const isLong = longTest(loop);
  if (isLong === undefined) return [loop];
  const { at } = loop;
  return [{ op: 'if', test: isLong, then: part(FIRST_INNER), otherwise: [loop], ...(at && { at }) }];
};

/** Whether a counter has far to go; it may be wrong about that. */
function longTest(loop: Loop): Expression | undefined {
  const { test, step, body } = loop;
  if (test?.op !== 'binary' || test.left.op !== 'local') return undefined;
  const { left, right } = test;
  if (loop.kind === 'do' ? !isKnownBefore(loop, right) : !isDroppable(right)) return undefined;
  const by = [...step, ...body].map((s) => strideOf(s, left.name)).find((stride) => stride !== undefined);
  if (by === undefined || (left.type !== 'i32' && left.type !== 'i64')) return undefined;
  const far = Math.abs(by) * FEWEST_INNER;
  const distance = by > 0 ? sub(right, left) : sub(left, right);
  const least: Expression = left.type === 'i32' ? constI32(far) : convert('i64', constI32(far));
  return binary('gt_s', distance, least);
}

/** A loop that is tested behind its body may set what its test needs there. */
const isKnownBefore = (loop: Loop, e: Expression): boolean =>
  isDroppable(e) && !readsMemory(e) && isInvariant(e, setIn(loop));

function strideOf(s: Statement, counter: string): number | undefined {
  if (s.op !== 'set' || s.local !== counter || s.value.op !== 'binary' || s.value.right.op !== 'const')
    return undefined;
  const { left, operator, right } = s.value;
  if (left.op !== 'local' || left.name !== counter || (operator !== 'add' && operator !== 'sub')) return undefined;
  const by = Number(right.value) * (operator === 'add' ? 1 : -1);
  return by !== 0 && Math.abs(by) < 2 ** 16 ? by : undefined;
}

/** What is between a start and a completion, and the stack of who calls, stay in one function. */
const STAYS: ReadonlySet<Statement['op']> = new Set([
  ...(['landing', 'stack.save', 'stack.allocate', 'stack.restore'] as const),
  ...(['get.start', 'get.sync', 'put.start', 'put.sync'] as const),
]);

const canLeave = (loop: Loop): boolean => !someIn([loop], (s) => STAYS.has(s.op)) && sizeOf([loop]) <= MOST_SIZE;
