/** Programs that can only be compiled for a fixed number of threads: an error of theirs asks for -T=N, as one that `pgasc run -n N` then gives. */
import type { Compilation } from '../../../compiler/api.ts';
import type { PublishedDiagnostic, PublishedFile } from '../../../compiler/diagnostics/published.ts';

/** The place of the program that asks for it: "transpose.upc:5"; undefined where none does. */
export function placeThatAsks({ code, diagnostics }: Compilation): string | undefined {
  if (code !== undefined) return undefined;
  const all = diagnostics.flatMap(({ uri, diagnostics: found }) => found.map((each) => ({ uri, each })));
  const asking = all.find(({ each }) => asksForThreads(each));
  return asking && `${asking.uri}:${asking.each.range.start.line + 1}`;
}

/** For people who see them here, where Run gives what is asked for, these are no errors. */
export const asNotes = (files: readonly PublishedFile[]): PublishedFile[] =>
  files.map(({ diagnostics, ...file }) => ({
    ...file,
    diagnostics: diagnostics.map((each) =>
      asksForThreads(each) ? { ...each, severity: 3, message: `${each.message}: ${FIXED}` } : each,
    ),
  }));

const FIXED = 'Run compiles it for the threads that are set above';

const asksForThreads = ({ severity, message, relatedInformation }: PublishedDiagnostic): boolean =>
  severity === 1 && [message, ...relatedInformation.map((each) => each.message)].some((text) => text.includes('-T=N'));
