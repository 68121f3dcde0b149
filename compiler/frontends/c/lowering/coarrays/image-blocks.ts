/**
 * Image control blocks: `__critical` and `__change_team` (Fortran 2018, 11.1.5 and 11.1.6).
 *
 * One idea: a call before the block and one after it; semantics guarantees that control passes both.
 */

import { constI32, staticAddress } from '../../../../ir/builders.ts';
import type { Expression } from '../../../../ir/ir.ts';
import type { Expression as CExpression, ChangeTeam, Critical } from '../../ast/ast.ts';
import type { ObjectSymbol } from '../../semantics/facts.ts';
import { callLibrary } from '../expressions/calls.ts';
import { lowerScalar } from '../expressions/expressions.ts';
import type { FunctionLowering } from '../function.ts';
import { lowerBlock } from '../statements/statements.ts';

export function lowerCritical(f: FunctionLowering, s: Critical): void {
  const lock = staticAddress(f.unit.objectName(f.unit.facts.symbolOf[s.id] as ObjectSymbol));
  const stat = status(f, s.stat);
  f.moveTo(s.location);
  callLibrary(f, '__coarray_critical_enter', [lock, stat], []);
  lowerBlock(f, s.body);
  f.moveTo(s.body.end);
  callLibrary(f, '__coarray_critical_exit', [lock, stat], []);
}

export function lowerChangeTeam(f: FunctionLowering, s: ChangeTeam): void {
  f.releasing(() => {
    const team = lowerScalar(f, s.team);
    const stat = status(f, s.stat);
    f.moveTo(s.location);
    callLibrary(f, '__coarray_change_team', [team, stat], []);
    lowerBlock(f, s.body);
    f.moveTo(s.body.end);
    callLibrary(f, '__coarray_end_team', [stat], []);
  });
}

/** The address of the status, kept until the end of the block; 0 for none. */
function status(f: FunctionLowering, stat: CExpression | undefined): Expression {
  if (!stat) return constI32(0);
  const kept = f.newLocal('stat', 'i32');
  f.releasing(() => f.set(kept, lowerScalar(f, stat)));
  return f.read(kept);
}
