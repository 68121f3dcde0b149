/** The page of functions is what the headers say. `npx vitest run test/docs/signatures.test.ts -u` writes it anew. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
import { signaturesPage } from './signatures.ts';

test('docs/reference/signatures.md has the functions of the headers', async () =>
  expect(await signaturesPage()).toMatchFileSnapshot(join(ROOT, 'docs/reference/signatures.md')));
