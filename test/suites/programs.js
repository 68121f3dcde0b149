/**
 * The programs of a suite, by name: the files of its folders, one a program, and those that its table has sources for. A second of the
 * same name has its folder in front.
 *
 * What is in a language other than C is a row too: it does not apply; nor do the programs of the folders that its table has a reason for (`excluded`).
 */
import { readdirSync } from 'node:fs';
import { extname, join, parse } from 'node:path';

const OTHERS = { '.cpp': 'C++', '.cc': 'C++', '.f': 'Fortran', '.F': 'Fortran', '.f90': 'Fortran', '.F90': 'Fortran' };

export function programsOf({ folders, excluded = {}, programs }, folder) {
  const named = new Map();
  const found = [
    ...folders.flatMap((part) => filesIn(folder, part)),
    ...Object.entries(excluded).flatMap(([part, reason]) => without(filesIn(folder, part), reason)),
  ];
  for (const [name, program] of found)
    named.set(named.has(name) ? program.sources[0] : name, program);
  for (const [name, program] of Object.entries(programs)) {
    const sources = program.sources ?? (program.sourcesIn ?? []).flatMap((part) => cFilesIn(folder, part));
    named.set(name, { sources, ...named.get(name), ...program });
  }
  return named;
}

const filesIn = (folder, part) => readdirSync(join(folder, part)).flatMap((file) => programOf(part, file));

const without = (programs, excluded) => programs.map(([name, program]) => [name, { ...program, excluded }]);

/** As a list, empty if the file is no program. */
function programOf(part, file) {
  const extension = extname(file);
  if (extension === '.c') return [[parse(file).name, { sources: [join(part, file)] }]];
  return OTHERS[extension] === undefined ? [] : [[file, { sources: [join(part, file)], excluded: OTHERS[extension] }]];
}

/** All files of C below a folder of the checkout; templates are included by others. */
const cFilesIn = (folder, part) =>
  readdirSync(join(folder, part), { recursive: true })
    .filter((file) => file.endsWith('.c') && !file.endsWith('_template.c'))
    .map((file) => join(part, file));
