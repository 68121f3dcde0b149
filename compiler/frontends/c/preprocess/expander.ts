/**
 * Macro expansion (C99 6.10.3): a stream of tokens in, the stream of fully expanded tokens out.
 *
 * The result of an expansion is pushed back in front of the remaining input; until the reader passes its end the macro
 * is disabled, and its name met meanwhile is painted for ever (6.10.3.4p2). Hide sets, the alternative algorithm,
 * block more than the standard does where a rescan gives a name that a finished expansion left behind.
 */
import type { PPToken } from '../lexer/preprocessing-token.ts';
import type { Macro } from './macro.ts';
import type { State } from './state.ts';
import { type Argument, substitute } from './substitution.ts';

/** A stream of tokens. At its end it gives an `end` token, again and again. */
export interface TokenSource {
  next(): PPToken;
  /** The token that `next` will give, or one that is no parenthesis. */
  peek(): PPToken;
}

/** A name such as `defined` that is worked out while `#if` lines are expanded; reads its operand unexpanded. */
export type Operator = (use: PPToken, read: () => PPToken) => PPToken;

/** Arguments within arguments: deeper than this the stack may not hold. */
const DEPTH_LIMIT = 300;

export class Expander {
  private readonly pending: PPToken[] = [];
  /** Macros whose expansions are being read, innermost last, and how much was pending below each. */
  private readonly open: { macro: Macro; below: number }[] = [];

  constructor(
    private readonly state: State,
    private readonly source: TokenSource,
    private readonly operators?: ReadonlyMap<string, Operator>,
  ) {}

  /** The next token to which no macro applies. */
  next(): PPToken {
    for (;;) {
      const token = this.read();
      if (token.kind !== 'identifier') return token;
      const operator = this.operators?.get(token.text);
      if (operator) return operator(token, () => this.read());
      const macro = this.state.macros.get(token.text);
      if (macro === undefined || token.painted) return token;
      if (macro.disabled) return token.copy(token.space, true);
      if (!this.expand(token, macro)) return token;
    }
  }

  /** The next token as it stands; padding is turned into the space before a token. */
  private read(): PPToken {
    if (this.state.halted) return this.state.end;
    this.closeFinished();
    const token = this.pending.pop() ?? this.source.next();
    if (token.kind !== 'padding') return token;
    const next = this.read();
    if (next.kind === 'end') return token;
    return next.space ? next : next.copy(true);
  }

  /** Enables the macros whose expansions are all read. */
  private closeFinished(): void {
    for (let last = this.open.at(-1); last && this.pending.length <= last.below; last = this.open.at(-1)) {
      last.macro.disabled = false;
      this.open.pop();
    }
  }

  /** Puts the expansion of a macro's use in front; false where this is no use of it. */
  private expand(use: PPToken, macro: Macro): boolean {
    if (macro.builtin) {
      this.pending.push(macro.builtin(use));
      return true;
    }
    if (!macro.parameters) return this.replace(use, macro, []);
    const args = this.atParenthesis() ? this.call(use, macro) : undefined;
    return args !== undefined && this.replace(use, macro, args);
  }

  private replace(use: PPToken, macro: Macro, args: Argument[]): true {
    const tokens = substitute(this.state, macro, args, use);
    this.state.count(tokens.length, use);
    this.open.push({ macro, below: this.pending.length });
    macro.disabled = true;
    for (let k = tokens.length - 1; k >= 0; k--) this.pending.push(tokens[k] as PPToken);
    return true;
  }

  private atParenthesis(): boolean {
    this.closeFinished();
    for (let k = this.pending.length - 1; k >= 0; k--) {
      const token = this.pending[k] as PPToken;
      if (token.kind !== 'padding') return token.text === '(';
    }
    return this.source.peek().text === '(';
  }

  /** Reads the arguments of a call. */
  private call(use: PPToken, macro: Macro): Argument[] | undefined {
    this.read();
    this.state.calls.push(macro);
    const lists: PPToken[][] = [[]];
    const close = this.collect(macro, lists);
    this.state.calls.pop();
    if (close.kind === 'end') {
      const note = { text: `macro "${macro.name}" is defined here`, location: macro.location };
      if (!this.state.halted) {
        this.state.bag.error('PP1021', `unterminated argument list of macro "${macro.name}"`, use, [note]);
      }
      return undefined;
    }
    return this.matched(use, macro, lists);
  }

