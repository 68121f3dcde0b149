/**
 * Strip-mines loops over blocked shared arrays by their blocks, so that no iteration divides.
 *
 * Takes: loops that count by one and index `shared [B]` arrays by their counter. Gives: an outer loop over runs of
 * iterations in which no array leaves a block, and in it the loop as it was, with plain addresses. One idea: within a
 * block elements lie side by side, so that an element's address is that of the run's first plus their distance.
 * (Iancu, Husbands and Chen, Message Strip-Mining Heuristics for High Speed Networks, 2004, cut loops the same way.)
 */
import {
  add,
  advanceAddress,
  advancePhase,
  binary,
  constI32,
  elementAddress,
  isDroppable,
  local,
  mul,
  select,
  sub,
} from '../../ir/builders.ts';
import type {
  AdvanceAddress,
  Function as Definition,
  ElementAddress,
  Expression,
  Loop,
  SetLocal,
  Statement,
} from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import {
  blocksOf,
  hasBlocks,
  mapBlocksOf,
  mapExpression,
  mapExpressionsOf,
  mapStatements,
  some,
  visitExpression,
} from '../../ir/walk.ts';
import { isInvariant, setIn } from '../analyses/counted.ts';
import { addressLocals, Definitions } from '../analyses/definitions.ts';
import { type Induction, inductionsOf, isByOne } from '../analyses/induction.ts';
import { stableIn } from '../analyses/invariant-loads.ts';
import { Names } from '../names.ts';
import { objectText, type PassContext, Teller } from '../remarks.ts';
import { affine, expressionOf } from './affine.ts';

/** Elements that a block must have for each array index in the loop: shorter runs cost more than they save. */
const LEAST_BLOCK = 16;

export function stripMine(definition: Definition, context: PassContext): Definition {
  // Blocks that are too short are looked at only to say so.
  const least = context.remark ? 2 : LEAST_BLOCK;
  if (context.threads === 1 || !some(definition, (s) => isInBlocks(s, least))) return definition;
  return new Runs(definition, context).run();
}

/** An access to an element of an array in blocks of at least so many? */
function isInBlocks(s: Statement, least: number): boolean {
  const within = (address: Expression): boolean => {
    const element = address.op === 'binary' ? address.left : address;
    return isMoved(element) && element.layout.block >= least;
  };
  if (s.op === 'set') return s.value.op === 'advance' && within(s.value);
  if (s.op === 'copy') return within(s.destination) || within(s.source);
  return (s.op === 'get' || s.op === 'put') && within(s.address);
}

/** An element of an array, or what a pointer moved by an index points to. */
type Moved = ElementAddress | AdvanceAddress;

const isMoved = (e: Expression): e is Moved => e.op === 'element' || e.op === 'advance';

/** Elements that move by one with the counter: all with one index. */
interface Walk {
  readonly element: Moved;
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
    this.#tell = new Teller('strip-mine', context);
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
    if (!hasBlocks(s)) {
      known.pass(s);
      return s;
    }
    const inductions = s.op === 'loop' ? inductionsOf(s, known) : [];
    known.forgetSetIn([s]);
    const inner = mapBlocksOf(s, (block) => this.#block(block, known.copy()));
    return inner.op === 'loop' ? this.#loop(inner, inductions, known) : inner;
  }

  #loop(s: Loop, inductions: readonly Induction[], known: Definitions): Statement {
    const induction = inductions.find(isUpByOne);
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

  #inRuns(s: Loop, { counter, operator, bound }: Induction, walks: ReadonlyMap<Moved, Walk>): Statement {
    const i = local(counter, 'i32');
    const from = this.#names.local(`${counter}_from`);
    const last = this.#names.local(`${counter}_last`);
    const [less, atMost] = operator?.endsWith('_u') ? (['lt_u', 'le_u'] as const) : (['lt_s', 'le_s'] as const);
    const sets: SetLocal[] = [
      set(from, i),
      set(last, operator?.startsWith('le') ? (bound as Expression) : sub(bound as Expression, constI32(1))),
    ];
    const starts = new Map<string, string>();
    /** Bytes from a run's start, by the size of an element. */
    const offsets = new Map<number, Expression>();
    for (const [key, { element, index }] of firstOfEach(walks)) {
      const { block, elementSize } = element.layout;
      const end = this.#names.local('end');
      // An index that is not used yet may be negative: the phase is not.
      const phase = advancePhase(element.layout, phaseOf(element), index);
      sets.push(set(end, add(i, sub(constI32(block - 1), phase))));
      sets.push(
        set(last, select(binary(less, local(end, 'i32'), local(last, 'i32')), local(end, 'i32'), local(last, 'i32'))),
      );
      const start = this.#names.local('start', 'shared');
      starts.set(key, start);
      const first = mapExpression(index, (e) => (e.op === 'local' && e.name === counter ? local(from, 'i32') : e));
      sets.push(set(start, at(element, first)));
      offsets.set(elementSize, add(mul(i, constI32(elementSize)), mul(local(from, 'i32'), constI32(-elementSize))));
    }
    const label = this.#names.label(`${s.label}_run`);
    const plain = (e: Expression): Expression => {
      const walk = isMoved(e) ? walks.get(e) : undefined;
      const start = walk && starts.get(keyOf(walk));
      const bytes = walk && offsets.get(walk.element.layout.elementSize);
      return start && bytes ? add(local(start, 'shared'), bytes) : e;
    };
    const body = mapStatements(s.body, (inner) => {
      if (inner.op === 'continue' && inner.label === s.label) return { ...inner, label };
      return mapExpressionsOf(inner, (e) => mapExpression(e, plain));
    });
    const run: Loop = { ...s, label, test: binary(atMost, i, local(last, 'i32')), body };
    return { ...s, step: [], body: [...sets, run] };
  }
}

