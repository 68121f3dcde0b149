/**
 * Takes loops that ask at each iteration whether it is this thread's straight through this thread's iterations.
 *
 * Takes: loops that count by one and do nothing but what an affinity lets them (shares.ts). Gives: a loop by rows of THREADS
 * elements where blocks hold one element, else a loop over this thread's blocks and one through a block; both say which
 * elements are own (`own` of the IR's loops), so that their accesses can become private. One idea: what has to hold for it
 * (the pointer is at the start of its array, the first index is not negative) is asked once, before the loop, which stays as
 * it was for when it does not hold. Numbers of iterations that are left are compared, never sums that might overflow.
 */
import {
  add,
  binary,
  constI32,
  elementAddress,
  isConstantValue,
  isDroppable,
  local,
  mul,
  myThread,
  select,
  sub,
  threads as THREADS,
  threadOf,
} from '../../ir/builders.ts';
import type { BinaryOperator, Function as Definition, Expression, Loop, SetLocal, Statement } from '../../ir/ir.ts';
import { printExpression } from '../../ir/text.ts';
import {
  hasBlocks,
  mapBlocksOf,
  mapEach,
  mapExpression,
  mapExpressionsOf,
  mapStatements,
  some,
  visitExpressions,
} from '../../ir/walk.ts';
import { isInvariant, labelsIn, readsMemory, setIn, sizeOf } from '../analyses/counted.ts';
import { Definitions } from '../analyses/definitions.ts';
import { inductionsOf } from '../analyses/induction.ts';
import { stableIn } from '../analyses/invariant-loads.ts';
import { Names } from '../names.ts';
import { objectText, type PassContext, Teller } from '../remarks.ts';
import { affine, minus } from './affine.ts';
import { type Ask, askOf, type Pointer, type Share, shareOf } from './shares.ts';

/** Nodes that second versions may add to a function, however long it is. */
const MOST_ADDED = 6000;

export function followAffinity(definition: Definition, context: PassContext): Definition {
  if (context.threads === 1 || !some(definition, (s) => s.op === 'loop' && askOf(s) !== undefined)) return definition;
  return new Following(definition, context).run();
}

/** A loop whose iterations are dealt. */
interface Dealt {
  readonly loop: Loop;
  readonly ask: Ask;
  readonly share: Share;
  readonly counter: string;
  /** The first value of the counter that is beyond; compared with `operator`. */
  readonly limit: Expression;
  readonly operator: BinaryOperator;
  readonly first: Expression | undefined;
  readonly isReadAfter: boolean;
}

class Following {
  readonly #definition: Definition;
  readonly #threads: Expression;
  readonly #fixedThreads: number | undefined;
  readonly #names: Names;
  readonly #tell: Teller;
  #left = MOST_ADDED;

  constructor(definition: Definition, context: PassContext) {
    this.#definition = definition;
    this.#fixedThreads = context.threads;
    this.#threads = context.threads === undefined ? THREADS : constI32(context.threads);
    this.#names = new Names(definition);
    this.#tell = new Teller('affinity', context);
  }

  run(): Definition {
    const body = this.#block(this.#definition.body, new Definitions());
    return this.#names.declaredIn(this.#definition, body);
  }

  #block(body: readonly Statement[], known: Definitions): readonly Statement[] {
    return mapEach(body, (s) => this.#statement(s, known));
  }

  #statement(s: Statement, known: Definitions): readonly Statement[] {
    if (!hasBlocks(s)) {
      known.pass(s);
      return [s];
    }
    const before = known.copy();
    known.forgetSetIn([s]);
    const inner = mapBlocksOf(s, (block) => this.#block(block, known.copy()));
    return inner.op === 'loop' ? this.#loop(inner, s, before) : [inner];
  }

