/** Copying and filling bytes where arrays may be phantom, in the place of memory/copy.ts: these have sizes, no bytes, so nothing moves to or from them. */
import { bulkOperations as plainOperations } from '../memory/copy.ts';
import { isPhantom } from './addresses.ts';

export type { BulkOperations } from '../memory/copy.ts';

export const bulkOperations: typeof plainOperations = (space, instructions) => {
  const { copy, fill } = plainOperations(space, instructions);
  return {
    copy: (destination, source, size) => {
      if (!isPhantom(destination) && !isPhantom(source)) copy(destination, source, size);
    },
    fill: (address, byte, size) => {
      if (!isPhantom(address)) fill(address, byte, size);
    },
  };
};
