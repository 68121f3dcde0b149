/** The texts of `pgasc --help` and `--help=TOPIC`, made from the table of flags; they fit a terminal of 80 columns. */
import { UsageError } from './argv.ts';
import { COMMANDS, type Flag, SECTIONS, type Section, TOPICS } from './flags.ts';
import { manual } from './manual.ts';

const WIDTH = 79;

/** The text for `--help`, where `topic` is empty, and for `--help=TOPIC`. */
export function help(topic: string): string {
  if (topic === '') return overview();
  if (topic === 'man') return manual();
  const sections = SECTIONS.filter((section) => section.topic === topic);
  if (sections.length === 0) throw new UsageError(`--help=${topic}: there are ${TOPICS.join(', ')} and man`);
  return sections.map(sectionText).join('\n').trim();
}

function overview(): string {
  const usage = COMMANDS.map(
    ({ spelled, text }, k) => `${k === 0 ? 'usage: ' : '       '}${spelled.padEnd(37)}${text}`,
  );
  return [
    'pgasc compiles Unified Parallel C with coarrays to JavaScript for all cores.\n',
    ...usage,
    '\nfiles: .upc and .c sources, .o objects of -c, .a libraries of them (ar rcs),',
    '       .i preprocessed text, .ir of -S; - standard input, @FILE its words',
    ...SECTIONS.filter(({ topic }) => topic === undefined).map(sectionText),
    "\ngcc's other -f... and -m... are taken without effect. exit status: 0; 1 errors",
    "in the program; 2 misuse; 70 a defect of pgasc; with run, the program's own",
  ].join('\n');
}

function sectionText({ title, flags, topic }: Section): string {
  const column = topic === undefined ? 28 : 24;
  return [`\n${title}`, ...flags.map((flag) => flagText(flag, column))].join('\n');
}

/** The flag, and what it does from a column on. */
function flagText({ spelled, text }: Flag, column: number): string {
  const lines = wrapped(text, WIDTH - column);
  const head = `  ${spelled}`;
  if (head.length >= column) lines.unshift('');
  return lines
    .map((line, k) => (k === 0 ? head : '').padEnd(column) + line)
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The text in lines of so many characters. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
