/**
 * A tokenizer for the parser's tests: text without macros in, tokens out.
 *
 * It stands in for the preprocessor so that a test of the parser fails for the parser's faults alone.
 */
import { KEYWORDS, type Token, type TokenKind } from '../../compiler/frontends/c/lexer/token.ts';
import { type SourceFile, sourceFile } from '../../compiler/source/source.ts';

const PATTERN = new RegExp(
  [
    /(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)/,
    /(?<pragma>#\s*pragma[^\n]*)/,
    /(?<identifier>[A-Za-z_$][\w$]*)/,
    /(?<floating>(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fFlL]?|\d+[eE][+-]?\d+[fFlL]?)/,
    /(?<integer>0[xX][\da-fA-F]+[uUlL]*|\d+[uUlL]*)/,
    /(?<character>'(?:\\.|[^'\\])*')/,
    /(?<string>"(?:\\.|[^"\\])*")/,
    /(?<punctuator>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-[\](){}.&*+~!/%<>^|?:;=,])/,
  ]
    .map((part) => part.source)
    .join('|'),
  'y',
);

/** Tokens of a text, with `end` last. */
export function tokenize(text: string, name = 'test.c'): Token[] {
  const file = sourceFile(name, text);
  const tokens: Token[] = [];
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < text.length) {
    const offset = PATTERN.lastIndex;
    const match = PATTERN.exec(text);
    if (match === null) throw new Error(`no token at ${offset}: ${text.slice(offset, offset + 20)}`);
    const [kind, spelling] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) as [
      string,
      string,
    ];
    if (kind !== 'space') tokens.push(token(kind as TokenKind, spelling, file, offset));
  }
  tokens.push({ kind: 'end', text: '', location: { file, offset: text.length, length: 0 } });
  return tokens;
}

function token(kind: TokenKind, text: string, file: SourceFile, offset: number): Token {
  const location = { file, offset, length: text.length };
  switch (kind) {
    case 'identifier':
      return { kind: KEYWORDS.has(text) ? 'keyword' : kind, text, location };
    case 'pragma':
      return { kind, text: text.replace(/#\s*pragma\s*/, ''), location };
    case 'integer':
      return { kind, text, location, value: integerValue(text) };
    case 'floating':
      return { kind, text, location, value: { value: Number.parseFloat(text), suffix: '', imaginary: false } };
    case 'character':
      return { kind, text, location, value: { value: text.charCodeAt(1), wide: false } };
    case 'string':
      return { kind, text, location, value: { units: [...Buffer.from(text.slice(1, -1))], wide: false } };
    default:
      return { kind, text, location };
  }
}

function integerValue(text: string) {
  const digits = text.replace(/[uUlL]+$/, '');
  return { value: BigInt(digits), decimal: !/^0./.test(digits), unsigned: false, long: 0 as const, imaginary: false };
}