  /** `written` is the loop as it stands in the definition. */
  #loop(s: Loop, written: Statement, before: Definitions): readonly Statement[] {
    const ask = askOf(s);
    if (!ask) return [s];
    const loads = this.#hoisted(s);
    const plain = replaced(s, loads.locals);
    const dealt = this.#dealt(plain, written, before);
    if (typeof dealt === 'string') {
      // Of a counter of 64 bits there is a version on 32, which is the one to tell of.
      if (s.test?.op !== 'binary' || s.test.left.type === 'i32')
        this.#tell.missed(s, () => `each iteration asks for its affinity: ${dealt}`);
      return [s];
    }
    const conditions = this.#conditions(dealt);
    const size = conditions.length > 0 ? sizeOf([s]) : 0;
    if (size > this.#left) return [s];
    this.#left -= size;
    this.#tell.done(s, () => `loop goes straight through MYTHREAD's iterations: ${blocksText(dealt.share)}`);
    const fast = this.#straight(dealt);
    const [test, ...more] = conditions;
    if (!test) return [...loads.sets, ...fast];
    const all = more.reduce((a, b) => select(a, b, constI32(0)), test);
    return [...loads.sets, { op: 'if', test: all, then: fast, otherwise: [s] }];
  }

  // -------------------------------------------------------------- what the loop is

