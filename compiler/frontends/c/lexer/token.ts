/**
 * The tokens that pass from the preprocessor to the parser.
 *
 * One idea: the preprocessor already splits text into tokens, so the parser is given those and no second lexer
 * exists. `kind` is the parser's terminal; the parser, not this phase, distinguishes typedef names.
 */
import type { Location } from '../../../source/source.ts';

export type TokenKind =
  | 'identifier'
  | 'keyword' // text is the keyword
  | 'punctuator' // text is the punctuator; digraphs are already replaced
  | 'integer'
  | 'floating'
  | 'character'
  | 'string' // adjacent strings are already joined
  | 'pragma' // `#pragma` line or _Pragma that the compiler must see: text is all after "pragma", macros not expanded
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly location: Location;
  /** Value of a literal. */
  readonly value?: IntegerValue | FloatingValue | CharacterValue | StringValue;
}

export interface IntegerValue {
  readonly value: bigint; // the mathematical value; may exceed 64 bits (semantics diagnoses)
  readonly decimal: boolean; // false for octal, hexadecimal and binary: they may become unsigned (C99 6.4.4.1)
  readonly unsigned: boolean;
  readonly long: 0 | 1 | 2;
  readonly imaginary: boolean; // GNU `2i`
}

export interface FloatingValue {
  readonly value: number; // correctly rounded to double
  readonly suffix: '' | 'f' | 'l';
  readonly imaginary: boolean;
}

export interface CharacterValue {
  readonly value: number; // as int: sign-extended char, or the code point for L'x'
  readonly wide: boolean;
  /** Of u'x' and U'x', which are wide too: char16_t, char32_t. */
  readonly unicode?: 'u' | 'U';
}

export interface StringValue {
  /** Bytes (UTF-8) or, for L"x" and U"x", 32-bit code points, for u"x" UTF-16; without the terminating zero. */
  readonly units: readonly number[];
  readonly wide: boolean;
  /** Of u"x", whose units have 16 bits, and U"x", which are wide too. */
  readonly unicode?: 'u' | 'U';
}

/** UPC's words: in C they are names. */
export const UPC_WORDS: readonly string[] =
  `MYTHREAD THREADS relaxed shared strict upc_barrier upc_blocksizeof upc_elemsizeof upc_fence upc_forall
   upc_localsizeof upc_notify upc_wait`.split(/\s+/);

/** C99's and UPC's keywords and the GNU spellings that are keywords for us. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...UPC_WORDS,
  ...`auto break case char const continue default do double else enum extern float for goto if inline int long
   register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
   _Bool _Complex _Imaginary _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local __thread __auto_type
   __attribute__ __attribute __asm__ __asm asm typeof __typeof__ __typeof __extension__
   __critical __change_team
   __builtin_va_arg __builtin_offsetof __builtin_types_compatible_p __builtin_choose_expr
   __inline __inline__ __restrict __restrict__ __const __const__ __volatile__ __volatile __signed__ __signed
   __alignof__ __alignof __complex__ __real__ __imag__ __real __imag __label__`.split(/\s+/),
]);
