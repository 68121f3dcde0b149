/**
 * Which diagnostics are shown, and in what order.
 *
 * One idea: options act on what was found, never on the finding. Warnings may be silenced or made errors; what the
 * compiler's own headers would be warned of is nobody's concern; the same thing is said once.
 */
import type { CompilerOptions } from '../options.ts';
import { positionOf, type SourceFile, spelledAt } from '../source/source.ts';
import type { Diagnostic } from './diagnostic.ts';

export interface Selection
  extends Pick<CompilerOptions, 'silencedWarnings' | 'warningsAreErrors' | 'promotedWarnings'> {
  /** False silences all warnings (-w). */
  readonly warnings?: boolean;
}

/** After so many errors nothing more is shown. */
export const ERROR_LIMIT = 100;
/** Warnings beyond so many are not shown. */
export const WARNING_LIMIT = 300;

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

function isWanted({ severity, warning, chosen, location }: Diagnostic, selection: Selection): boolean {
  if (severity !== 'warning') return true;
  if (selection.warnings === false || chosen === 'ignored') return false;
  if (chosen === undefined && selection.silencedWarnings.has(warning ?? '')) return false;
  return !(location && spelledAt(location).file.system);
}

function promoted(diagnostic: Diagnostic, { warningsAreErrors, promotedWarnings }: Selection): Diagnostic {
  const { chosen } = diagnostic;
  const isError = chosen ? chosen === 'error' : (promotedWarnings?.get(diagnostic.warning ?? '') ?? warningsAreErrors);
  return isError && diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic;
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

/** Everything up to the last error that is shown; warnings up to their own limit. */
function limited(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const last = errors[ERROR_LIMIT - 1];
  const cut = last && errors.length > ERROR_LIMIT ? diagnostics.indexOf(last) + 1 : diagnostics.length;
  let warnings = 0;
  const shown = diagnostics.slice(0, cut).filter((d) => d.severity !== 'warning' || ++warnings <= WARNING_LIMIT);
  if (warnings > WARNING_LIMIT) shown.push(remark(`${warnings - WARNING_LIMIT} more warnings are not shown`));
  const more = errors.length - ERROR_LIMIT;
  if (more > 0) shown.push(remark(`stopped after ${ERROR_LIMIT} errors; ${more} more are not shown`));
  return shown;
}

function remark(text: string): Diagnostic {
  return { severity: 'note', code: '', text, notes: [] };
}
