/**
 * <wctype.h>. (C99 7.25)
 * ASCII is classified by ctype.ts; beyond it the Unicode properties that the platform knows decide.
 */
import type { LibraryFactory, NativeFunction } from '../../../runtime/abi.ts';
import { textAt } from '../memory.ts';
import { type CharacterClass, characterClasses, classify, toLower, toUpper } from './ctype.ts';

/** No-break spaces are no white space, as in glibc. */
const BEYOND_ASCII: Readonly<Record<CharacterClass, RegExp | undefined>> = {
  isblank: /[^\P{Zs}\u00a0\u2007\u202f]/u,
  iscntrl: /[\p{Cc}\u2028\u2029]/u,
  ispunct: /(?!\p{Alphabetic})[\p{P}\p{S}\p{M}\p{Cf}\p{No}\u00a0\u2007\u202f]/u,
  isalnum: /[\p{Alphabetic}\p{Nd}]/u,
  isupper: /\p{Uppercase}/u,
  islower: /\p{Lowercase}/u,
  isalpha: /[\p{Alphabetic}\p{Nd}]/u,
  isdigit: undefined,
  isxdigit: undefined,
  isspace: /[\u2028\u2029]|[^\P{Zs}\u00a0\u2007\u202f]/u,
  isprint: /[^\p{Cc}\p{Cn}\p{Cs}\u2028\u2029]/u,
  isgraph: /[^\p{Cc}\p{Cn}\p{Cs}\p{Zs}\u2028\u2029]|[\u00a0\u2007\u202f]/u,
};

function test(name: CharacterClass, wide: number): number {
  if (wide >= 0 && wide < 128) return classify(name, wide);
  if (wide < 0 || wide > 0x10ffff) return 0;
  return BEYOND_ASCII[name]?.test(String.fromCodePoint(wide)) ? 1 : 0;
}

/** The one character that the case mapping gives, or the same where it gives several. */
function mapped(wide: number, ascii: (code: number) => number, map: (text: string) => string): number {
  if (wide < 128 || wide > 0x10ffff) return ascii(wide);
  const points = [...map(String.fromCodePoint(wide))];
  return points.length === 1 ? points[0]!.codePointAt(0)! : wide;
}

const TYPES = characterClasses.map((name) => name.slice(2));
const TRANSFORMATIONS = ['tolower', 'toupper'];

export const wctypeLibrary: LibraryFactory = (env) => {
  const tests = characterClasses.map((name): [string, NativeFunction] => [
    `isw${name.slice(2)}`,
    (wide: number) => test(name, wide),
  ]);
  const towlower = (wide: number) => mapped(wide, toLower, (text) => text.toLowerCase());
  const towupper = (wide: number) => mapped(wide, toUpper, (text) => text.toUpperCase());

  return {
    ...Object.fromEntries(tests),
    towlower,
    towupper,
    wctype: (name: number) => TYPES.indexOf(textAt(env, name)) + 1,
    iswctype: (wide: number, type: number) => (type === 0 ? 0 : test(characterClasses[type - 1]!, wide)),
    wctrans: (name: number) => TRANSFORMATIONS.indexOf(textAt(env, name)) + 1,
    towctrans: (wide: number, transformation: number) => [towlower, towupper][transformation - 1]?.(wide) ?? wide,
    wcwidth: (wide: number) => width(wide),
  };
};

/** Columns on a terminal: 0 for combining marks, 2 for East Asian wide characters, -1 for what does not print. */
function width(wide: number): number {
  if (wide === 0) return 0;
  if (test('isprint', wide) === 0) return -1;
  const text = String.fromCodePoint(wide);
  if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(text)) return wide === 0xad ? 1 : 0;
  return /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/u.test(
    text,
  )
    ? 2
    : 1;
}
