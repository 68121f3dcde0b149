/**
 * The terminals of the grammar.
 *
 * Gives: a Chevrotain token type for every keyword and punctuator, for names and literals, and for the finer
 * terminals that `tokens.ts` distinguishes so that the grammar is LL(1): the four kinds of '(', the `else` of an
 * `else if`, the `*` of `[*]`. Terminals that the grammar treats alike are joined by a category
 * (`BinaryOperator`, `TypeWord`, ...), so that a rule consumes one of them without an alternative for each.
 */
import { createToken, EOF, Lexer, type TokenType } from 'chevrotain';
import { KEYWORDS } from '../lexer/token.ts';

export const End = EOF;

function terminal(name: string, categories: TokenType[] = [], label = name): TokenType {
  return createToken({ name, label, categories, pattern: Lexer.NA });
}

// ---------------------------------------------------------------- categories

/** A name where typedef names and other identifiers are not distinguished: members, tags, labels of goto. */
export const Name = terminal('Name', [], 'identifier');
export const BinaryOperator = terminal('BinaryOperator', [], 'operator');
export const AssignmentOperator = terminal('AssignmentOperator', [], 'assignment operator');
export const PrefixOperator = terminal('PrefixOperator', [], 'operator');
export const Increment = terminal('Increment', [], "'++'");
/** A literal or other expression of one token. */
export const Literal = terminal('Literal', [], 'literal');
/** Declaration specifiers of one word: storage, qualifiers but `shared`, basic types. */
export const TypeWord = terminal('TypeWord', [], 'type');
/** Qualifiers of one word: all but `shared`. */
export const QualifierWord = terminal('QualifierWord', [], 'qualifier');
export const SizeOperator = terminal('SizeOperator', [], "'sizeof'");
export const AnyParen = terminal('AnyParen', [], "'('");
/** '(' before the name of a type. */
export const TypeParen = terminal('TypeParen', [AnyParen], "'('");

// ---------------------------------------------------------------- names and literals

export const Identifier = terminal('Identifier', [Name], 'identifier');
export const TypedefName = terminal('TypedefName', [Name], 'type name');
/** A name before ':' where a label may stand. */
export const LabelName = terminal('LabelName', [], 'label');
export const Integer = terminal('Integer', [Literal], 'integer');
export const Floating = terminal('Floating', [Literal], 'floating constant');
export const Character = terminal('Character', [Literal], 'character constant');
export const StringToken = terminal('String', [Literal], 'string literal');
export const Pragma = terminal('Pragma', [], '#pragma');

// ---------------------------------------------------------------- finer terminals

/** '(' of a parenthesised expression, a call, a condition. */
export const Paren = terminal('(', [AnyParen], "'('");
/** '(' of a cast or another type name in parentheses. */
export const CastParen = terminal('cast(', [TypeParen], "'('");
/** '(' of a compound literal: its ')' stands before '{'. */
export const LiteralParen = terminal('literal(', [TypeParen], "'('");
/** '(' before '{': a statement expression. */
export const BlockParen = terminal('({', [AnyParen], "'('");
/** '(' that groups within a declarator. */
export const GroupParen = terminal('group(', [AnyParen], "'('");
/** `else` before `if`. */
export const ElseIf = terminal('else if', [], "'else'");
/** `*` before ']'. */
export const UnspecifiedSize = terminal('*]', [], "'*'");
/** `:` before '[': a coshape or a coindex follows. */
export const CoarrayColon = terminal(':[', [], "':'");
/** `__extension__` before a declaration. */
export const DeclarationExtension = terminal('extension declaration', [], "'__extension__'");

// ---------------------------------------------------------------- keywords and punctuators

/** Other spellings of a keyword. */
const SPELLINGS: Record<string, string> = {
  __inline: 'inline',
  __inline__: 'inline',
  __restrict: 'restrict',
  __restrict__: 'restrict',
  __const: 'const',
  __const__: 'const',
  __volatile: 'volatile',
  __volatile__: 'volatile',
  __signed: 'signed',
  __signed__: 'signed',
  __alignof: '_Alignof',
  __alignof__: '_Alignof',
  __complex__: '_Complex',
  __attribute: '__attribute__',
  __asm: 'asm',
  __asm__: 'asm',
  __typeof: 'typeof',
  __typeof__: 'typeof',
  __real: '__real__',
  __imag: '__imag__',
};

const MEMBERS: [TokenType, string][] = [
  [BinaryOperator, '* / % + - << >> < > <= >= == != & ^ | && ||'],
  [AssignmentOperator, '= *= /= %= += -= <<= >>= &= ^= |='],
  [PrefixOperator, '+ - ~ ! * & ++ -- __real__ __imag__ __extension__'],
  [Increment, '++ --'],
  [Literal, 'THREADS MYTHREAD'],
  [TypeWord, 'typedef extern static auto register inline _Noreturn _Thread_local __thread'],
  [TypeWord, '__auto_type'],
  [TypeWord, 'void char short int long float double signed unsigned _Bool _Complex _Imaginary'],
  [TypeWord, 'const volatile restrict strict relaxed'],
  [QualifierWord, 'const volatile restrict strict relaxed'],
  [SizeOperator, 'sizeof _Alignof upc_localsizeof upc_blocksizeof upc_elemsizeof'],
];

const PUNCTUATORS = `[ ] { } . -> ++ -- & * + - ~ ! / % << >> < > <= >= == != ^ | && || ? : ; ...
  = *= /= %= += -= <<= >>= &= ^= |= ,`.split(/\s+/);

const categoriesOf = new Map<string, TokenType[]>();
for (const [category, words] of MEMBERS)
  for (const word of words.split(' ')) categoriesOf.set(word, [...(categoriesOf.get(word) ?? []), category]);

const bySpelling = new Map<string, TokenType>([['(', Paren]]);

function define(word: string, categories: TokenType[]): void {
  bySpelling.set(word, terminal(word, categories, `'${word}'`));
}

for (const word of PUNCTUATORS) define(word, categoriesOf.get(word) ?? []);
define(')', []);
for (const word of KEYWORDS) if (!(word in SPELLINGS)) define(word, categoriesOf.get(word) ?? []);
for (const [other, word] of Object.entries(SPELLINGS)) bySpelling.set(other, bySpelling.get(word) as TokenType);

/** The terminal of a keyword or punctuator, by its spelling. */
export function terminalOf(spelling: string): TokenType | undefined {
  return bySpelling.get(spelling);
}

/** As `terminalOf`, for the spellings a rule is written with. */
export function t(spelling: string): TokenType {
  return bySpelling.get(spelling) as TokenType;
}

/** Every terminal and category, for the parser's vocabulary. */
export const VOCABULARY: TokenType[] = [
  ...new Set([
    ...bySpelling.values(),
    ...[Name, BinaryOperator, AssignmentOperator, PrefixOperator, Increment, Literal, TypeWord],
    ...[QualifierWord, SizeOperator, AnyParen, TypeParen, Identifier, TypedefName, LabelName, Integer, Floating],
    ...[Character, StringToken, Pragma, CastParen, LiteralParen, BlockParen, GroupParen, ElseIf, UnspecifiedSize],
    DeclarationExtension,
    CoarrayColon,
  ]),
];
