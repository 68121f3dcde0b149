/**
 * Elements that are read or written whole, as one scalar of the element's size: the element's type has that alignment.
 *
 * Takes: a function before `expand`. Gives: for a statement, the element whose address is computed by it for such accesses
 * alone. One idea: an address that is kept for an access of the same place, as `a[i] += x` keeps it, is in a local that is
 * nothing but an access's address. Pieces of structs and members of unions show no alignment.
 */
import { memorySize } from '../../ir/builders.ts';
import type { Expression, Statement } from '../../ir/ir.ts';
import { visitExpressionsOf, visitStatements } from '../../ir/walk.ts';

export type WholeElements = (s: Statement) => Expression | undefined;

export function wholeElements(body: readonly Statement[]): WholeElements {
  const sizes = localsOfAccesses(body);
  return (s) => {
    const [address, size] = s.op === 'set' ? [s.value, sizes.get(s.local)] : (accessOf(s) ?? []);
    return address?.op === 'advance' && address.layout.elementSize === size ? address : undefined;
  };
}

/** Locals that are read as addresses of accesses alone, all of one size, with it. */
function localsOfAccesses(body: readonly Statement[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const otherUses = new Map<string, number>();
  const count = (name: string, by: number): void => void otherUses.set(name, (otherUses.get(name) ?? 0) + by);
  visitStatements(body, (s) => {
    visitExpressionsOf(s, (e) => {
      if (e.op === 'local' && e.type === 'shared') count(e.name, 1);
    });
    const [address, size] = accessOf(s) ?? [];
    if (address?.op !== 'local' || size === undefined) return;
    if ((sizes.get(address.name) ?? size) === size) count(address.name, -1);
    sizes.set(address.name, size);
  });
  return new Map([...sizes].filter(([name]) => otherUses.get(name) === 0));
}

/** Address and size of a shared scalar that the statement reads or writes. */
function accessOf(s: Statement): readonly [Expression, number] | undefined {
  switch (s.op) {
    case 'get':
    case 'put':
      return s.punned ? undefined : [s.address, memorySize(s.memory)];
    case 'get.start':
    case 'put.start':
      return [s.address, memorySize(s.memory)];
    default:
      return undefined;
  }
}
