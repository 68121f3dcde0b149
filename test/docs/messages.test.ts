/** The page of messages is what the catalogue says. `npx vitest run test/docs/messages.test.ts -u` writes it anew. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/pgasc.ts';
import { messagesPage } from './messages.ts';
import { pagesOf } from './pages.ts';

test('docs/reference/messages.md lists each code', () =>
  expect(messagesPage()).toMatchFileSnapshot(join(ROOT, 'docs/reference/messages.md')));

test('each code that a page names is one', () => {
  const codes = (text: string) => text.match(/\b[A-Z]{2,3}\d{4}\b/g) ?? [];
  const known = new Set(codes(messagesPage()));
  expect(
    pagesOf('docs').flatMap(({ path, text }) =>
      codes(text)
        .filter((code) => !known.has(code))
        .map((code) => `${path}: ${code}`),
    ),
  ).toEqual([]);
});
