/** What a job is told of the limits of its machine's model (runtime/machines/limits.ts). */

/** Standard error without those lines. */
export const withoutLimits = (stderr: string): string =>
  stderr.replace(/^pgasc: \S+: .*: (?:known .*|times are not known) \(.*\n/gm, '');
