/**
 * Takes loops over the elements of blocked shared arrays block by block, so that nothing is divided in between.
 *
 * Takes: loops that count by one and index `shared [B]` arrays by their counter. Gives: an outer loop over runs of
 * iterations in which no array leaves a block, and in it the loop as it was, with plain addresses. One idea: within a
 * block elements lie side by side, so that an element's address is that of the run's first plus their distance.
 * (Iancu, Husbands and Chen, Message Strip-Mining Heuristics for High Speed Networks, 2004, cut loops the same way.)
 */
import { add, advancePhase, binary, constI32, elementAddress, local, mul, select, sub } from '../ir/builders.ts';
import type { Function as Definition, ElementAddress, Expression, Loop, SetLocal, Statement } from '../ir/ir.ts';
import { printExpression } from '../ir/text.ts';
import {
  blocksOf,
  mapBlocksOf,
  mapExpression,
  mapExpressionsOf,
  mapStatements,
  some,
  visitExpression,
} from '../ir/walk.ts';
import { affine, expressionOf } from './affine.ts';
import { isInvariant, readsMemory, setIn } from './counted.ts';
import { addressLocals, Definitions } from './definitions.ts';
import { type Induction, inductionsOf, isByOne } from './induction.ts';
import { Names } from './names.ts';
import { objectText, type PassContext, Teller } from './remarks.ts';

/** Elements that a block must have for each array index in the loop: shorter runs cost more than they save. */
const LEAST_BLOCK = 16;

export function takeRuns(definition: Definition, context: PassContext): Definition {
  // Blocks that are too short are looked at only to say so.
  const least = context.remark ? 2 : LEAST_BLOCK;
  if (context.threads === 1 || !some(definition, (s) => isInBlocks(s, least))) return definition;
  return new Runs(definition, context).run();
}

/** An access to an element of an array in blocks of at least so many? */
function isInBlocks(s: Statement, least: number): boolean {
  const within = (address: Expression): boolean => {
    const element = address.op === 'binary' ? address.left : address;
    return element.op === 'element' && element.layout.block >= least;
  };
  if (s.op === 'copy') return within(s.destination) || within(s.source);
  return (s.op === 'get' || s.op === 'put') && within(s.address);
}

/** Elements that move by one with the counter: all with one index. */
interface Walk {
  readonly element: ElementAddress;
  /** The index, of invariant parts and the counter. */
  readonly index: Expression;
}

class Runs {
  readonly #definition: Definition;
  readonly #names: Names;
  readonly #tell: Teller;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#names = new Names(definition);
    this.#tell = new Teller('runs', context);
  }

  run(): Definition {
    const body = this.#block(this.#definition.body, new Definitions(addressLocals(this.#definition)));
    return this.#names.declaredIn(this.#definition, body);
  }

  #block(body: readonly Statement[], known: Definitions): readonly Statement[] {
    const result = body.map((s) => this.#statement(s, known));
    return result.every((s, index) => s === body[index]) ? body : result;
  }

  #statement(s: Statement, known: Definitions): Statement {
    if (blocksOf(s).length === 0) {
      known.pass(s);
      return s;
    }
    const inductions = s.op === 'loop' ? inductionsOf(s, known) : [];
    known.forgetSetIn([s]);
    const inner = mapBlocksOf(s, (block) => this.#block(block, known.copy()));
    return inner.op === 'loop' ? this.#loop(inner, inductions, known) : inner;
  }

  #loop(s: Loop, inductions: readonly Induction[], known: Definitions): Statement {
    const induction = inductions.find(isByOne);
    if (!induction) return s;
    const walks = walksIn(s, induction.counter, known);
    const indexes = new Set([...walks.values()].map(keyOf));
    if (indexes.size === 0) return s;
    for (const { element } of walks.values()) {
      const { block } = element.layout;
      if (block >= LEAST_BLOCK * indexes.size) continue;
      this.#tell.missed(s, () => `blocks of ${objectText(element)} not taken whole: ${block} elements are too few`);
      return s;
    }
    for (const { element } of firstOfEach(walks).values()) {
      this.#tell.done(
        s,
        () => `blocks of ${objectText(element)} taken whole: up to ${element.layout.block} elements in a run`,
      );
    }
    return this.#inRuns(s, induction, walks);
  }

  #inRuns(s: Loop, { counter, operator, bound }: Induction, walks: ReadonlyMap<ElementAddress, Walk>): Statement {
    const i = local(counter, 'i32');
    const from = this.#names.local(`${counter}_from`);
    const last = this.#names.local(`${counter}_last`);
    const sets: SetLocal[] = [
      set(from, i),
      set(last, operator === 'le_s' ? (bound as Expression) : sub(bound as Expression, constI32(1))),
    ];
    const starts = new Map<string, string>();
    /** Bytes from a run's start, by the size of an element. */
    const offsets = new Map<number, Expression>();
    for (const [key, { element, index }] of firstOfEach(walks)) {
      const { block, elementSize } = element.layout;
      const end = this.#names.local('end');
      // An index that is not used yet may be negative: the phase is not.
      const phase = advancePhase(element.layout, constI32(0), index);
      sets.push(set(end, add(i, sub(constI32(block - 1), phase))));
      sets.push(set(last, lesser(local(end, 'i32'), local(last, 'i32'))));
      const start = this.#names.local('start');
      starts.set(key, start);
      const first = mapExpression(index, (e) => (e.op === 'local' && e.name === counter ? local(from, 'i32') : e));
      sets.push(set(start, elementAddress(element.layout, element.base, first)));
      offsets.set(elementSize, add(mul(i, constI32(elementSize)), mul(local(from, 'i32'), constI32(-elementSize))));
    }
    const label = this.#names.label(`${s.label}_run`);
    const plain = (e: Expression): Expression => {
      const walk = e.op === 'element' ? walks.get(e) : undefined;
      const start = walk && starts.get(keyOf(walk));
      const bytes = walk && offsets.get(walk.element.layout.elementSize);
      return start && bytes ? add(local(start, 'i32'), bytes) : e;
    };
    const body = mapStatements(s.body, (inner) => {
      if (inner.op === 'continue' && inner.label === s.label) return { ...inner, label };
      return mapExpressionsOf(inner, (e) => mapExpression(e, plain));
    });
    const run: Loop = { ...s, label, test: binary('le_s', i, local(last, 'i32')), body };
    return { ...s, step: [], body: [...sets, run] };
  }
}

