/**
 * -Wsingle-valued: values that must be the same on all threads and depend on MYTHREAD (UPC 3.10): the control and the
 * affinity of upc_forall (6.6.2p4), and the arguments of collective functions (7.2.2, 7.4).
 */

import { noteAt } from '../../../diagnostics/diagnostic.ts';
import type { Call, Expression, UpcForall } from '../ast/ast.ts';
import type { Lint } from './lint.ts';

const CODE = 'UPC3301';

/** All arguments of these are single-valued, and those of them whose names begin with `upc_all_` and what follows. */
const CALLS =
  /^upc_all_(alloc|free|lock_free|broadcast|scatter|gather|gather_all|exchange|permute|((prefix_)?reduce[A-Z]+))$/;

export function singleValued(lint: Lint): void {
  for (const call of lint.outline.all('Call')) checkCall(lint, call);
  for (const forall of lint.outline.all('UpcForall')) if (isOutermost(lint, forall)) checkForall(lint, forall);
}

/** Only the outermost upc_forall with an affinity shares out: those inside it are like for loops (6.6.2p8). */
function isOutermost({ outline }: Lint, node: UpcForall): boolean {
  if (!sharesOut(node)) return false;
  for (const up of outline.around(node)) if (up.kind === 'UpcForall' && sharesOut(up as UpcForall)) return false;
  return true;
}

export function sharesOut({ affinity }: UpcForall): boolean {
  return affinity !== undefined && affinity !== 'continue';
}

function checkForall(lint: Lint, { affinity, test }: UpcForall): void {
  for (const [part, name] of [
    [test, 'condition'],
    [affinity, 'affinity'],
  ] as const) {
    const origin = part && part !== 'continue' ? lint.divergence().get(part.id) : undefined;
    if (!part || part === 'continue' || !origin) continue;
    const text = `the ${name} of upc_forall depends on ${origin.text}, and must be the same on all threads (UPC 1.3, 6.6.2)`;
    const hint = 'every thread runs through all iterations; the affinity, as in &a[i] or i, chooses its own';
    lint.warning(CODE, text, part.location, noteAt(hint, origin.location));
    return;
  }
}

function checkCall(lint: Lint, { callee, arguments: values }: Call): void {
  const name = lint.facts.symbolOf[callee.id]?.name ?? '';
  if (!CALLS.test(name)) return;
  values.forEach((value, index) => {
    const origin = lint.divergence().get(value.id);
    if (!origin) return;
    const text = `argument ${index + 1} of '${name}' depends on ${origin.text}, and must be the same on all threads (UPC 1.3, ${clauseOf(name)})`;
    const hint = isPointer(lint, value)
      ? 'give the whole array: each thread finds its own part'
      : 'it differs because of this';
    lint.warning(CODE, text, value.location, noteAt(hint, origin.location));
  });
}

function isPointer({ facts }: Lint, { id }: Expression): boolean {
  const kind = facts.typeOf[id]?.type.kind;
  return kind === 'pointer' || kind === 'array';
}

function clauseOf(name: string): string {
  if (name === 'upc_all_alloc' || name === 'upc_all_free') return '7.2.2';
  return name === 'upc_all_lock_free' ? '7.2.4' : '7.4';
}
