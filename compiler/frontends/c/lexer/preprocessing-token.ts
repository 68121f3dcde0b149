/**
 * Preprocessing tokens (C99 6.4): what the scanner gives and the preprocessor works on.
 *
 * One idea: a token is its own location. It carries file, offset, length and expansion, so that diagnostics and
 * later phases point at the token object itself and no second object is made for the place.
 */
import type { Location, SourceFile } from '../../../source/source.ts';

export type PPKind =
  | 'identifier'
  | 'number' // pp-number
  | 'character'
  | 'string'
  | 'punctuator'
  | 'header' // <name> or "name" after #include
  | 'directive' // a # that opens a line
  | 'pragma' // a whole pragma; text is all after "pragma"
  | 'other' // what no rule fits: a stray character, a literal without its closing quote
  | 'padding' // white space left over from an empty expansion; only inside the preprocessor
  | 'end';

export class PPToken implements Location {
  expansion: Location | undefined = undefined;
  /** The name of a macro met inside that macro's own expansion: it never expands again (6.10.3.4p2). */
  painted = false;

  constructor(
    readonly kind: PPKind,
    /** The spelling, splices removed, universal character names in identifiers replaced. */
    readonly text: string,
    readonly file: SourceFile,
    readonly offset: number,
    readonly length: number,
    /** White space or a new line came before. */
    readonly space: boolean,
    /** First on its line. */
    readonly lineStart: boolean,
  ) {}

  get location(): Location {
    return this;
  }

  /** The same token in the middle of a line. */
  copy(space: boolean, painted = this.painted): PPToken {
    const token = new PPToken(this.kind, this.text, this.file, this.offset, this.length, space, false);
    token.expansion = this.expansion;
    token.painted = painted;
    return token;
  }

  /** A token of other text that stands where this one stands. */
  replaced(kind: PPKind, text: string): PPToken {
    const token = new PPToken(kind, text, this.file, this.offset, this.length, this.space, false);
    token.expansion = this.expansion;
    return token;
  }
}
