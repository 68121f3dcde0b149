/** Response files: `@FILE` on the command line stands for the words in FILE, as in gcc. */
import { existsSync, readFileSync } from 'node:fs';

/** Files name files only so deep. */
const DEEPEST = 20;

/** The words with those of response files in their places; a word that names no file stays as it is. */
export function expandResponses(words: readonly string[], depth = 0): string[] {
  return words.flatMap((word) => {
    const path = word.startsWith('@') ? word.slice(1) : '';
    if (path === '' || depth > DEEPEST || !existsSync(path)) return [word];
    return expandResponses(wordsOf(readFileSync(path, 'utf8')), depth + 1);
  });
}

/** Words apart by white space; quotes and backslashes keep it in them. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')+/gs) ?? [];
  return words.map((word) => word.replace(/\\(.)|["']/gs, '$1'));
}
