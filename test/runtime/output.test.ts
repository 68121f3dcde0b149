/** Texts of several writers that are passed on to one descriptor: where lines have labels, none goes on with another's. */
import { afterEach, expect, test, vi } from 'vitest';
import { Descriptors } from '../../runtime/launch/output.ts';
import { platform } from '../../runtime/platform/linked.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** What `texts` become, each of the writer that its number names. */
async function passedOn(labels: boolean, texts: readonly (readonly [writer: number, text: string])[]): Promise<string> {
  let all = '';
  vi.spyOn(platform.files, 'writeLater').mockImplementation(async (_, bytes) => {
    all += new TextDecoder().decode(bytes);
  });
  const { write } = new Descriptors(labels);
  const written = texts.map(([writer, text]) => write(writer, 1, new TextEncoder().encode(text)));
  expect(await Promise.all(written)).toEqual(texts.map(() => undefined));
  return all;
}

const UNENDED = [
  [0, '0: a'],
  [1, '1: b'],
  [0, '\n'],
  [1, '\n'],
] as const;

test('a line of another writer ends first, and its own end of it is left out', async () => {
  expect(await passedOn(true, UNENDED)).toBe('0: a\n1: b\n');
});

test('a writer goes on with its own line, and begins the next', async () => {
  const texts = [
    [0, '0: a'],
    [0, ''],
    [0, 'b\n'],
    [1, '1: c\n'],
    [0, '\n'],
  ] as const;
  expect(await passedOn(true, texts)).toBe('0: ab\n1: c\n\n');
});

test('without labels nothing is added', async () => {
  expect(await passedOn(false, UNENDED)).toBe('0: a1: b\n\n');
});
