/**
 * -g: shared accesses by calls, each looked at before it is made.
 *
 * Takes the functions and the checks of an address of this memory and of another; gives the functions with them in front.
 */
import type { Environment } from '../abi.ts';
import { waitsLike } from '../core/alike.ts';
import { extended } from '../memory/joined.ts';
import { addressOf, isHere, type Space } from '../memory/space.ts';
import type { Bits } from './bits.ts';
import type { Values } from './values.ts';

const SIZES = { I8: 1, U8: 1, I16: 2, U16: 2, I32: 4, I64: 8, F32: 4, F64: 8 };
const KINDS = ['get', 'getStrict', 'put', 'putStrict', 'startPut', 'putBits'];

type Access = (rank: number, offset: number, ...more: never[]) => unknown;

type Check = Environment['check'];

export function checkedValues(
  space: Space,
  access: Values & Bits,
  checkHere: Check,
  checkElsewhere: Check,
): Values & Bits {
  const inner = access as unknown as Readonly<Record<string, Access>>;
  const look = (rank: number, offset: number, size: number): void => {
    if (size === 0) return;
    const check = isHere(space, rank) ? checkHere : checkElsewhere;
    check(addressOf(space, rank, offset), size);
  };
  const checked: Record<string, Access> = {};
  for (const kind of KINDS)
    for (const [type, size] of Object.entries(SIZES)) {
      const perform = inner[kind + type];
      if (perform === undefined) continue;
      checked[kind + type] = waitsLike(perform, (rank: number, offset: number, ...more: never[]) => {
        look(rank, offset, size);
        return perform(rank, offset, ...more);
      });
    }
  const around: Partial<Values> = {
    startGet: (rank, offset, size) => {
      look(rank, offset, size);
      return access.startGet(rank, offset, size);
    },
    transfer: (toRank, to, fromRank, from, size) => {
      look(toRank, to, size);
      look(fromRank, from, size);
      access.transfer(toRank, to, fromRank, from, size);
    },
  };
  return extended(access, { ...checked, ...around });
}
