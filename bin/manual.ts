/** The manual page pgasc(1) as roff, made from the table of flags. `pgasc --help=man` prints it, the build keeps it. */
import { COMMANDS, type Flag, SECTIONS } from './flags.ts';
import { VERSION } from './installation.ts';

export function manual(): string {
  return [
    `.TH PGASC 1 "" "pgasc ${VERSION}"`,
    ...['.SH NAME', 'pgasc \\- compiler from Unified Parallel C with coarrays to JavaScript and WebAssembly'],
    ...['.SH SYNOPSIS', ...COMMANDS.map(({ spelled }) => `${escaped(spelled)}\n.br`)],
    ...['.SH DESCRIPTION', escaped(DESCRIPTION)],
    ...COMMANDS.map(item),
    '.SH OPTIONS',
    ...SECTIONS.flatMap(({ title, flags }) => [`.SS ${escaped(title)}`, ...flags.map(item)]),
    ...['.SH EXIT STATUS', escaped(STATUS)],
    ...['.SH EXAMPLE', '.nf', 'pgasc \\-O2 prog.upc && node out.js \\-n 4', '.fi'],
  ].join('\n');
}

const DESCRIPTION =
  'Sources are .upc and .c files, objects .o; also .i (preprocessed text) and .ir (of -S). - is standard input, @FILE ' +
  "stands for the words in FILE. gcc's other -f and -m flags are taken without effect.";
const STATUS =
  '0; 1: errors in the program; 2: misuse, or files that cannot be read or written; 70: a defect of pgasc. With run, ' +
  "the program's own.";

const item = ({ spelled, text }: Flag): string => `.TP\n.B ${escaped(spelled)}\n${escaped(text)}`;

/** Text as roff: no hyphenation of flags, nothing taken for a request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=['.])/gm, '\\&');
}
