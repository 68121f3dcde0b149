/**
 * switch (C99 6.8.4.2, with GNU ranges).
 *
 * One idea: where all case labels stand at the top of the body, the switch is the IR's own, its arms falling through;
 * else (Duff's device, labels inside loops, wide ranges) the IR switch only jumps to marks in an ordinary body.
 */

import { binary, constant } from '../../../../ir/builders.ts';
import type { Expression, Statement } from '../../../../ir/ir.ts';
import type { BlockItem, Case, Statement as CStatement, Switch } from '../../ast/ast.ts';
import type { SwitchCase } from '../../semantics/facts.ts';
import { lowerScalar, valueType } from '../expressions/expressions.ts';
import { stable } from '../expressions/sequencing.ts';
import type { FunctionLowering } from '../function.ts';
import { type ScalarShape, shapeOf } from '../shape.ts';
import { jump, mark } from './jumps.ts';
import { lowerItem, lowerStatement, restoreStack } from './statements.ts';

/** Maximum size of a range that is expanded to single values. */
const WIDEST_RANGE = 1024n;

export function lowerSwitch(f: FunctionLowering, s: Switch): void {
  const cases = f.unit.facts.casesOf[s.id] ?? [];
  const value = f.releasing(() => lowerScalar(f, s.value));
  const label = f.label('choice');
  f.scopes.targeting({ breakLabel: label }, () => {
    if (isStructured(s, cases)) structured(f, s, cases, value, label);
    else scattered(f, s, cases, value, label);
  });
}

function isStructured(s: Switch, cases: readonly SwitchCase[]): boolean {
  if (s.body.kind !== 'Compound') return false;
  const [unreached, ...groups] = groupsOf(s.body.items);
  if (unreached?.items.some((item) => item.kind !== 'Declaration')) return false;
  const top = new Set<CStatement>(groups.flatMap((group) => group.cases));
  return cases.every(({ low, high, statement }) => {
    const narrow = low === undefined || high === undefined || high - low < WIDEST_RANGE;
    return narrow && top.has(statement);
  });
}

/** Splits `case 1: case 2: body`. */
function chainOf(item: BlockItem): { cases: Case[]; body: BlockItem } {
  const cases: Case[] = [];
  let body = item;
  while (body.kind === 'Case') {
    cases.push(body);
    body = body.body;
  }
  return { cases, body };
}

type Arm = Extract<Statement, { op: 'switch' }>['arms'][number];

function valuesOf({ low, high }: SwitchCase, type: Expression['type']): (number | bigint)[] {
  if (low === undefined) return [];
  const values: (number | bigint)[] = [];
  for (let each = low; each <= (high ?? low); each++) values.push(constant(type, each).value);
  return values;
}

// ---------------------------------------------------------------- arms

function structured(
  f: FunctionLowering,
  s: Switch,
  cases: readonly SwitchCase[],
  value: Expression,
  label: string,
): void {
  const { at } = f;
  const arms: Arm[] = [];
  const body = s.body as CStatement & { kind: 'Compound' };
  f.scopes.within(body, () => {
    const labels = new Map<CStatement, SwitchCase>(cases.map((each) => [each.statement, each]));
    for (const group of groupsOf(body.items)) arms.push(armOf(f, group, labels, value.type));
    const last = arms.at(-1) as Arm;
    arms[arms.length - 1] = { ...last, body: [...last.body, ...f.collect(() => restoreStack(f))] };
  });
  if (at) f.at = at;
  f.emit({ op: 'switch', label, value, arms: arms.slice(1) });
}

interface Group {
  readonly cases: readonly Case[];
  readonly items: BlockItem[];
}

/** The body's items grouped by their case labels. The first group is unreachable; it may only declare. */
function groupsOf(items: readonly BlockItem[]): Group[] {
  const groups: Group[] = [{ cases: [], items: [] }];
  for (const item of items) {
    const { cases, body } = chainOf(item);
    if (cases.length > 0) groups.push({ cases, items: [body] });
    else (groups.at(-1) as Group).items.push(item);
  }
  return groups;
}

function armOf(
  f: FunctionLowering,
  group: Group,
  labels: ReadonlyMap<CStatement, SwitchCase>,
  type: Expression['type'],
): Arm {
  const own = group.cases.flatMap((each) => labels.get(each) ?? []);
  return {
    values: own.flatMap((each) => valuesOf(each, type)),
    isDefault: own.some((each) => each.low === undefined),
    body: f.collect(() => {
      for (const item of group.items) lowerItem(f, item);
    }),
  };
}

// ---------------------------------------------------------------- jumps to marks

function scattered(
  f: FunctionLowering,
  s: Switch,
  cases: readonly SwitchCase[],
  value: Expression,
  label: string,
): void {
  const { at } = f;
  const kept = f.releasing(() => stable(f, value));
  for (const each of cases) f.caseLabels.set(each.statement, f.label('case'));
  const wide = cases.filter(({ low, high }) => low !== undefined && high !== undefined && high - low >= WIDEST_RANGE);
  const unsigned = !(shapeOf(valueType(f, s.value)) as ScalarShape).signed;
  const body = f.collect(() => {
    for (const each of wide) jumpInRange(f, each, kept, unsigned);
    dispatch(f, cases, wide, kept, label);
    lowerStatement(f, s.body);
  });
  if (at) f.at = at;
  f.emit({ op: 'block', label, body });
}

function jumpInRange(
  f: FunctionLowering,
  { low, high, statement }: SwitchCase,
  value: Expression,
  unsigned: boolean,
): void {
  const [ge, le] = unsigned ? (['ge_u', 'le_u'] as const) : (['ge_s', 'le_s'] as const);
  const above = binary(ge, value, constant(value.type, low as bigint));
  const below = binary(le, value, constant(value.type, high as bigint));
  const then = [jump(f.caseLabels.get(statement) as string)];
  f.emit({ op: 'if', test: binary('and', above, below), then, otherwise: [] });
}

function dispatch(
  f: FunctionLowering,
  cases: readonly SwitchCase[],
  wide: readonly SwitchCase[],
  value: Expression,
  label: string,
): void {
  const far = new Set(wide);
  const narrow = cases.filter((each) => each.low !== undefined && !far.has(each));
  const byDefault = cases.find((each) => each.low === undefined);
  const arms: Arm[] = narrow.map((each) => ({
    values: valuesOf(each, value.type),
    isDefault: false,
    body: [jump(f.caseLabels.get(each.statement) as string)],
  }));
  const otherwise: Statement = byDefault
    ? jump(f.caseLabels.get(byDefault.statement) as string)
    : { op: 'break', label };
  f.emit({
    op: 'switch',
    label: f.label('dispatch'),
    value,
    arms: [...arms, { values: [], isDefault: true, body: [otherwise] }],
  });
}

/** A case label that is reached by a jump. */
export function lowerCase(f: FunctionLowering, s: Case): void {
  const label = f.caseLabels.get(s);
  if (label !== undefined) f.emit(mark(label));
  lowerStatement(f, s.body);
}
