/** Tokens back to text. One idea: any white space between two tokens is one space. */
import type { PPToken } from '../lexer/preprocessing-token.ts';

/** The text of tokens, without white space around it. */
export function spell(tokens: readonly PPToken[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.space && text !== '') text += ' ';
    text += token.text;
  }
  return text;
}

/** Undoes the quoting of a string literal for `_Pragma` and `#line` (C99 6.10.9). */
export function destringize(literal: string): string {
  return literal.slice(literal.indexOf('"') + 1, -1).replace(/\\([\\"])/g, '$1');
}

/** Quotes text as a string literal. */
export function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
