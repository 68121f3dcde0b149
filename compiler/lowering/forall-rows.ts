/**
 * upc_forall loops that run through this thread's own blocks, one after the other.
 *
 * Takes: a loop and how its affinity depends on its variable. Gives: the same iterations in the same order, and the
 * same variable afterwards. The idea: strip-mining by blocks. An outer loop goes from block to block of this thread, an
 * inner one through a block, by steps of one and without asking; where blocks hold one element, one loop steps by
 * THREADS. The loops say which elements are own (`own` of the IR's loops), so that their accesses can become private.
 */
import type { UpcForall } from '../ast/ast.ts';
import { add, binary, constI32, mul, myThread, select, sub } from '../ir/builders.ts';
import type { Constant, Expression, OwnElements, Statement } from '../ir/ir.ts';
import { localsSetBy, visitExpression, visitStatements } from '../ir/walk.ts';
import { lowerInteger } from './expressions.ts';
import type { Strides } from './forall-strides.ts';
import type { FunctionLowering } from './function.ts';
import { emitLoop } from './loops.ts';
import { stable } from './sequencing.ts';
import { threadCount } from './sizes.ts';
import { lowerStatement } from './statements.ts';

const GREATEST = 2 ** 31 - 1;

/** Emits the loop; where `controls` is zero at run time, every iteration is this thread's. */
export function emitRows(f: FunctionLowering, s: UpcForall, strides: Strides, controls?: Expression): void {
  const { variable, block } = strides;
  const first = f.scopedLocal('first', 'i32');
  const i = f.read(variable);
  const stride = strideOf(f, block, controls);
  f.set(first, i);
  f.releasing(() => {
    const found = stable(f, startOf(f, f.read(first), block));
    const start = select(binary('lt_s', found, f.read(first)), constI32(GREATEST), found);
    f.set(variable, controls ? select(controls, start, f.read(first)) : start);
  });
  const rows: Rows = { strides, i, stride, ...(controls && { controls }) };
  if (block === 1) emitCyclic(f, s, rows);
  else emitBlocks(f, s, rows);
  // A variable of the loop's own is not seen afterwards.
  if (s.initial?.kind !== 'Declaration') f.releasing(() => f.set(variable, finalOf(f, rows, f.read(first))));
}

interface Rows {
  readonly strides: Strides;
  readonly i: Expression;
  /** From the end of one of this thread's blocks to the start of its next: 1 where all are its own. */
  readonly stride: Expression;
  readonly controls?: Expression;
}

function strideOf(f: FunctionLowering, block: number, controls: Expression | undefined): Expression {
  const stride = add(mul(sub(threadCount(f), constI32(1)), constI32(block)), constI32(1));
  return kept(f, 'stride', controls ? select(controls, stride, constI32(1)) : stride);
}

/** The value, in a local unless it is a constant. */
function kept(f: FunctionLowering, base: string, value: Expression): Expression {
  if (value.op === 'const') return value;
  const name = f.scopedLocal(base, 'i32');
  f.set(name, value);
  return f.read(name);
}

/** The least value not below `first` with this thread's affinity. */
function startOf(f: FunctionLowering, first: Expression, block: number): Expression {
  const threads = threadCount(f);
  const row = stable(f, binary('div_s', first, constI32(block)));
  const ahead = stable(f, sub(myThread, binary('rem_s', row, threads)));
  const distance = select(binary('lt_s', ahead, constI32(0)), add(ahead, threads), ahead);
  if (block === 1) return add(row, distance);
  return select(ahead, mul(add(row, distance), constI32(block)), first);
}

/** `value + distance`; past all values where the sum would not fit, unless it surely does. */
function beyond({ strides }: Rows, value: Expression, distance: Expression): Expression {
  const far = add(value, distance);
  if (strides.bounded) return far;
  return select(binary('gt_s', value, sub(constI32(GREATEST), distance)), constI32(GREATEST), far);
}

const own = ({ strides, controls }: Rows, place: Expression): OwnElements => ({
  counter: strides.variable,
  block: strides.block,
  place,
  ...(controls && { when: controls }),
});

// ---------------------------------------------------------------- blocks of one element

function emitCyclic(f: FunctionLowering, s: UpcForall, rows: Rows): void {
  const { i, stride, strides } = rows;
  const row = f.scopedLocal('row', 'i32');
  f.set(row, binary('div_s', i, threadCount(f)));
  const step = () => {
    f.set(strides.variable, beyond(rows, i, stride));
    f.set(row, add(f.read(row), constI32(1)));
  };
  emitLoop(f, { test: s.test, step, body: () => lowerStatement(f, s.body), own: own(rows, f.read(row)) });
}

