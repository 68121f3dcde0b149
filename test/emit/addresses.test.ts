import { expect, it } from 'vitest';
import { LOWEST_OFFSET } from '../../compiler/ir/builders.ts';
import { STATICS } from '../../runtime/abi.ts';

it('the optimizer and the runtime agree where objects begin', () => {
  expect(LOWEST_OFFSET).toBe(STATICS);
});
