/**
 * Which diagnostics are shown, and in what order.
 *
 * One idea: options act on what was found, never on the finding. Warnings may be silenced or made errors; what the
 * compiler's own headers would be warned of is nobody's concern; the same thing is said once.
 */
import type { CompilerOptions } from '../options.ts';
import { positionOf, type SourceFile, spelledAt } from '../source/source.ts';
import type { Diagnostic } from './diagnostic.ts';

export interface Selection extends Pick<CompilerOptions, 'silencedWarnings' | 'warningsAreErrors'> {
  /** False silences all warnings (-w). */
  readonly warnings?: boolean;
}

/** After so many errors the rest is not shown. */
export const ERROR_LIMIT = 100;

/** The diagnostics to show: by file in order of appearance, then by place; those without a place last. */
export function selectDiagnostics(all: readonly Diagnostic[], selection: Selection): Diagnostic[] {
  const kept = all.filter((diagnostic) => isWanted(diagnostic, selection));
  return limited(sorted(withoutDuplicates(kept)).map((diagnostic) => promoted(diagnostic, selection)));
}

/** "2 errors, 1 warning"; empty where there is neither. */
export function summarize(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: string) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  return [counted(count('error'), 'error'), counted(count('warning'), 'warning')].filter(Boolean).join(', ');
}

function counted(count: number, word: string): string {
  return count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;
}

function isWanted({ severity, warning, location }: Diagnostic, selection: Selection): boolean {
  if (severity !== 'warning') return true;
  if (selection.warnings === false || selection.silencedWarnings.has(warning ?? '')) return false;
  return !(location && spelledAt(location).file.system);
}

function promoted(diagnostic: Diagnostic, { warningsAreErrors }: Selection): Diagnostic {
  return warningsAreErrors && diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic;
}

function withoutDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((diagnostic) => {
    const key = identity(diagnostic);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function identity({ severity, code, text, location }: Diagnostic): string {
  if (!location) return [severity, code, text].join('\n');
  const { name, line, column } = positionOf(spelledAt(location));
  return [severity, code, text, name, line, column].join('\n');
}

function sorted(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const order = new Map<SourceFile, number>();
  const keyed = diagnostics.map((diagnostic) => {
    const at = diagnostic.location && spelledAt(diagnostic.location);
    if (at && !order.has(at.file)) order.set(at.file, order.size);
    return { diagnostic, file: at ? (order.get(at.file) as number) : Number.MAX_SAFE_INTEGER, offset: at?.offset ?? 0 };
  });
  keyed.sort((a, b) => a.file - b.file || a.offset - b.offset);
  return keyed.map(({ diagnostic }) => diagnostic);
}

function limited(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const last = errors[ERROR_LIMIT - 1];
  if (!last || errors.length === ERROR_LIMIT) return [...diagnostics];
  const shown = diagnostics.slice(0, diagnostics.indexOf(last) + 1);
  const text = `stopped after ${ERROR_LIMIT} errors; ${errors.length - ERROR_LIMIT} more are not shown`;
  return [...shown, { severity: 'note', code: '', text, notes: [] }];
}
