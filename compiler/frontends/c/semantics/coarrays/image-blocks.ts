/**
 * Image control blocks: `__critical` and `__change_team` (Fortran 2018, 11.1.5 and 11.1.6).
 *
 * One idea: a block is a region that control enters at its start and leaves at its end: jumps across its braces and
 * returns are errors, and in a critical block so is what synchronises images, which would wait for those outside.
 */

import { advice, noteAt } from '../../../../diagnostics/diagnostic.ts';
import type { Location } from '../../../../source/source.ts';
import type { ChangeTeam, Critical, Expression } from '../../ast/ast.ts';
import type { Analysis, FunctionContext, Region } from '../analysis.ts';
import { rvalue } from '../expressions/expressions.ts';
import type { ObjectSymbol } from '../facts.ts';
import { compound } from '../statements/statements.ts';
import { arrayOf, CHAR, INT, isPointer, isShared } from '../types/primitives.ts';
import { typeText } from '../types/typetext.ts';

type BlockKind = 'critical' | 'change team';

const CLAUSES = { critical: '11.1.6', 'change team': '11.1.5' } as const;

/** The runtime's record of a critical block: a line of memory at the same place on every image. */
const LOCK_BYTES = 64;

export function critical(a: Analysis, node: Critical): void {
  checkControl(a, 'another critical block', node.location);
  checkStat(a, node.stat);
  a.symbolOf[node.id] = lockOf(a, node);
  block(a, 'critical', node);
}

export function changeTeam(a: Analysis, node: ChangeTeam): void {
  checkControl(a, "'change_team'", node.location);
  const team = rvalue(a, node.team);
  const { type } = team.type;
  if (!team.failed && !(isPointer(type) && !isShared(type.to) && type.to.type.kind === 'struct')) {
    const text = `'change_team' needs a private 'team_type *', not '${typeText(team.type)}'`;
    a.error(
      'COA6060',
      `${text} (Fortran 2018, 11.1.5)`,
      node.team.location,
      advice("give the address of a team, as '&t'"),
    );
  }
  checkStat(a, node.stat);
  block(a, 'change team', node);
}

function checkStat(a: Analysis, node: Expression | undefined): void {
  if (!node) return;
  const o = rvalue(a, node);
  const { type } = o.type;
  if (o.failed || (isPointer(type) && !isShared(type.to) && type.to.type === INT)) return;
  const text = `the status of an image control block is a private 'int *', not '${typeText(o.type)}'`;
  a.error(
    'COA6061',
    `${text} (Fortran 2018, 11.6.11)`,
    node.location,
    advice("give the address of an int, as '&stat'"),
  );
}

function lockOf(a: Analysis, { location }: Critical): ObjectSymbol {
  const symbol: ObjectSymbol = {
    kind: 'object',
    name: 'critical',
    type: { type: arrayOf({ type: CHAR }, LOCK_BYTES) },
    storage: 'static',
    linkage: 'none',
    defined: true,
    tentative: false,
    addressTaken: true,
    alignment: LOCK_BYTES,
    location,
    owner: (a.function as FunctionContext).definition,
  };
  a.addStatic(symbol);
  return symbol;
}

function block(a: Analysis, kind: BlockKind, node: Critical | ChangeTeam): void {
  const outer = a.region;
  a.region = { kind, location: node.location, ...(outer && { outer }) };
  compound(a, node.body);
  a.region = outer;
}

// ---------------------------------------------------------------- what may not leave a block

/** Reports a statement that would leave a block before its end; `to` are the regions around its target. */
export function checkLeavesNoBlock(
  a: Analysis,
  to: Region | undefined,
  what: string,
  location: Location,
  from = a.region,
): void {
  for (let at = from; at && at !== to; at = at.outer) {
    if (at.kind !== 'critical' && at.kind !== 'change team') continue;
    const name = at.kind === 'critical' ? 'critical' : 'change_team';
    const text = `'${what}' leaves a '${name}' block before its end (Fortran 2018, ${CLAUSES[at.kind]})`;
    const hint = advice('let control come to the closing brace: set a flag, and test it behind the block');
    a.error('COA6062', text, location, [...noteAt('the block is here', at.location), ...hint]);
    return;
  }
}

/** Functions that synchronise images, by the name after `xmp_` or `__coarray_`. */
const CONTROL =
  /^(__coarray_|xmp_)(sync_\w+|event_(post|wait)\w*|post|wait\w*|form_team|(un)?lock\w*|comalloc|cofree|barrier)$|^(upc_all_\w+|upc_(un)?lock)$/;

export function checkControlCall(a: Analysis, name: string, location: Location): void {
  if (a.region && CONTROL.test(name)) checkControl(a, `'${name}'`, location);
}

/** Fortran 2018, C1118: no image control statement in a critical block. */
export function checkControl(a: Analysis, what: string, location: Location): void {
  let at = a.region;
  while (at && at.kind !== 'critical') at = at.outer;
  if (!at) return;
  const text = `${what} in a 'critical' block: images that wait to enter it could never take part (Fortran 2018, 11.1.6)`;
  a.error('COA6063', text, location, [
    ...noteAt('the block is here', at.location),
    ...advice('synchronize before or after the block'),
  ]);
}
