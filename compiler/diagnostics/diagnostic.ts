/**
 * Diagnostics: what the compiler has to say about a program.
 *
 * One idea: phases report into a `DiagnosticBag` and continue; nobody throws for the user's mistakes. The text is
 * made by the caller with the values in it; the code names the kind of message and never changes.
 * Codes: PP1xxx preprocessor, LEX1xxx tokens, SYN2xxx syntax, SEM3xxx C semantics, UPC3xxx UPC clauses,
 * LNK4xxx linking, COA6xxx coarrays. The driver speaks in single lines without a code (see bin/cli.ts).
 */
import type { Location } from '../source/source.ts';
import { type WarningKind, WarningPragmas } from './warning-pragmas.ts';

export type Severity = 'error' | 'warning' | 'note';

export interface Note {
  readonly text: string;
  readonly location?: Location;
}

/** A change of the text that mends what was reported: what stands at the location gives way to `text`. */
export interface Fix {
  /** Its effect, as an editor's menu names it: "include <stdio.h>". */
  readonly title: string;
  /** Of length 0 where something is put in. */
  readonly location: Location;
  readonly text: string;
}

export interface Diagnostic {
  readonly severity: Severity;
  readonly code: string;
  readonly text: string;
  readonly location?: Location;
  readonly notes: readonly Note[];
  readonly fixes?: readonly Fix[];
  /** Name of the warning as in `-Wno-NAME`; only warnings have one. */
  readonly warning?: string;
  /** Choice of a pragma, whatever the flags say. */
  readonly chosen?: WarningKind;
}

/** The note that says what to do about an error. */
export function advice(text: string): Note[] {
  return [{ text }];
}

/** The note that points at another place, such as an earlier declaration. */
export function noteAt(text: string, location: Location | undefined): Note[] {
  return location ? [{ text, location }] : [];
}

/** The fix that puts `text` in the place of what stands at `location`. */
export function replacement(location: Location, text: string): Fix {
  return { title: `replace by '${text}'`, location, text };
}

/** The fix that puts `text` before what stands at `location`. */
export function insertion(location: Location, text: string): Fix {
  const { expansion: _, ...place } = location;
  return { title: `insert '${text.trim()}'`, location: { ...place, length: 0 }, text };
}

/** Collects diagnostics of a run in the order in which they were found. */
export class DiagnosticBag {
  readonly all: Diagnostic[] = [];
  /** Those of the unit that is being compiled. */
  pragmas = new WarningPragmas();

  error(code: string, text: string, location?: Location, notes: Note[] = [], fixes: Fix[] = []): void {
    this.all.push({ severity: 'error', code, text, location, notes, fixes });
  }

  warning(
    code: string,
    warning: string,
    text: string,
    location?: Location,
    notes: Note[] = [],
    fixes: Fix[] = [],
  ): void {
    const chosen = location && this.pragmas.kindOf(warning, location);
    this.all.push({ severity: 'warning', code, warning, text, location, notes, fixes, ...(chosen && { chosen }) });
  }

  get hasErrors(): boolean {
    return this.all.some((d) => d.severity === 'error');
  }
}

/** A defect of the compiler itself: reported as "internal error" with the place in the input. */
export class InternalError extends Error {
  constructor(
    message: string,
    readonly location?: Location,
  ) {
    super(message);
    this.name = 'InternalError';
  }
}