const set = (name: string, value: Expression): SetLocal => ({ op: 'set', local: name, value });

const lesser = (a: Expression, b: Expression): Expression => select(binary('lt_s', a, b), a, b);

const keyOf = ({ element, index }: Walk): string =>
  `${element.layout.block} ${element.layout.elementSize} ${printExpression(element.base)} ${printExpression(index)}`;

/** One walk for each index. */
function firstOfEach(walks: ReadonlyMap<ElementAddress, Walk>): Map<string, Walk> {
  const first = new Map<string, Walk>();
  for (const walk of walks.values()) if (!first.has(keyOf(walk))) first.set(keyOf(walk), walk);
  return first;
}

/** The element addresses in the loop's body that move by one with the counter. */
function walksIn(s: Loop, counter: string, before: Definitions): Map<ElementAddress, Walk> {
  const walks = new Map<ElementAddress, Walk>();
  /** Addresses that stand in two places, where they mean different elements. */
  const ambiguous = new Set<ElementAddress>();
  const changing = new Set(setIn(s));
  changing.delete(counter);
  const look = (body: readonly Statement[], known: Definitions): void => {
    for (const inner of body) {
      const visit = (e: Expression): void => {
        const walk = e.op === 'element' ? walkOf(e, counter, changing, known) : undefined;
        const other = walk && walks.get(walk.element);
        if (other && keyOf(other) !== keyOf(walk)) ambiguous.add(walk.element);
        else if (walk) walks.set(walk.element, walk);
      };
      if (inner.op === 'get' || inner.op === 'put') visitExpression(inner.address, visit);
      if (inner.op === 'copy') for (const e of [inner.destination, inner.source]) visitExpression(e, visit);
      const blocks = blocksOf(inner);
      if (blocks.length === 0) known.pass(inner);
      else known.forgetSetIn([inner]);
      for (const block of blocks) look(block, known.copy());
    }
  };
  look(s.body, before.copy());
  for (const element of ambiguous) walks.delete(element);
  return walks;
}

function walkOf(
  element: ElementAddress,
  counter: string,
  changing: ReadonlySet<string>,
  known: Definitions,
): Walk | undefined {
  if (element.layout.block < 2 || element.base.op !== 'shared') return undefined;
  const sum = affine(known.resolve(element.index));
  if (sum.get(printExpression(local(counter, 'i32')))?.coefficient !== 1) return undefined;
  const index = expressionOf(sum.values());
  return isInvariant(index, changing) && !readsMemory(index) ? { element, index } : undefined;
}
