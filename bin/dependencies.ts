/**
 * Rules for make: the files that a translation unit was made of, as gcc's -M flags write them.
 *
 * Takes: the files that the preprocessor read for each unit. Gives: `target: source headers`, and the file that it belongs in.
 * The idea: a rule is text; -M and -MM print it instead of compiling, -MD and -MMD keep it beside the output.
 */
import { basename } from 'node:path';
import type { SourceFile } from '../compiler/source/source.ts';
import { UsageError } from './argv.ts';
import { writeOutput } from './files.ts';

/** The -M flags of a command. */
export interface DependencyFlags {
  /** -M and -MM: nothing else is made. */
  readonly only: boolean;
  /** -M and -MD: headers of the system as well. */
  readonly ofSystem: boolean;
  /** -MP: an empty rule for each header, so that make does not stop when one is removed. */
  readonly phony: boolean;
  /** -MG */
  readonly generated: boolean;
  /** -MF */
  readonly file?: string;
  /** -MT and -MQ: "as-is:TEXT" and "quoted:NAME". */
  readonly targets: readonly string[];
  /** -isystem: headers there are the system's. */
  readonly systemDirectories: readonly string[];
}

/** Source and output: a rule is named after them. */
export interface Made {
  readonly source: string;
  /** -o, where it names what is made of this source. */
  readonly output?: string;
  /** The output is a file that make builds: not preprocessed text. */
  readonly isTarget: boolean;
}

const KINDS: Readonly<Record<string, Pick<DependencyFlags, 'only' | 'ofSystem'>>> = {
  M: { only: true, ofSystem: true },
  MM: { only: true, ofSystem: false },
  MD: { only: false, ofSystem: true },
  MMD: { only: false, ofSystem: false },
};

/** Letters of the flags -M, -MM, -MD and -MMD, and the others, together. */
export function dependencyFlags(
  kinds: readonly string[],
  others: Omit<DependencyFlags, 'only' | 'ofSystem'>,
): DependencyFlags | undefined {
  const asked = kinds.map((kind) => KINDS[kind] as (typeof KINDS)['M']);
  if (asked.length > 0)
    return { ...others, only: asked.some(({ only }) => only), ofSystem: asked.every(({ ofSystem }) => ofSystem) };
  const idle = [
    others.file && '-MF',
    others.targets.length > 0 && '-MT',
    others.phony && '-MP',
    others.generated && '-MG',
  ].find(Boolean);
  if (idle) throw new UsageError(`${idle} needs -M, -MM, -MD or -MMD`);
  return undefined;
}

/** Rules by the file that they are to be written to. */
export class Dependencies {
  private readonly rules = new Map<string, string>();

  constructor(private readonly flags: DependencyFlags | undefined) {}

  /** Takes what was read for one unit, the main file first. */
  add(made: Made, files: readonly SourceFile[]): void {
    if (!this.flags) return;
    const path = this.flags.file ?? (this.flags.only ? (made.output ?? '-') : beside(made));
    this.rules.set(path, (this.rules.get(path) ?? '') + rule(made, files, this.flags));
  }

  write(): void {
    for (const [path, text] of this.rules) writeOutput(path, text);
  }
}

/** gcc's name: the output's, else the source's, with the suffix .d. */
const beside = ({ source, output }: Made): string => `${withoutSuffix(output ?? basename(source))}.d`;

const withoutSuffix = (path: string): string => path.replace(/(?<=[^/])\.[^./]*$/, '');

function rule({ source, output, isTarget }: Made, files: readonly SourceFile[], flags: DependencyFlags): string {
  const isWanted = ({ name, system }: SourceFile) =>
    flags.ofSystem || !(system || flags.systemDirectories.some((directory) => name.startsWith(`${directory}/`)));
  const names = files.filter((file) => !file.name.startsWith('<') && isWanted(file)).map(({ name }) => quoted(name));
  const own = isTarget && !flags.only && output !== undefined ? output : objectOf(source);
  const targets = flags.targets.length > 0 ? flags.targets.map(written).join(' ') : quoted(own);
  const phony = flags.phony ? names.slice(source === '-' ? 0 : 1).map((name) => `${name}:\n`) : [];
  return filled([`${targets}:`, ...names]) + phony.join('');
}

function written(target: string): string {
  const name = target.slice(target.indexOf(':') + 1);
  return target.startsWith('quoted:') ? quoted(name) : name;
}

const objectOf = (source: string): string => (source === '-' ? '-' : `${withoutSuffix(basename(source))}.o`);

/** A name as make reads it. */
function quoted(name: string): string {
  return name
    .replace(/(\\*)([ \t])/g, '$1$1\\$2')
    .replace(/#/g, '\\#')
    .replace(/\$/g, '$$$$');
}

const WIDTH = 72;

/** Words in lines continued by a backslash. */
function filled(words: readonly string[]): string {
  let column = 0;
  let text = '';
  for (const word of words) {
    const breaks = column > 0 && column + 1 + word.length > WIDTH;
    text += breaks ? ` \\\n ${word}` : column > 0 ? ` ${word}` : word;
    column = breaks ? 1 + word.length : column + 1 + word.length;
  }
  return `${text}\n`;
}