  /** Fills lists of arguments up to the closing parenthesis, which it gives. */
  private collect(macro: Macro, lists: PPToken[][]): PPToken {
    const rest = macro.variadic ? (macro.parameters as readonly string[]).length : Number.POSITIVE_INFINITY;
    for (let depth = 0; ; ) {
      const token = this.read();
      if (token.kind === 'end') return token;
      if (token.kind === 'punctuator') {
        if (token.text === ')' && depth-- === 0) return token;
        if (token.text === '(') depth++;
        if (token.text === ',' && depth === 0 && lists.length < rest) {
          lists.push([]);
          continue;
        }
      }
      if (token.kind !== 'padding') (lists.at(-1) as PPToken[]).push(this.paint(token));
    }
  }

  private paint(token: PPToken): PPToken {
    const disabled = token.kind === 'identifier' && this.state.macros.get(token.text)?.disabled;
    return disabled ? token.copy(token.space, true) : token;
  }

  /** Arguments to parameters; undefined, with an error, where their numbers differ. */
  private matched(use: PPToken, macro: Macro, lists: PPToken[][]): Argument[] | undefined {
    const wanted = (macro.parameters as readonly string[]).length;
    const nothing = lists.length === 1 && lists[0]?.length === 0;
    if (nothing && (wanted === 0 || (wanted === 1 && macro.variadic))) lists.pop();
    const absent = macro.variadic && lists.length === wanted - 1;
    if (lists.length !== wanted && !absent) {
      const text = `macro "${macro.name}" takes ${plural(wanted, macro.variadic)}, but ${lists.length} given`;
      const note = { text: `macro "${macro.name}" is defined here`, location: macro.location };
      this.state.bag.error('PP1020', text, use, [note]);
      return undefined;
    }
    const args: Argument[] = lists.map((tokens) => this.argument(tokens, true));
    if (absent) args.push(this.argument([], false));
    return args;
  }

  private argument(tokens: PPToken[], present: boolean): Argument {
    let expanded: PPToken[] | undefined;
    return { tokens, present, expanded: () => (expanded ??= this.expandedArgument(tokens)) };
  }

  private expandedArgument(tokens: PPToken[]): PPToken[] {
    const { state } = this;
    if (!tokens.some((token) => this.mayExpand(token))) return tokens;
    if (++state.depth > DEPTH_LIMIT) {
      state.halt('PP1024', `macro arguments nested more than ${DEPTH_LIMIT} deep`, tokens[0] as PPToken);
    }
    const result = expandList(state, tokens, this.operators);
    state.depth--;
    return result;
  }

  private mayExpand(token: PPToken): boolean {
    return token.kind === 'identifier' && (this.state.macros.has(token.text) || !!this.operators?.has(token.text));
  }
}

/** Expands a list of tokens by itself. Padding may remain at its end. */
export function expandList(
  state: State,
  tokens: readonly PPToken[],
  operators?: ReadonlyMap<string, Operator>,
): PPToken[] {
  const expander = new Expander(state, new ListSource(tokens, state.end), operators);
  const result: PPToken[] = [];
  for (;;) {
    const token = expander.next();
    if (token.kind === 'end') return result;
    result.push(token);
  }
}

class ListSource implements TokenSource {
  private at = 0;

  constructor(
    private readonly tokens: readonly PPToken[],
    private readonly end: PPToken,
  ) {}

  next(): PPToken {
    return this.tokens[this.at++] ?? this.end;
  }

  peek(): PPToken {
    for (let at = this.at; at < this.tokens.length; at++) {
      const token = this.tokens[at] as PPToken;
      if (token.kind !== 'padding') return token;
    }
    return this.end;
  }
}

function plural(count: number, variadic: boolean): string {
  const least = variadic ? `at least ${count - 1}` : `${count}`;
  return `${least} argument${least.endsWith(' 1') || least === '1' ? '' : 's'}`;
}
