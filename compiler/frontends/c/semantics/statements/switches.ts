/**
 * switch and its labels (C99 6.8.4.2, GNU ranges).
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Case, Expression, Switch } from '../../ast/ast.ts';
import type { Analysis, Enclosing, FunctionContext } from '../analysis.ts';
import { integerConstantExpression } from '../constants/constant-expressions.ts';
import { fits, wrap } from '../constants/constants.ts';
import { convertTo, promote, value } from '../expressions/conversions.ts';
import { expression } from '../expressions/expressions.ts';
import type { SwitchCase } from '../facts.ts';
import { INT, isBool, isInteger } from '../types/primitives.ts';
import { sizeOf } from '../types/sizes.ts';
import type { IntegerType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';
import { checkEntered } from './jumps.ts';
import { enclosed } from './loops.ts';

export function switchStatement(a: Analysis, node: Switch): void {
  const written = value(a, expression(a, node.value));
  const own = written.type.type;
  const o = promote(a, written);
  if (!o.failed && !isInteger(o.type.type)) {
    a.error('SEM3520', `switch quantity is not an integer ('${typeText(o.type)}')`, node.value.location);
    convertTo(a, o, INT);
  }
  const cases = new CaseLabels();
  const type = isInteger(o.type.type) ? o.type.type : INT;
  const narrow = isInteger(own) ? own : INT;
  enclosed(
    a,
    { kind: 'switch', statement: node, cases, type, narrow, ...(a.region && { region: a.region }) },
    node.body,
  );
  a.casesOf[node.id] = cases.all;
}

export function caseLabel(a: Analysis, node: Case): void {
  const { enclosing } = a.function as FunctionContext;
  const target = enclosing.findLast(({ kind }) => kind === 'switch');
  const name = node.value ? 'case label' : "'default' label";
  if (!target?.cases) {
    if (node.value) integerConstantExpression(a, node.value, 'case label');
    a.error('SEM3521', `${name} not within a switch statement`, node.location);
    return;
  }
  checkEntered(a, target.region, a.region, node.location);
  const range = node.value ? rangeOf(a, node, node.value, target) : {};
  if (range) add(a, target.cases, { ...range, statement: node });
}

function rangeOf(
  a: Analysis,
  node: Case,
  value: Expression,
  { type, narrow }: Enclosing,
): Pick<SwitchCase, 'low' | 'high'> | undefined {
  const low = labelValue(a, value, type as IntegerType);
  const high = node.last ? labelValue(a, node.last, type as IntegerType) : low;
  if (low === undefined || high === undefined) return undefined;
  if (high >= low) {
    checkInRange(a, node, low, high, narrow as IntegerType);
    return { low, high };
  }
  a.warning('SEM3522', 'empty-range', `empty range specified in case label (${low} ... ${high})`, node.location);
  return undefined;
}

/** Cases that a char or short never reaches. */
function checkInRange(a: Analysis, node: Case, low: bigint, high: bigint, type: IntegerType): void {
  if (fits(low, type) || fits(high, type) || isBool(type)) return;
  const text = `case label value ${low} is no value of '${typeText({ type })}'`;
  a.warning('SEM3525', 'switch-outside-range', text, node.location);
}

/** The value converted to the promoted type of the switch. Of an unsigned one -1 names the largest value, as in gcc. */
function labelValue(a: Analysis, node: Expression, type: IntegerType): bigint | undefined {
  const value = integerConstantExpression(a, node, 'case label');
  if (value === undefined) return undefined;
  const converted = wrap(value, type);
  if (converted !== value && !isSameWord(value, type))
    a.warning(
      'SEM3523',
      'overflow',
      `case label value ${value} is converted to ${converted}, a value of '${typeText({ type })}'`,
      node.location,
    );
  return converted;
}

function isSameWord(value: bigint, type: IntegerType): boolean {
  return value < 0n && BigInt.asIntN(8 * (sizeOf(type) ?? 4), value) === value;
}

function add(a: Analysis, cases: CaseLabels, label: SwitchCase): void {
  const clash = cases.clash(label);
  if (clash) {
    const text =
      label.low === undefined ? 'multiple default labels in one switch' : `duplicate case value ${label.low}`;
    a.error('SEM3524', text, label.statement.location, noteAt('previously used here', clash.statement.location));
    return;
  }
  cases.add(label);
}

/** The labels of a switch so far; single values, of which there may be thousands, are found in constant time. */
export class CaseLabels {
  readonly all: SwitchCase[] = [];
  readonly #singles = new Map<bigint | undefined, SwitchCase>();
  readonly #ranges: SwitchCase[] = [];

  add(label: SwitchCase): void {
    this.all.push(label);
    if (label.low === label.high) this.#singles.set(label.low, label);
    else this.#ranges.push(label);
  }

  /** The label that has a value in common with this one. */
  clash(label: SwitchCase): SwitchCase | undefined {
    if (label.low !== label.high) return this.all.find((each) => overlap(each, label));
    return this.#singles.get(label.low) ?? this.#ranges.find((each) => overlap(each, label));
  }
}

function overlap(x: SwitchCase, y: SwitchCase): boolean {
  if (x.low === undefined || y.low === undefined) return x.low === y.low;
  return x.low <= (y.high as bigint) && y.low <= (x.high as bigint);
}
