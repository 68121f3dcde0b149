/**
 * `switch`: a jump by table where the values lie close together, else a search by halves for the place where they do.
 *
 *     block break  block arm2  block arm1  block arm0  (dispatch)  end arm0's body  end arm1's body ...  end
 *
 * so that each arm falls through into the next.
 */
import type { Break, Statement, Switch } from '../../ir/ir.ts';
import type { FunctionContext } from './context.ts';
import { value } from './expressions.ts';
import { LIMITS } from './limits.ts';

interface Case {
  readonly value: bigint;
  readonly key: string;
}

export function emitSwitch(f: FunctionContext, s: Switch, emitBody: (body: readonly Statement[]) => void): void {
  f.code.open('block');
  if (s.arms.every(isBreak)) {
    f.within(s.label, () => dispatch(s.arms.map(({ body }) => (body[0] as Break).label)));
    return;
  }
  const keys = s.arms.map(() => f.freshKey());
  f.within(s.label, () => {
    for (const key of [...keys].reverse()) {
      f.code.open('block');
      f.enter(key);
    }
    dispatch(keys);
    s.arms.forEach(({ body }, index) => {
      f.leave(keys[index]);
      emitBody(body);
    });
  });

  function dispatch(keys: readonly string[]): void {
    const type = s.value.type as 'i32' | 'i64';
    const chosen = f.temporary(type);
    value(f, s.value);
    f.code.indexed('local.set', chosen);
    const otherwise = s.arms.findIndex((arm) => arm.isDefault);
    const cases = s.arms.flatMap((arm, index) =>
      arm.values.map((v) => ({ value: BigInt(v), key: keys[index] as string })),
    );
    cases.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
    search(f, type, chosen, cases, otherwise < 0 ? s.label : (keys[otherwise] as string));
  }
}

/** The arm only leaves something: the table leads there itself. */
const isBreak = ({ body: [only, ...others] }: Switch['arms'][number]): boolean =>
  only?.op === 'break' && others.length === 0;

/** So many comparisons are as good as a table. */
const FEW = 3;
/** A table may have so many entries for each value. */
const SPREAD = 4n;

function search(f: FunctionContext, type: 'i32' | 'i64', chosen: number, cases: readonly Case[], otherwise: string) {
  const { code } = f;
  if (cases.length <= FEW) return compare(f, type, chosen, cases, otherwise);
  const [first, last] = [cases[0] as Case, cases.at(-1) as Case];
  const size = last.value - first.value + 1n;
  if (size <= SPREAD * BigInt(cases.length) && size <= LIMITS.branchTargets)
    return jumpByTable(f, type, chosen, cases, otherwise);
  const middle = cases.length >> 1;
  code.indexed('local.get', chosen);
  code.constant(type, (cases[middle] as Case).value);
  code.op(`${type}.lt_s`);
  code.open('if');
  f.within(undefined, () => search(f, type, chosen, cases.slice(0, middle), otherwise));
  search(f, type, chosen, cases.slice(middle), otherwise);
}

function compare(f: FunctionContext, type: 'i32' | 'i64', chosen: number, cases: readonly Case[], otherwise: string) {
  const { code } = f;
  for (const { value: number, key } of cases) {
    code.indexed('local.get', chosen);
    code.constant(type, number);
    code.op(`${type}.eq`);
    code.indexed('br_if', f.depth(key));
  }
  code.indexed('br', f.depth(otherwise));
}

function jumpByTable(
  f: FunctionContext,
  type: 'i32' | 'i64',
  chosen: number,
  cases: readonly Case[],
  otherwise: string,
) {
  const { code } = f;
  const first = (cases[0] as Case).value;
  const size = Number((cases.at(-1) as Case).value - first) + 1;
  const depths: number[] = new Array(size).fill(f.depth(otherwise));
  for (const { value: number, key } of cases) depths[Number(number - first)] = f.depth(key);
  code.indexed('local.get', chosen);
  code.constant(type, first);
  code.op(`${type}.sub`);
  if (type === 'i64') cutToIndex(f, size, otherwise);
  code.branchTable(depths, f.depth(otherwise));
}

/** A 64-bit index: what does not fit 32 bits is none of the values. */
function cutToIndex(f: FunctionContext, size: number, otherwise: string) {
  const { code } = f;
  const index = f.temporary('i64');
  code.indexed('local.tee', index);
  code.constant('i64', size);
  code.op('i64.ge_u');
  code.indexed('br_if', f.depth(otherwise));
  code.indexed('local.get', index);
  code.op('i32.wrap_i64');
}
