/**
 * The page of all messages with a code: the catalogue of `pgasc --explain` as tables, a rule a row.
 *
 * Takes: the catalogue's files, compiler/diagnostics/explanations. Gives: the text of docs/reference/messages.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/pgasc.ts';

const CATALOGUE = join(ROOT, 'compiler/diagnostics/explanations');
/** UPC's and coarrays' first, then in the order of the phases. */
const ORDER = ['upc', 'coarrays', 'declarations', 'expressions', 'syntax', 'tokens', 'preprocessor', 'linking', 'lint'];

const OPENING = `# Messages

Each constraint that the compiler checks has a code, which stands behind "error" or "warning". \`pgasc --explain CODE\` prints the rule, a program
that breaks it and one that keeps it. A name in brackets is that of a warning: \`-W\` chooses it, \`-Wno-\` silences it.

(This page is made from the catalogue, \`compiler/diagnostics/explanations\`, by \`npx vitest run test/docs/messages.test.ts -u\`.)
`;

export function messagesPage(): string {
  const names = readdirSync(CATALOGUE).map((name) => name.replace('.md', ''));
  const files = [...ORDER, ...names.filter((name) => !ORDER.includes(name)).sort()];
  return [OPENING, ...files.map((name) => table(readFileSync(join(CATALOGUE, `${name}.md`), 'utf8')))].join('\n');
}

/** A heading and a row for each of its sections. */
function table(text: string): string {
  const [head, ...sections] = text.split(/^(?=## )/m);
  const title = /^# (.*)$/m.exec(head as string)?.[1];
  return [`## ${title}`, '', '| code | about | rule |', '|---|---|---|', ...sections.map(row), ''].join('\n');
}

function row(section: string): string {
  const [, code, about] = /^## (\w+): (.*)$/m.exec(section) as unknown as [string, string, string];
  const rule = section.replace(/^## .*$/m, '').split(/^```/m)[0] as string;
  return `| ${[code, about, rule].map(cell).join(' | ')} |`;
}

const cell = (text: string): string => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');
