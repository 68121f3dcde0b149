/**
 * Texts of syntax errors.
 *
 * Chevrotain calls this for the text of its exceptions: the "expected ..." half. The token that was found instead is
 * added where the exception is caught, since only there it is known in full.
 */
import type { IParserErrorMessageProvider, TokenType } from 'chevrotain';
import type { ParserToken } from './tokens.ts';

export const message: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected }) => `expected ${labelOf(expected)}`,
  buildNotAllInputParsedMessage: () => 'expected end of file',
  buildNoViableAltMessage: ({ customUserDescription }) => `expected ${customUserDescription ?? 'something else'}`,
  buildEarlyExitMessage: ({ customUserDescription }) => `expected ${customUserDescription ?? 'something else'}`,
};

function labelOf(type: TokenType): string {
  return type.LABEL ?? type.name;
}

/** A token of the text, in words: `'int'`, `number '12'`, `end of file`. */
export function described(token: ParserToken): string {
  const { kind, text } = token.source;
  if (kind === 'end') return 'end of file';
  if (kind === 'pragma') return `'#pragma ${text.trim()}'`;
  if (kind === 'string') return 'a string';
  return `'${text}'`;
}
