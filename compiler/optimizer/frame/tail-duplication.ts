/**
 * Tail duplication behind conditional expressions of structs: `w = c ? (complex){ x, y } : z`.
 *
 * Takes: a function in which each arm of an `if` ends with giving a local the address of a slot of the frame, and the
 * statements behind it read through that local. Gives: the same with these statements in both arms, on the slots
 * themselves. One idea: while an address goes through a local the slots have to be memory; what is read at a plain
 * slot's address can be locals (scalars).
 */
import { localUses } from '../../ir/homes.ts';
import type { Function as Definition, Expression, FrameAddress, If, Statement } from '../../ir/ir.ts';
import { expressionsOf, mapBlocksOf, mapExpression, mapExpressionsOf, visitExpression } from '../../ir/walk.ts';
import { foldExpression } from '../simplify/fold.ts';

/** Statements behind the `if` that are written twice. */
const MOST_READERS = 8;

export function duplicateTails(definition: Definition): Definition {
  if (definition.frame.length < 2) return definition;
  const uses = localUses(definition);
  const readsOf = (name: string): number => uses.get(name)?.reads ?? 0;
  const body = inBlock(definition.body, readsOf);
  return body === definition.body ? definition : { ...definition, body };
}

function inBlock(body: readonly Statement[], readsOf: (local: string) => number): readonly Statement[] {
  const result: Statement[] = [];
  let same = true;
  for (let index = 0; index < body.length; index++) {
    const was = body[index] as Statement;
    const s = mapBlocksOf(was, (block) => inBlock(block, readsOf));
    const choice = s.op === 'if' ? choiceOf(s) : undefined;
    const readers = choice ? readersOf(choice.local, body.slice(index + 1, index + 1 + MOST_READERS), readsOf) : [];
    result.push(choice && readers.length > 0 ? inArms(choice, readers) : s);
    index += readers.length;
    same &&= readers.length === 0 && s === was;
  }
  return same ? body : result;
}

interface Choice {
  readonly test: If;
  readonly local: string;
  readonly slots: readonly [FrameAddress, FrameAddress];
}

/** What both arms end with, if it is the address of a slot in the same local. */
function choiceOf(test: If): Choice | undefined {
  const [then, otherwise] = [test.then.at(-1), test.otherwise.at(-1)];
  if (then?.op !== 'set' || otherwise?.op !== 'set' || then.local !== otherwise.local) return undefined;
  if (then.value.op !== 'frame' || otherwise.value.op !== 'frame') return undefined;
  return { test, local: then.local, slots: [then.value, otherwise.value] };
}

/** The statements up to the last that reads the local; none if others read it too, or if they do more than to move values. */
function readersOf(
  local: string,
  next: readonly Statement[],
  readsOf: (local: string) => number,
): readonly Statement[] {
  let left = readsOf(local);
  for (const [index, s] of next.entries()) {
    if ((s.op !== 'set' && s.op !== 'store' && s.op !== 'copy') || (s.op === 'set' && s.local === local)) return [];
    left -= readsIn(s, local);
    if (left === 0) return next.slice(0, index + 1);
  }
  return [];
}

function readsIn(s: Statement, local: string): number {
  let reads = 0;
  for (const e of expressionsOf(s))
    visitExpression(e, (inner) => inner.op === 'local' && inner.name === local && reads++);
  return reads;
}

function inArms({ test, local, slots }: Choice, readers: readonly Statement[]): If {
  const [then, otherwise] = slots.map((slot) => {
    const change = (e: Expression): Expression => (e.op === 'local' && e.name === local ? slot : e);
    return readers.map((s) => mapExpressionsOf(s, (e) => foldExpression(mapExpression(e, change))));
  }) as [Statement[], Statement[]];
  return {
    ...test,
    then: [...test.then.slice(0, -1), ...then],
    otherwise: [...test.otherwise.slice(0, -1), ...otherwise],
  };
}
