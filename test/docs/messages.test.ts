/** The page of messages is what the catalogue says. `npx vitest run test/docs/messages.test.ts -u` writes it anew. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
import { messagesPage } from './messages.ts';

test('docs/reference/messages.md lists each code', () =>
  expect(messagesPage()).toMatchFileSnapshot(join(ROOT, 'docs/reference/messages.md')));
