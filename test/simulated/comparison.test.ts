/**
 * Programs as real jobs and as simulated ones of as many ranks: equal output, exit status, operations and messages, wherever these do not depend on
 * the order in which ranks come.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiled, inFolder, node, ROOT } from '../support/pgasc.ts';
import { dealt, isLong, isWhole, shareOf, some } from '../support/share.ts';
import { communicationOf, PROGRAMS, resultOf } from './likeness.ts';
import { LEVELS, NETWORKS } from './simulated.ts';

const WAYS = LEVELS.flatMap((level) => NETWORKS.map((network) => [level, `-network=${network}`]));
/** Milliseconds: where threads are more than cores, each barrier takes many times its usual time. */
const PATIENCE = { timeout: 200_000 };
const RANKS = isLong ? ['3', '4', '7', '16'] : ['3', '4'];

describe.concurrent('a simulated job does as a real one', () => {
  for (const { path, byOrder } of some(some(PROGRAMS, isWhole)))
    for (const flags of dealt(path, WAYS, isWhole))
      test(`${path} ${flags.join(' ')}`, { timeout: 480_000 }, () =>
        inFolder(async (folder) => {
          const words = [...flags, '-trace', '-w', join(ROOT, path)];
          const job = ['-n', RANKS[shareOf(`ranks of ${path} ${flags}`, RANKS.length)]!, '--stats'];
          const expected = await node([await compiled(folder, words), ...job], PATIENCE);
          const found = await node([await compiled(folder, ['-simulate', ...words]), '--simulate', ...job], PATIENCE);
          expect(resultOf(found)).toEqual(resultOf(expected));
          if (!byOrder) expect(communicationOf(found)).toEqual(communicationOf(expected));
        }),
      );
});
