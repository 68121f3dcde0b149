/**
 * Completes gets where their values are wanted, for programs whose schedules are explored with relaxed accesses in any order.
 *
 * Takes: relaxed gets. Gives: each started where it stands, and completed before the first statement of its list that wants the value, may
 * write what is read, or synchronizes. One idea: nothing moves but the completion, so the starts are in the order of the program (split.ts moves both).
 */
import { memorySize } from '../../ir/builders.ts';
import type { Function as Definition, Get, Statement } from '../../ir/ir.ts';
import { mapBlocksOf, visitStatements } from '../../ir/walk.ts';
import { mayMeet } from '../analyses/alias.ts';
import { effectsOf, meets } from '../analyses/effects.ts';

export function deferGets(definition: Definition): Definition {
  let lands = false;
  visitStatements(definition.body, (s) => {
    lands ||= s.op === 'landing';
  });
  return lands ? definition : { ...definition, body: inList(definition.body) };
}

function inList(body: readonly Statement[]): readonly Statement[] {
  const list = body.map((s) => mapBlocksOf(s, inList));
  for (let index = list.length - 1; index >= 0; index--) {
    const get = list[index]!;
    if (get.op !== 'get' || get.strict || get.volatile) continue;
    const { local, memory, address, at } = get;
    const place = at && { at };
    list.splice(wantedAt(get, list, index), 0, { op: 'get.sync', local, ...place });
    list.splice(index, 1, { op: 'get.start', local, memory, address, ...place });
  }
  return list;
}

/** Index of the first statement behind the get before which it is to be complete. */
function wantedAt(get: Get, list: readonly Statement[], index: number): number {
  const name = new Set([get.local]);
  const region = { address: get.address, size: memorySize(get.memory), isOld: true };
  const wants = (s: Statement) => {
    const { sets, reads, writes, isBarrier } = effectsOf(s);
    return isBarrier || meets(sets, name) || meets(reads, name) || writes.some((each) => mayMeet(each, region));
  };
  const found = list.slice(index + 1).findIndex(wants);
  return found < 0 ? list.length : index + 1 + found;
}
