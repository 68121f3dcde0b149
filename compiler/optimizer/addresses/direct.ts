/**
 * Makes loads and stores of relaxed accesses to shared memory, where all memory is one.
 *
 * Takes: `get` and `put` with plain addresses. Gives: what they are on such a machine, so that the passes about memory
 * share, move and vectorize them (UPC B.3: relaxed accesses of one thread are in order only where they meet). One idea:
 * a get that asks the same place iteration after iteration may wait for another thread. It stays a get, which nothing moves.
 */
import { load } from '../../ir/builders.ts';
import type { Function as Definition, Expression, Get, Loop, Put, Statement } from '../../ir/ir.ts';
import { blocksOf, localsSetBy, mapBlocksOf, mapEach, some, visitStatements } from '../../ir/walk.ts';
import { isInvariant, readsMemory } from '../analyses/counted.ts';
import type { PassContext } from '../remarks.ts';

export function accessDirectly(definition: Definition, { keepsCalls }: PassContext): Definition {
  if (keepsCalls || !some(definition, ({ op }) => op === 'get' || op === 'put')) return definition;
  const body = direct(definition.body, undefined);
  return body === definition.body ? definition : { ...definition, body };
}

/** `varying` are the locals that the innermost loop changes; undefined outside of loops. */
function direct(body: readonly Statement[], varying: ReadonlySet<string> | undefined): readonly Statement[] {
  return mapEach(body, (s) => {
    if (s.op === 'get') return [isPlain(s) && !asksAgain(s.address, varying) ? loaded(s) : s];
    if (s.op === 'put') return [isPlain(s) && s.mask === undefined ? stored(s) : s];
    if (blocksOf(s).length === 0) return [s];
    const inner = s.op === 'loop' ? varyingIn(s) : varying;
    return [mapBlocksOf(s, (block) => direct(block, inner))];
  });
}

const isPlain = ({ strict, volatile }: Get | Put): boolean => !strict && !volatile;

const asksAgain = (address: Expression, varying: ReadonlySet<string> | undefined): boolean =>
  varying !== undefined && !readsMemory(address) && isInvariant(address, varying);

const loaded = ({ at, local, memory, address, punned }: Get): Statement => ({
  op: 'set',
  local,
  value: load(memory, address, { ...(punned && { punned }) }),
  ...(at && { at }),
});

const stored = ({ at, memory, address, value, punned }: Put): Statement => ({
  op: 'store',
  memory,
  address,
  value,
  ...(punned && { punned }),
  ...(at && { at }),
});

/** Locals that may have another value in the next iteration: what is set to the same each time is none. */
function varyingIn(s: Loop): ReadonlySet<string> {
  const sets = new Map<string, Statement[]>();
  visitStatements([s], (inner) => {
    for (const name of localsSetBy(inner)) sets.set(name, [...(sets.get(name) ?? []), inner]);
  });
  const varying = new Set(sets.keys());
  const isSame = (name: string): boolean => {
    const [only, ...others] = sets.get(name) ?? [];
    return others.length === 0 && only?.op === 'set' && !readsMemory(only.value) && isInvariant(only.value, varying);
  };
  for (let before = -1; before !== varying.size; ) {
    before = varying.size;
    for (const name of varying) if (isSame(name)) varying.delete(name);
  }
  return varying;
}
