/**
 * The page of the libraries' functions: prototypes by header, as the preprocessor gives them.
 *
 * Takes: headers of stdlib/include. Gives: the text of docs/reference/signatures.md. Of functions that differ in a type,
 * or in how many arguments a message has, there is one.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, pgasc } from '../support/pgasc.ts';

const HEADERS = `upc.h bupc_extensions.h upc_tick.h upc_nb.h upc_atomic.h upc_castable.h upc_collective.h upc_io.h
  pupc.h xmp.h shmem.h armci.h message.h ga.h macdecls.h mpi.h gasnet.h`.split(/\s+/);
/** The part of a name that is a type, or a number of arguments, and what the one function has there that stands for all. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(bupc_atomic)[A-Z]+\d*_/, '$1I64_'],
  [/(?<=^gasnet_AM\w+)\d+ ?$/, '1'],
  [/^(shmem_(?:ctx_)?)[a-z0-9]+_/, '$1int_'],
  [/^(shmem_(?:ctx_)?)[a-z0-9]+_/, '$1uint_'], // operations on bits
  [/(?<=^b?upc_all\w*_(?:reduce|reduce_all|broadcast|gather|scatter|exchange\w*))(?:U?[CSL]|UI|F|D|LD)$/, 'I'],
];

const OPENING = `# Functions by header

Prototypes of the libraries of communication. Of functions that differ in a type alone (\`shmem_long_put\`, \`upc_all_reduceD\`) the one for \`int\`, or for 64 bits, stands for all,
and the one with one argument for messages with other numbers of them. What is specific to pgasc, and the headers that have macros in place of functions (\`coarray.h\`, \`pgas_sim.h\`), [libraries.md](libraries.md) tells.

(This page is made from the headers, \`stdlib/include\`, by \`npx vitest run test/docs/signatures.test.ts -u\`.)
`;

export async function signaturesPage(): Promise<string> {
  const sections = await Promise.all(HEADERS.map(section));
  return [OPENING, ...sections].join('\n');
}

async function section(header: string): Promise<string> {
  return [`## ${header}`, '', '```c', ...oneOfEach(prototypes(header, await preprocessed(header))), '```', ''].join(
    '\n',
  );
}

const preprocessed = (header: string): Promise<string> =>
  inFolder(async (folder) => {
    const file = join(folder, 'one.upc');
    writeFileSync(file, `#include <${header}>\n`);
    return (await pgasc(['-E', file])).stdout;
  });

/** What stands in the header itself, or in a part of it; a line marker tells of the lines behind it where they come from. */
function prototypes(header: string, text: string): string[] {
  const parts = text.split(/^# \d+ "(.*)".*$/m);
  const own = parts.filter((_, k) => k > 0 && k % 2 === 0 && isPart(parts[k - 1] as string, header));
  const statements = own
    .join('\n')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
  return statements.filter(isPrototype).map((statement) => `${statement.replace(/ ?__attribute__.*$/, '')};`);
}

const isPart = (file: string, header: string): boolean =>
  [`/${header}`, `/${header.replace('.h', '-functions.h')}`].some((name) => file.endsWith(name));

const nameOf = (statement: string): string => /(\w+) ?\(/.exec(statement)?.[1] ?? '';

const isPrototype = (statement: string): boolean =>
  /^[\w[]/.test(statement) &&
  !/^(typedef|struct|enum|extern \w+ \w+$|static)\b|[{}=]/.test(statement) &&
  !/^(_|$)/.test(nameOf(statement));

function oneOfEach(all: readonly string[]): string[] {
  const names = new Set(all.map(nameOf));
  const isShown = (name: string): boolean => {
    const standing = FAMILIES.filter(([part]) => part.test(name)).map(([part, one]) => name.replace(part, one));
    return (standing.find((other) => names.has(other)) ?? name) === name;
  };
  return [...new Set(all.filter((prototype) => isShown(nameOf(prototype))))];
}
