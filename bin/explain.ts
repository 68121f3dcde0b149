/**
 * `pgasc --explain CODE`: the rule behind a diagnostic, with a program that breaks it and one that keeps it.
 *
 * Takes: a code (`UPC3108`, in any case), or the name of a warning (`spin`). Gives: its section of the catalogue,
 * `compiler/diagnostics/explanations/*.md`, as text for a terminal. One idea: the catalogue is Markdown that people read
 * as it is, a section a code, and a test compiles its examples.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { nearestName } from '../compiler/diagnostics/suggestion.ts';
import { UsageError } from './argv.ts';
import { EXPLANATIONS } from './installation.ts';

/** The section of a code or warning, for a terminal; a UsageError where there is none. */
export function explain(asked: string): string {
  const sections = catalogue();
  const name = warningIn(asked);
  const section =
    sections.get(asked.toUpperCase()) ?? [...sections.values()].find((text) => text.includes(`[-W${name}]`));
  if (section === undefined) throw new UsageError(unknown(asked, sections));
  return forTerminal(section);
}

/** The name of a warning, or the flag that chooses it, as its name. */
const warningIn = (asked: string): string => asked.replace(/^-W(no-|error=)?/, '');

/** Names of the warnings that the catalogue explains. */
export function explainedWarnings(): ReadonlySet<string> {
  return new Set([...catalogue().values()].flatMap((text) => /\[-W([\w-]+)\]/.exec(text)?.[1] ?? []));
}

/** Sections by code. */
export function catalogue(): ReadonlyMap<string, string> {
  const files = readdirSync(EXPLANATIONS).filter((name) => name.endsWith('.md'));
  const sections = files.flatMap((name) =>
    readFileSync(`${EXPLANATIONS}/${name}`, 'utf8')
      .split(/^(?=## )/m)
      .slice(1),
  );
  return new Map(sections.map((text) => [/^## (\w+)/.exec(text)?.[1] ?? '', text.trimEnd()]));
}

/** Headings without their marks; examples indented, under what they are. */
function forTerminal(section: string): string {
  return section
    .replace(/^## (\w+): /, '$1: ')
    .replace(/^```\w+ (\w+)(.*)\n([\s\S]*?)^```$/gm, (_all, verdict, flags, code) => {
      const title = `${verdict}${flags === '' ? '' : ` (with${flags})`}:`;
      return `${title}\n\n${code.replace(/^(?=.)/gm, '    ').trimEnd()}`;
    });
}

function unknown(asked: string, sections: ReadonlyMap<string, string>): string {
  const near = nearestName(asked.toUpperCase(), sections.keys()) ?? nearestName(warningIn(asked), explainedWarnings());
  const hint = near === undefined ? 'codes stand behind "error" and "warning", as in UPC3108' : `did you mean ${near}?`;
  return `--explain ${asked}: no such code; ${hint}`;
}