  /** Loads of static objects that the loop does not change, in locals. */
  #hoisted(s: Loop): { sets: SetLocal[]; locals: Map<string, string> } {
    const sets: SetLocal[] = [];
    const locals = new Map<string, string>();
    const isStable = stableIn(s);
    visitExpressions([s], (e) => {
      if (e.op !== 'load' || e.volatile || locals.has(printExpression(e)) || !isStable(e)) return;
      const name = this.#names.local('kept', e.type);
      locals.set(printExpression(e), name);
      sets.push({ op: 'set', local: name, value: e });
    });
    return { sets, locals };
  }

  /** The loop as one whose iterations are dealt, or why it is none. */
  #dealt(s: Loop, written: Statement, before: Definitions): Dealt | string {
    const ask = askOf(s) as Ask;
    const [induction, ...others] = inductionsOf(s, before);
    const set = setIn(s);
    if (!induction || others.length > 0 || s.step.length !== 1 || !isConstantValue(induction.step, 1))
      return 'the loop does not count by one';
    const { counter, operator, bound, first } = induction;
    if (!bound || !operator || !/^l[te]_[su]$/.test(operator)) return 'the bound may change, or is no upper one';
    const share = shareOf(ask.asked, counter, this.#fixedThreads);
    if (!share) return 'it is no such function of the counter';
    const fixed = [share.ahead, share.pointer?.address, share.pointer?.phase, ask.controls];
    if (!fixed.every((e) => !e || (isInvariant(e, set) && !readsMemory(e) && isDroppable(e))))
      return 'the loop may change what it depends on';
    const isReadAfter = this.#isReadOutside(counter, written);
    if (isReadAfter && leaves(s)) return 'the loop may end early, and its counter is used after it';
    const inclusive = operator.startsWith('le');
    if (inclusive && operator.endsWith('_u') && bound.op !== 'const') return 'the bound may be the greatest number';
    const limit = inclusive ? add(bound, constI32(1)) : bound;
    const strict = operator.replace('le', 'lt') as BinaryOperator;
    return { loop: s, ask, share, counter, limit, operator: strict, first, isReadAfter };
  }

  /** Is the counter read elsewhere than in the loop? */
  #isReadOutside(counter: string, loop: Statement): boolean {
    const reads = (body: readonly Statement[]): number => {
      let count = 0;
      visitExpressions(body, (e) => {
        if (e.op === 'local' && e.name === counter) count++;
      });
      return count;
    };
    return reads(this.#definition.body) > reads([loop]);
  }

  /** What is to be asked before the loop. */
  #conditions({ ask, share, counter, first }: Dealt): Expression[] {
    const zero = constI32(0);
    const isNatural = !share.onlyNatural || (first?.op === 'const' && Number(first.value) >= 0 && isZero(share.ahead));
    const pointers = pointersIn(ask.body, share, counter);
    return [
      ...(ask.controls ? [ask.controls] : []),
      ...(isNatural ? [] : [binary('ge_s', add(local(counter, 'i32'), share.ahead), zero)]),
      ...pointers.flatMap(({ address, phase }) => [
        binary('eq', threadOf(address), zero),
        ...(phase ? [binary('eq', phase, zero)] : []),
      ]),
    ];
  }

  // -------------------------------------------------------------- what becomes of it

  #straight(dealt: Dealt): Statement[] {
    const { counter, share, limit, operator } = dealt;
    const c = local(counter, 'i32');
    const u = isZero(share.ahead) ? c : local(this.#names.local(`${counter}_element`), 'i32');
    const end = local(this.#names.local('end'), 'i32');
    const body = asElements(dealt.ask.body, share, counter);
    const inner = u === c ? body : replacedLocal(body, counter, sub(u, share.ahead));
    const dealtLoop = share.block === 1 ? this.#cyclic(dealt, u, end, inner) : this.#blocks(dealt, u, end, inner);
    const after = dealt.isReadAfter ? [set(c, sub(end, share.ahead))] : [];
    return [
      {
        op: 'if',
        test: binary(operator, c, limit),
        then: [
          set(end, add(limit, share.ahead)),
          ...(u === c ? [] : [set(u, add(c, share.ahead))]),
          ...dealtLoop,
          ...after,
        ],
        otherwise: [],
      },
    ];
  }

  /** How many threads' blocks lie between the one that u is in and this thread's next. */
  #distance(row: Expression, { operator }: Dealt): { sets: SetLocal[]; distance: Expression } {
    const distance = local(this.#names.local('distance'), 'i32');
    const rest = binary(operator === 'lt_u' ? 'rem_u' : 'rem_s', row, this.#threads);
    const behind = binary('lt_s', distance, constI32(0));
    const sets = [
      set(distance, sub(myThread, rest)),
      set(distance, select(behind, add(distance, this.#threads), distance)),
    ];
    return { sets, distance };
  }

  #cyclic(dealt: Dealt, u: Local, end: Expression, body: readonly Statement[]): Statement[] {
    const { sets, distance } = this.#distance(u, dealt);
    const row = local(this.#names.local('row'), 'i32');
    const rows = local(this.#names.local('rows'), 'i32');
    const divide = dealt.operator === 'lt_u' ? 'div_u' : 'div_s';
    const left = sub(sub(end, u), constI32(1));
    const loop: Loop = {
      ...dealt.loop,
      test: binary('lt_s', row, rows),
      own: { counter: u.name, block: 1, place: row },
      body,
      step: [set(u, add(u, this.#threads)), set(row, add(row, constI32(1)))],
    };
    const dealtLoop: Statement[] = [
      set(u, add(u, distance)),
      set(row, binary(divide, u, this.#threads)),
      set(rows, add(add(row, binary('div_u', left, this.#threads)), constI32(1))),
      loop,
    ];
    return [...sets, { op: 'if', test: binary('lt_u', distance, sub(end, u)), then: dealtLoop, otherwise: [] }];
  }

  #blocks(dealt: Dealt, u: Local, end: Expression, body: readonly Statement[]): Statement[] {
    const { loop, operator, share } = dealt;
    const block = constI32(share.block);
    const isUnsigned = operator === 'lt_u';
    const [quotient, remainder] = isUnsigned ? (['div_u', 'rem_u'] as const) : (['div_s', 'rem_s'] as const);
    const named = (name: string) => local(this.#names.local(name), 'i32');
    const [row, left, gap, offset, stop] = ['row', 'left', 'gap', 'offset', 'stop'].map(named) as [
      ...[Local, Local, Local, Local, Local],
    ];
    const { sets, distance } = this.#distance(row, dealt);
    const label = this.#names.label(`${loop.label}_block`);
    const remaining = sub(end, u);
    const through: Loop = {
      ...loop,
      label,
      test: binary(operator, u, stop),
      own: { counter: u.name, block: share.block, place: add(u, offset) },
      body: continuing(body, loop.label, label),
      step: [set(u, add(u, constI32(1)))],
    };
    const { test: _test, own: _own, ...endless } = loop;
    const over: Loop = {
      ...endless,
      step: [],
      body: [
        set(stop, add(u, select(binary('lt_u', left, remaining), left, remaining))),
        through,
        { op: 'if', test: binary('le_u', remaining, gap), then: [{ op: 'break', label: loop.label }], otherwise: [] },
        set(u, add(u, gap)),
        set(left, block),
        set(offset, sub(offset, gap)),
      ],
    };
    return [
      set(row, binary(quotient, u, block)),
      ...sets,
      // To the start of this thread's next block, where u is not in one.
      set(left, sub(block, binary(remainder, u, block))),
      set(gap, select(distance, add(mul(sub(distance, constI32(1)), block), left), constI32(0))),
      {
        op: 'if',
        test: binary('lt_u', gap, remaining),
        then: [
          set(u, add(u, gap)),
          set(left, select(distance, block, left)),
          set(row, add(row, distance)),
          set(offset, mul(sub(binary(quotient, row, this.#threads), row), block)),
          set(gap, mul(sub(this.#threads, constI32(1)), block)),
          over,
        ],
        otherwise: [],
      },
    ];
  }
}

type Local = ReturnType<typeof local>;

const set = (to: Expression, value: Expression): SetLocal => ({ op: 'set', local: (to as Local).name, value });

const isZero = (e: Expression): boolean => isConstantValue(e, 0);

function blocksText({ block, object }: Share): string {
  const blocks = block === 1 ? 'blocks of one' : `blocks of ${block}`;
  return object ? `${blocks} by ${objectText(object)}` : blocks;
}

// ---------------------------------------------------------------- the loop with other expressions

const replaced = (s: Loop, locals: ReadonlyMap<string, string>): Loop =>
  locals.size === 0
    ? s
    : (mapped([s], (e) => {
        const name = e.op === 'load' ? locals.get(printExpression(e)) : undefined;
        return name === undefined ? e : local(name, e.type);
      })[0] as Loop);

const replacedLocal = (body: readonly Statement[], name: string, value: Expression): readonly Statement[] =>
  mapped(body, (e) => (e.op === 'local' && e.name === name ? value : e));

const mapped = (body: readonly Statement[], change: (e: Expression) => Expression): readonly Statement[] =>
  mapStatements(body, (s) => mapExpressionsOf(s, (e) => mapExpression(e, change)));

// ---------------------------------------------------------------- pointers as arrays

/** Is the expression a pointer moved to the element that the loop asks for, or one behind it? */
function isAtElement(e: Expression, { block, ahead }: Share, counter: string, set: ReadonlySet<string>): boolean {
  if (e.op !== 'advance' || e.layout.block !== block) return false;
  const operands = e.phase ? [e.address, e.phase] : [e.address];
  if (!operands.every((operand) => isInvariant(operand, set) && !readsMemory(operand))) return false;
  const apart = minus(affine(e.count), affine(add(local(counter, 'i32'), ahead)));
  return apart.size === 0 || (apart.size === 1 && (apart.get('')?.coefficient ?? -1) > 0);
}

/** The pointers that such elements are reached by; each once. */
function pointersIn(body: readonly Statement[], share: Share, counter: string): Pointer[] {
  const pointers = new Map<string, Pointer>();
  const note = ({ address, phase }: Pointer): unknown =>
    pointers.set(`${printExpression(address)} ${phase && printExpression(phase)}`, {
      address,
      ...(phase && { phase }),
    });
  if (share.pointer) note(share.pointer);
  const changed = setInBody(body);
  visitExpressions(body, (e) => {
    if (e.op === 'advance' && isAtElement(e, share, counter, changed)) note(e);
  });
  return [...pointers.values()];
}

/** The body with these elements counted from the start of an array: that is where the pointers are. */
function asElements(body: readonly Statement[], share: Share, counter: string): readonly Statement[] {
  const changed = setInBody(body);
  return mapped(body, (e) =>
    e.op === 'advance' && isAtElement(e, share, counter, changed) ? elementAddress(e.layout, e.address, e.count) : e,
  );
}

const setInBody = (body: readonly Statement[]): ReadonlySet<string> =>
  setIn({ op: 'loop', label: '', kind: 'while', step: [], body });

// ---------------------------------------------------------------- jumps

/** Does a jump out of the loop leave it before its end? */
function leaves(s: Loop): boolean {
  const inside = labelsIn(s);
  return some(s, (inner) => {
    if (inner.op === 'break') return inner.label === s.label || !inside.has(inner.label);
    return inner.op === 'continue' && !inside.has(inner.label);
  });
}

const continuing = (body: readonly Statement[], from: string, to: string): readonly Statement[] =>
  mapStatements(body, (s) => (s.op === 'continue' && s.label === from ? { ...s, label: to } : s));
