/**
 * Labels, goto, break and continue (C99 6.8.1, 6.8.6; UPC 6.6.2).
 *
 * An address of a label is a number that counts the labels of the function whose addresses are taken: constant, so that
 * tables of them may be static, and their differences too.
 * One idea: every place knows the chain of regions around it; a jump may leave regions but not enter one, and may not
 * leave a upc_forall either.
 */

import { noteAt } from '../../../../diagnostics/diagnostic.ts';
import { suggestion } from '../../../../diagnostics/suggestion.ts';
import type { Location } from '../../../../source/source.ts';
import type { Break, ComputedGoto, Continue, Goto, LabelAddress, Labeled } from '../../ast/ast.ts';
import type { Analysis, FunctionContext, Region } from '../analysis.ts';
import { checkLeavesNoBlock } from '../coarrays/image-blocks.ts';
import { integerConstant } from '../constants/constants.ts';
import { rvalue } from '../expressions/expressions.ts';
import { failure, type Operand, operand } from '../expressions/operand.ts';
import { isPointer, pointerTo, VOID } from '../types/primitives.ts';
import { typeText } from '../types/typetext.ts';

export function label(a: Analysis, node: Labeled): void {
  const { labels, labelRegions } = a.function as FunctionContext;
  const known = labels.get(node.label);
  if (known) {
    a.error(
      'SEM3510',
      `duplicate label '${node.label}'`,
      node.location,
      noteAt('previous definition is here', known.location),
    );
    return;
  }
  labels.set(node.label, node);
  labelRegions.set(node.label, a.region);
}

export function goto(a: Analysis, node: Goto): void {
  (a.function as FunctionContext).gotos.push({ statement: node, ...(a.region && { region: a.region }) });
}

/** GNU `&&label`. */
export function labelAddress(a: Analysis, node: LabelAddress): Operand {
  if (!a.function) {
    a.error('SEM3514', `'&&${node.label}' outside of a function`, node.location);
    return failure(a, node);
  }
  const { labelAddresses, gotos } = a.function;
  const number = labelAddresses.get(node.label) ?? labelAddresses.size + 1;
  labelAddresses.set(node.label, number);
  gotos.push({ statement: node });
  return operand(a, node, { type: pointerTo({ type: VOID }) }, { constant: integerConstant(number) });
}

/** GNU `goto *target;` */
export function computedGoto(a: Analysis, node: ComputedGoto): void {
  const { target } = node;
  (a.function as FunctionContext).gotos.push({ statement: node, ...(a.region && { region: a.region }) });
  const o = rvalue(a, target);
  if (o.failed || isPointer(o.type.type)) return;
  const text = `'goto *' needs the address of a label, not '${typeText(o.type)}'`;
  a.error('SEM3515', text, target.location, [{ text: "'&&label' is a label's address" }]);
}

/** At the end of the function, when all labels are known. */
export function checkJumps(a: Analysis, context: FunctionContext): void {
  const { labels, labelRegions, gotos } = context;
  for (const { statement, region } of gotos) {
    if (statement.kind === 'ComputedGoto') {
      checkComputed(a, context, region, statement.location);
      continue;
    }
    if (!labels.has(statement.label)) {
      const { hint, fixes } = suggestion(statement.label, labels.keys(), statement.location);
      a.error('SEM3511', `label '${statement.label}' used but not defined${hint}`, statement.location, [], fixes);
      continue;
    }
    if (statement.kind === 'LabelAddress') continue;
    checkJump(a, 'goto', region, labelRegions.get(statement.label), statement.location);
  }
}

function checkJump(
  a: Analysis,
  what: string,
  from: Region | undefined,
  to: Region | undefined,
  location: Location,
): void {
  checkEntered(a, from, to, location);
  checkLeft(a, what, from, to, location);
  checkLeavesNoBlock(a, commonRegion(from, to), what, location, from);
}

/**
 * A computed goto may lead to each label whose address is taken: none may be across the border of a upc_forall or of an
 * image control block. The scopes of C are the program's business, as with gcc: a table may hold labels of one of them only.
 */
function checkComputed(
  a: Analysis,
  { labels, labelRegions, labelAddresses }: FunctionContext,
  from: Region | undefined,
  location: Location,
): void {
  const byRegion = new Map<Region | undefined, string>();
  for (const name of labelAddresses.keys()) {
    const region = guarded(labelRegions.get(name));
    if (labels.has(name) && !byRegion.has(region)) byRegion.set(region, name);
  }
  for (const [to, name] of byRegion) checkJump(a, `goto *&&${name}`, from, to, location);
}

/** The innermost upc_forall or image control block. */
function guarded(region: Region | undefined): Region | undefined {
  let at = region;
  while (at && (at.kind === 'variable length' || at.kind === 'statement expression')) at = at.outer;
  return at;
}

function contains(chain: Region | undefined, region: Region): boolean {
  for (let at = chain; at; at = at.outer) if (at === region) return true;
  return false;
}

/** The innermost region around both places. */
function commonRegion(one: Region | undefined, other: Region | undefined): Region | undefined {
  let at = one;
  while (at && !contains(other, at)) at = at.outer;
  return at;
}

const ENTERED: Record<Region['kind'], (name: string) => string> = {
  'variable length': (name) => `jump into scope of '${name}', which has variably modified type`,
  'statement expression': () => 'jump into statement expression',
  forall: () => 'jump into the body of a upc_forall (UPC 1.3, 6.6.2)',
  critical: () => "jump into a 'critical' block (Fortran 2018, 11.1.6)",
  'change team': () => "jump into a 'change_team' block (Fortran 2018, 11.1.5)",
};

/** Reports the regions around the target that are not around the jump. */
export function checkEntered(a: Analysis, from: Region | undefined, to: Region | undefined, location: Location): void {
  if (!to || contains(from, to)) return;
  const code = to.kind === 'forall' ? 'UPC3152' : 'SEM3512';
  a.error(code, ENTERED[to.kind](to.name ?? ''), location, noteAt('it begins here', to.location));
}

function checkLeft(
  a: Analysis,
  what: string,
  from: Region | undefined,
  to: Region | undefined,
  location: Location,
): void {
  let at = from;
  while (at && at.kind !== 'forall') at = at.outer;
  if (!at || contains(to, at)) return;
  const text = `'${what}' leaves a upc_forall before its end (UPC 1.3, 6.6.2)`;
  a.error('UPC3150', text, location, noteAt('the upc_forall is here', at.location));
}

export function breakOrContinue(a: Analysis, node: Break | Continue): void {
  const { enclosing } = a.function as FunctionContext;
  const isBreak = node.kind === 'Break';
  const target = enclosing.findLast(({ kind }) => isBreak || kind !== 'switch');
  if (!target) {
    const text = isBreak ? 'break statement not within loop or switch' : 'continue statement not within a loop';
    a.error('SEM3513', text, node.location);
  } else if (isBreak && target.kind === 'forall') {
    const text = "'break' leaves a upc_forall before its end (UPC 1.3, 6.6.2)";
    a.error('UPC3150', text, node.location, noteAt('the upc_forall is here', target.statement.location));
  } else checkLeavesNoBlock(a, target.region, isBreak ? 'break' : 'continue', node.location);
}