// ---------------------------------------------------------------- longer blocks

function emitBlocks(f: FunctionLowering, s: UpcForall, rows: Rows): void {
  const { strides, i, stride, controls } = rows;
  const block = constI32(strides.block);
  const end = f.scopedLocal('end', 'i32');
  const offset = f.scopedLocal('offset', 'i32');
  f.releasing(() => {
    const from = stable(f, sub(i, binary('rem_s', i, block)));
    f.set(end, controls ? select(controls, behind(from, block), constI32(GREATEST)) : behind(from, block));
    f.set(offset, sub(mul(binary('div_s', binary('div_s', from, block), threadCount(f)), block), from));
  });
  const outer = f.label('blocks');
  const gap = sub(stride, constI32(1));
  const body = f.collect(() => {
    emitBlock(f, s, { ...rows, outer, end: f.read(end), offset: f.read(offset) });
    f.emit({ op: 'if', test: binary('lt_s', i, f.read(end)), then: [{ op: 'break', label: outer }], otherwise: [] });
  });
  const step = f.collect(() => {
    f.set(strides.variable, beyond(rows, i, gap));
    f.set(end, behind(i, block));
    f.set(offset, sub(f.read(offset), gap));
  });
  const test = withinBound(rows, boundOf(f, strides));
  f.emit({ op: 'loop', label: outer, kind: 'while', test, step, body });
}

/** The end of a block that starts at `from`. */
function behind(from: Expression, block: Constant): Expression {
  const end = constI32(GREATEST - (block.value as number));
  return select(binary('gt_s', from, end), constI32(GREATEST), add(from, block));
}

interface BlockRows extends Rows {
  /** The loop over the blocks, which `break` leaves. */
  readonly outer: string;
  readonly end: Expression;
  /** From the variable to the element's place in this thread's part. */
  readonly offset: Expression;
}

/** The loop through one block. */
function emitBlock(f: FunctionLowering, s: UpcForall, rows: BlockRows): void {
  const { strides, i } = rows;
  const { at } = f;
  const label = f.label('loop');
  const body = f.collect(() => {
    f.scopes.targeting({ breakLabel: rows.outer, continueLabel: label }, () => lowerStatement(f, s.body));
  });
  if (at) f.at = at;
  const test = testInBlock(f, rows, body);
  const step = f.collect(() => f.set(strides.variable, add(i, constI32(1))));
  f.emit({ op: 'loop', label, kind: 'while', test, own: own(rows, add(i, rows.offset)), step, body });
}

/** Up to the end of the block or the bound: one of them, found before the loop, where the body cannot change it. */
function testInBlock(f: FunctionLowering, rows: BlockRows, body: readonly Statement[]): Expression {
  const { strides, i, end } = rows;
  const bound = boundOf(f, strides);
  if (isChangedBy(body, bound)) return select(binary('lt_s', i, end), withinBound(rows, bound), constI32(0));
  const last = strides.inclusive ? sub(end, constI32(1)) : end;
  const stop = kept(f, 'stop', select(binary('lt_s', bound, last), bound, last));
  return withinBound(rows, stop);
}

const boundOf = (f: FunctionLowering, { bound }: Strides): Expression => f.releasing(() => lowerInteger(f, bound));

const withinBound = ({ strides, i }: Rows, bound: Expression): Expression =>
  binary(strides.inclusive ? 'le_s' : 'lt_s', i, bound);

/** May the statements change the value of an expression? Memory counts as changed. */
function isChangedBy(body: readonly Statement[], e: Expression): boolean {
  const read = new Set<string>();
  let loads = false;
  visitExpression(e, (inner) => {
    if (inner.op === 'local') read.add(inner.name);
    loads ||= inner.op === 'load';
  });
  visitStatements(body, (s) => {
    loads ||= localsSetBy(s).some((name) => read.has(name));
  });
  return loads;
}

// ---------------------------------------------------------------- afterwards

/** The value that the variable of the plain loop ends with: the first that fails the test. */
function finalOf(f: FunctionLowering, rows: Rows, first: Expression): Expression {
  const { strides, i, stride } = rows;
  const jumped = add(sub(i, stride), constI32(1));
  const last = strides.block === 1 ? jumped : select(binary('rem_s', i, constI32(strides.block)), i, jumped);
  const bound = boundOf(f, strides);
  const end = strides.inclusive ? add(bound, constI32(1)) : bound;
  return greater(f, greater(f, first, last), end);
}

function greater(f: FunctionLowering, left: Expression, right: Expression): Expression {
  const a = stable(f, left);
  const b = stable(f, right);
  return select(binary('lt_s', a, b), b, a);
}