/** The phase that indexes are counted from. */
const phaseOf = (e: Moved): Expression => (e.op === 'advance' && e.phase) || constI32(0);

/** The address with another index. */
const at = (e: Moved, index: Expression): Expression =>
  e.op === 'element' ? elementAddress(e.layout, e.base, index) : advanceAddress(e.layout, e.address, e.phase, index);

const indexOf = (e: Moved): Expression => (e.op === 'element' ? e.index : e.count);

const startOf = (e: Moved): readonly Expression[] =>
  e.op === 'element' ? [e.base] : [e.address, ...(e.phase ? [e.phase] : [])];

const set = (name: string, value: Expression): SetLocal => ({ op: 'set', local: name, value });

const keyOf = ({ element, index }: Walk): string =>
  `${element.layout.block} ${element.layout.elementSize} ${startOf(element).map(printExpression).join(' ')} ${printExpression(index)}`;

/** As unsigned too: an index of an array is no number that a block's length could take past the end. */
const isUpByOne = (induction: Induction): boolean =>
  isByOne(induction) || (isByOne({ ...induction, operator: 'lt_s' }) && induction.operator === 'lt_u');

/** One walk for each index. */
function firstOfEach(walks: ReadonlyMap<Moved, Walk>): Map<string, Walk> {
  const first = new Map<string, Walk>();
  for (const walk of walks.values()) if (!first.has(keyOf(walk))) first.set(keyOf(walk), walk);
  return first;
}

/** Which expressions have one value all through the loop. */
function fixedIn(s: Loop): (e: Expression) => boolean {
  const changing = setIn(s);
  const isStable = stableIn(s);
  return (e) => {
    let fixed = isInvariant(e, changing) && isDroppable(e);
    visitExpression(e, (inner) => {
      fixed &&= inner.op !== 'load' || isStable(inner);
    });
    return fixed;
  };
}

/** The element addresses in the loop's body that move by one with the counter. */
function walksIn(s: Loop, counter: string, before: Definitions): Map<Moved, Walk> {
  const walks = new Map<Moved, Walk>();
  /** Addresses that stand in two places, where they mean different elements. */
  const ambiguous = new Set<Moved>();
  const isFixed = fixedIn(s);
  const look = (body: readonly Statement[], known: Definitions): void => {
    for (const inner of body) {
      const visit = (e: Expression): void => {
        const walk = isMoved(e) ? walkOf(e, counter, isFixed, known) : undefined;
        const other = walk && walks.get(walk.element);
        if (other && keyOf(other) !== keyOf(walk)) ambiguous.add(walk.element);
        else if (walk) walks.set(walk.element, walk);
      };
      if (inner.op === 'get' || inner.op === 'put') visitExpression(inner.address, visit);
      // A pointer that is used twice is kept.
      if (inner.op === 'set' && inner.value.op === 'advance') visit(inner.value);
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
  element: Moved,
  counter: string,
  isFixed: (e: Expression) => boolean,
  known: Definitions,
): Walk | undefined {
  if (element.layout.block < 2 || !startOf(element).every(isFixed)) return undefined;
  const sum = affine(known.resolve(indexOf(element)));
  const key = printExpression(local(counter, 'i32'));
  if (sum.get(key)?.coefficient !== 1) return undefined;
  const others = [...sum].filter(([other]) => other !== key).map(([, term]) => term);
  return isFixed(expressionOf(others)) ? { element, index: expressionOf(sum.values()) } : undefined;
}
