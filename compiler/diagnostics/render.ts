/**
 * Diagnostics as text, in the manner of gcc:
 *
 *     prog.upc:3:12: error UPC3018: text
 *         3 |   shared [x] int a[10];
 *           |           ^
 *     prog.upc:1:5: note: text
 *
 * A fix stands under the caret, or in a note of its own where that is on another line:
 *
 *     prog.upc:3:2: note: include <upc.h>, which declares 'upc_lock_t'
 *       +++ |+#include <upc.h>
 *
 * One idea: a place that a macro produced is shown where the user wrote the macro's name, and a note for each macro
 * on the way names the place in its definition.
 */
import { type Location, positionOf, spelledAt } from '../source/source.ts';
import type { Diagnostic, DiagnosticBag, Fix, Note, Severity } from './diagnostic.ts';
import { aligned, excerpt, onOneLine } from './excerpt.ts';
import { type Selection, selectDiagnostics, summarize } from './select.ts';

export interface RenderOptions {
  readonly color: boolean;
}

/** Macros within macros: so many are named. */
const EXPANSIONS_SHOWN = 5;

/** Messages of a run, as one text; `failed` where there are errors. */
export function report(bag: DiagnosticBag, options: Selection & RenderOptions): { text: string; failed: boolean } {
  const selected = selectDiagnostics(bag.all, options);
  const summary = summarize(selected);
  const text = selected.map((diagnostic) => renderDiagnostic(diagnostic, options)).join('');
  const failed = selected.some((diagnostic) => diagnostic.severity === 'error');
  return { text: summary === '' ? text : `${text}${summary}\n`, failed };
}

/** One diagnostic with its source line, the macros it comes from, and its notes. */
export function renderDiagnostic(diagnostic: Diagnostic, { color }: RenderOptions): string {
  const { severity, code, text, location, notes, fixes = [] } = diagnostic;
  const paint = color ? painted : plain;
  const label = code === '' ? severity : `${severity} ${code}`;
  const under = fixes.filter((fix) => isUnder(fix, location));
  const parts = [message(severity, label, text + option(diagnostic), location, paint)];
  if (location) parts.push(...under.map((fix) => fixUnder(fix, spelledAt(location), paint)));
  if (location) parts.push(expansions(location, paint));
  for (const note of notes) parts.push(noteText(note, location, paint));
  for (const fix of fixes) if (!under.includes(fix)) parts.push(fixBelow(fix, location, paint));
  return parts.join('');
}

type Painted = Severity | 'place' | 'fix';
type Paint = (kind: Painted, text: string) => string;

const COLORS = { error: '1;31', warning: '1;35', note: '1;36', place: '1', fix: '32' } as const;

function plain(_kind: Painted, text: string): string {
  return text;
}

function painted(kind: Painted, text: string): string {
  return `\x1b[${COLORS[kind]}m${text}\x1b[0m`;
}

/** The option that governs a warning. */
function option({ severity, warning }: Diagnostic): string {
  if (warning === undefined) return '';
  return severity === 'error' ? ` [-Werror=${warning}]` : ` [-W${warning}]`;
}

function message(kind: Severity, label: string, text: string, at: Location | undefined, paint: Paint): string {
  if (!at) return `${paint('place', 'pgasc:')} ${paint(kind, `${label}:`)} ${text}\n`;
  return placed(kind, label, text, spelledAt(at), paint);
}

function placed(kind: Severity, label: string, text: string, at: Location, paint: Paint): string {
  const first = head(kind, label, text, at, paint);
  if (at.file.text === '') return first;
  const { source, gutter, marks } = excerpt(at);
  return `${first}${source}\n${gutter}${paint(kind, marks)}\n`;
}

function head(kind: Severity, label: string, text: string, at: Location, paint: Paint): string {
  const { name, line, column } = positionOf(at);
  return `${paint('place', `${name}:${line}:${column}:`)} ${paint(kind, `${label}:`)} ${text}\n`;
}

/** A note; one without a place of its own stands at the diagnostic's place, which is not shown again. */
function noteText({ text, location }: Note, main: Location | undefined, paint: Paint): string {
  if (location || !main) return message('note', 'note', text, location, paint);
  return head('note', 'note', text, spelledAt(main), paint);
}

function isUnder({ location, text }: Fix, main: Location | undefined): boolean {
  return main !== undefined && !text.includes('\n') && onOneLine(location, spelledAt(main));
}

/** The new text below the line that is shown, where it belongs; dashes below what goes. */
function fixUnder({ location, text }: Fix, main: Location, paint: Paint): string {
  const { gutter } = excerpt(main);
  const shown = text === '' ? '-'.repeat(location.length) : text.trimEnd();
  return `${gutter}${aligned(main, location, paint('fix', shown))}\n`;
}

/** A note with the line that is to be put in, or with the line to change and the new text below it. */
function fixBelow(fix: Fix, main: Location | undefined, paint: Paint): string {
  const { title, location, text } = fix;
  if (!text.endsWith('\n')) return message('note', 'note', title, location, paint) + fixUnder(fix, location, paint);
  const lines = text.trimEnd().split('\n');
  const added = lines.map((line) => `  +++ |${paint('fix', `+${line}`)}\n`).join('');
  return head('note', 'note', title, main ? spelledAt(main) : location, paint) + added;
}

/** A note for each macro between the use that the user wrote and the text in question, outermost first. */
function expansions(location: Location, paint: Paint): string {
  const chain: string[] = [];
  for (let at = location; at.expansion; at = at.expansion) {
    chain.unshift(placed('note', 'note', `in expansion of macro "${spelling(at.expansion)}"`, ownPlace(at), paint));
  }
  const more = chain.length - EXPANSIONS_SHOWN;
  if (more > 0) chain.splice(EXPANSIONS_SHOWN - 1, more, `note: and ${more} more macros between them\n`);
  return chain.join('');
}

/** Location of the text itself, without the macro uses it came through. */
function ownPlace({ file, offset, length }: Location): Location {
  return { file, offset, length };
}

function spelling({ file, offset, length }: Location): string {
  return file.text.slice(offset, offset + length).replace(/\\[ \t]*\r?\n/g, '');
}
