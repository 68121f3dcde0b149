/**
 * The body of a macro with arguments put in: ``#` and `##` carried out (C99 6.10.3.1 to 6.10.3.3).
 *
 * Takes: a macro, its arguments and the place of the use. Gives: the tokens that take its place. The cases are those
 * of Dave Prosser's algorithm, which the C committee wrote 6.10.3 from (X3J11/86-196, 1986). An empty operand of `##` is the standard's placemarker; a padding token serves for it.
 */
import { PPToken } from '../lexer/preprocessing-token.ts';
import { scanSingle } from '../lexer/scanner.ts';
import type { Macro } from './macro.ts';
import type { State } from './state.ts';

export interface Argument {
  readonly tokens: readonly PPToken[];
  /** False for the variadic argument of a call that ends before it. */
  readonly present: boolean;
  /** The argument expanded by itself. */
  expanded(): readonly PPToken[];
}

/** The tokens that take the place of a macro's use. */
export function substitute(state: State, macro: Macro, args: readonly Argument[], use: PPToken): PPToken[] {
  return new Substitution(state, macro, args, use).run();
}

class Substitution {
  private readonly result: PPToken[] = [];
  /** The token before was `##`. */
  private pasting = false;

  constructor(
    private readonly state: State,
    private readonly macro: Macro,
    private readonly args: readonly Argument[],
    private readonly use: PPToken,
  ) {}

  run(): PPToken[] {
    const { body } = this.macro;
    for (let at = 0; at < body.length; ) at += this.step(at);
    if (body.length === 0) this.pad(this.use.space);
    return this.result.filter((token) => token.kind !== 'padding' || token.space);
  }

  /** Handles what stands at an index of the body; gives the number of tokens it took. */
  private step(at: number): number {
    const token = this.macro.body[at] as PPToken;
    if (isPaste(token)) {
      this.pasting = true;
      return 1;
    }
    const space = at === 0 ? this.use.space : token.space;
    const stringized = this.macro.parameters && isHash(token) ? this.argumentAt(at + 1) : undefined;
    if (stringized) {
      this.append([this.produced(token, 'string', this.stringize(stringized), space)]);
      return 2;
    }
    if (token.text === ',' && this.swallowsComma(at)) return this.comma(at, space);
    const argument = this.argumentAt(at);
    if (argument) this.insert(argument, at, space);
    else this.append([this.produced(token, token.kind, token.text, space)]);
    return 1;
  }

  private argumentAt(at: number): Argument | undefined {
    const index = this.macro.uses[at] ?? -1;
    return index < 0 ? undefined : this.args[index];
  }

  private isPasteAt(at: number): boolean {
    const token = this.macro.body[at];
    return token !== undefined && isPaste(token);
  }

  /** GNU `, ## __VA_ARGS__`. */
  private swallowsComma(at: number): boolean {
    const { macro } = this;
    return macro.variadic && this.isPasteAt(at + 1) && macro.uses[at + 2] === (macro.parameters?.length ?? 0) - 1;
  }

  /** The comma goes where the variadic argument is absent; else nothing is pasted. */
  private comma(at: number, space: boolean): number {
    const argument = this.argumentAt(at + 2) as Argument;
    if (!argument.present) return 3;
    const token = this.macro.body[at] as PPToken;
    this.append([this.produced(token, token.kind, token.text, space)]);
    this.append(this.copies(argument.tokens));
    return 3;
  }

  /** An argument: as it was written next to `##`, expanded elsewhere. */
  private insert(argument: Argument, at: number, space: boolean): void {
    const raw = this.pasting || this.isPasteAt(at + 1);
    const tokens = this.copies(raw ? argument.tokens : argument.expanded(), this.pasting ? undefined : space);
    if (tokens.length > 0) this.append(tokens);
    else if (raw) this.append([this.padding(space)]);
    else this.pad(space);
  }

  /** An argument's tokens; the first stands where the parameter stood, unless it is pasted on. */
  private copies(tokens: readonly PPToken[], space?: boolean): PPToken[] {
    const [first, ...rest] = tokens;
    return first ? [first.copy(space ?? first.space), ...rest] : [];
  }

  private append(tokens: readonly PPToken[]): void {
    tokens.forEach((token, k) => {
      if (this.pasting && k === 0) this.paste(this.result.pop(), token);
      else this.result.push(token);
    });
    this.pasting = false;
  }

  /** `glue`: joins two tokens into one. */
  private paste(left: PPToken | undefined, right: PPToken): void {
    if (left === undefined || left.kind === 'padding') {
      this.result.push(left ? right.copy(left.space) : right);
    } else if (right.kind === 'padding') {
      this.result.push(left);
    } else {
      this.join(left, right);
    }
  }

  private join(left: PPToken, right: PPToken): void {
    const single = joined(left, right);
    if (single) {
      this.result.push(left.replaced(single.kind, single.text));
      return;
    }
    const text = `pasting "${left.text}" and "${right.text}" does not give a valid preprocessing token`;
    const note = { text: `macro "${this.macro.name}" is defined here`, location: this.macro.location };
    this.state.bag.error('PP1022', text, this.use, [note]);
    this.result.push(left, right);
  }

  /** `#`: the argument's spelling as a string literal. */
  private stringize(argument: Argument): string {
    let text = '';
    for (const token of argument.tokens) {
      if (token.space && text !== '') text += ' ';
      const literal = token.kind === 'string' || token.kind === 'character';
      text += literal ? token.text.replace(/[\\"]/g, '\\$&') : token.text;
    }
    const backslashes = /\\*$/.exec(text)?.[0].length ?? 0;
    if (backslashes % 2 === 0) return `"${text}"`;
    const problem = `"#" makes an invalid string literal of ${text}: the last backslash is left out`;
    this.state.bag.warning('PP1023', 'invalid-string-literal', problem, this.use);
    return `"${text.slice(0, -1)}"`;
  }

  /** A token that the body spells. */
  private produced(at: PPToken, kind: PPToken['kind'], text: string, space: boolean): PPToken {
    const token = new PPToken(kind, text, at.file, at.offset, at.length, space, false);
    token.expansion = this.use;
    return token;
  }

  private pad(space: boolean): void {
    if (space) this.result.push(this.padding(true));
  }

  private padding(space: boolean): PPToken {
    return new PPToken('padding', '', this.use.file, this.use.offset, 0, space, false);
  }
}

/** The one token that two make, or undefined. */
function joined(left: PPToken, right: PPToken): { kind: PPToken['kind']; text: string } | undefined {
  const text = left.text + right.text;
  const names = left.kind === 'identifier' && (right.kind === 'identifier' || right.kind === 'number');
  if (names && /^[\w$]+$/.test(right.text)) return { kind: 'identifier', text };
  return scanSingle(text);
}

export function isHash(token: PPToken): boolean {
  return token.text === '#' || token.text === '%:';
}

export function isPaste(token: PPToken): boolean {
  return token.text === '##' || token.text === '%:%:';
}
