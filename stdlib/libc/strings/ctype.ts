/**
 * <ctype.h> in the "C" locale: one table of class bits, glibc's, so that even the values of `true` agree. (C99 7.4)
 */

const BITS = {
  isblank: 1,
  iscntrl: 2,
  ispunct: 4,
  isalnum: 8,
  isupper: 256,
  islower: 512,
  isalpha: 1024,
  isdigit: 2048,
  isxdigit: 4096,
  isspace: 8192,
  isprint: 16384,
  isgraph: 32768,
} as const;

const PATTERNS: Readonly<Record<keyof typeof BITS, RegExp>> = {
  isblank: /[ \t]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are the class
  iscntrl: /[\0-\x1f\x7f]/,
  ispunct: /[!-/:-@[-`{-~]/,
  isalnum: /[0-9A-Za-z]/,
  isupper: /[A-Z]/,
  islower: /[a-z]/,
  isalpha: /[A-Za-z]/,
  isdigit: /[0-9]/,
  isxdigit: /[0-9A-Fa-f]/,
  isspace: /[ \t\n\v\f\r]/,
  isprint: /[ -~]/,
  isgraph: /[!-~]/,
};

const CLASSES = Object.keys(BITS) as (keyof typeof BITS)[];

/** Classes of the characters 0 to 127; all others have none. */
const TABLE = Uint16Array.from({ length: 128 }, (_, code) =>
  CLASSES.reduce((bits, name) => (PATTERNS[name].test(String.fromCharCode(code)) ? bits | BITS[name] : bits), 0),
);

/** The class bits of `name` where `code` is in that class, else 0. */
export function classify(name: keyof typeof BITS, code: number): number {
  return code >= 0 && code < 128 ? TABLE[code]! & BITS[name] : 0;
}

export type CharacterClass = keyof typeof BITS;
export const characterClasses: readonly CharacterClass[] = CLASSES;
export const toLower = (code: number) => (code >= 65 && code <= 90 ? code + 32 : code);
export const toUpper = (code: number) => (code >= 97 && code <= 122 ? code - 32 : code);
