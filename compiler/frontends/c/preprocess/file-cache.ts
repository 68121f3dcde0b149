/**
 * The files of a unit, each read and scanned once however often it is included.
 *
 * One idea: the path is the key; a file that is not there is remembered too.
 */
import type { DiagnosticBag } from '../../../diagnostics/diagnostic.ts';
import type { FileHost } from '../../../options.ts';
import { type SourceFile, sourceFile } from '../../../source/source.ts';
import type { PPToken } from '../lexer/preprocessing-token.ts';
import { directiveName, type ScannedFile, scan } from '../lexer/scanner.ts';

export class FileCache {
  private readonly sources = new Map<string, SourceFile | undefined>();
  private readonly scanned = new Map<SourceFile, ScannedFile>();
  private readonly guards = new Map<SourceFile, string | undefined>();

  constructor(
    private readonly host: FileHost,
    private readonly bag: DiagnosticBag,
  ) {}

  /** The file at a path, or undefined where there is none. */
  find(path: string, system: boolean): SourceFile | undefined {
    if (!this.sources.has(path)) {
      const text = this.host.read(path);
      this.sources.set(path, text === undefined ? undefined : sourceFile(path, text, system));
    }
    return this.sources.get(path);
  }

  tokens(file: SourceFile): ScannedFile {
    let scanned = this.scanned.get(file);
    if (!scanned) this.scanned.set(file, (scanned = scan(file, this.bag)));
    return scanned;
  }

  /** The macro that guards the whole file against a second inclusion. */
  guard(file: SourceFile): string | undefined {
    if (!this.guards.has(file)) this.guards.set(file, guardOf(this.tokens(file)));
    return this.guards.get(file);
  }
}

/** Finds `#ifndef GUARD` ... `#endif` around everything in the file. */
function guardOf({ tokens, directives }: ScannedFile): string | undefined {
  const last = directives.at(-1);
  if (directives[0] !== 0 || last === undefined || directiveName(tokens, 0) !== 'ifndef') return undefined;
  const name = tokens[2] as PPToken;
  if (name.kind !== 'identifier' || name.lineStart || !tokens[3]?.lineStart) return undefined;
  const closes = directiveName(tokens, last) === 'endif' && tokens[last + 2]?.kind === 'end';
  return closes && wrapsAll(tokens, directives) ? name.text : undefined;
}

/** Whether the first conditional has no branches of its own and ends with the last directive. */
function wrapsAll(tokens: readonly PPToken[], directives: readonly number[]): boolean {
  let depth = 0;
  for (const at of directives) {
    const name = directiveName(tokens, at);
    if (name === 'if' || name === 'ifdef' || name === 'ifndef') depth++;
    else if (name === 'endif') depth--;
    else if (depth === 1 && (name === 'else' || name === 'elif')) return false;
    if (depth === 0) return at === directives.at(-1);
  }
  return false;
}
