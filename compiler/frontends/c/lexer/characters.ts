/** Classes of characters (C99 5.2.1, 6.4.2.1, annex D). One idea: a table for ASCII, Unicode's properties beyond. */

export const SPACE = 1;
export const NAME_START = 2;
export const DIGIT = 4;
/** Letters, digits, underscore and dollar: the characters that continue a name. */
export const NAME_PART = NAME_START | DIGIT;

/** Class of each ASCII character. NUL and a lone carriage return count as white space. */
export const ASCII_CLASS: Uint8Array = classes();

function classes(): Uint8Array {
  const table = new Uint8Array(128);
  for (const c of ' \t\v\f\r\0') table[c.charCodeAt(0)] = SPACE;
  for (const c of '_$') table[c.charCodeAt(0)] = NAME_START;
  for (let c = 0; c < 26; c++) table[65 + c] = table[97 + c] = NAME_START;
  for (let c = 0; c < 10; c++) table[48 + c] = DIGIT;
  return table;
}

const EXTENDED_START = /^\p{ID_Start}$/u;
const EXTENDED_PART = /^\p{ID_Continue}$/u;

/** Whether a character beyond ASCII may stand in a name, or start one. */
export function isExtendedNameCharacter(character: string, first: boolean): boolean {
  return character > '\x7f' && (first ? EXTENDED_START : EXTENDED_PART).test(character);
}

/** Whether a universal character name may designate this code point (C99 6.4.3). */
export function isUniversal(code: number): boolean {
  if (code < 0xa0) return code === 0x24 || code === 0x40 || code === 0x60;
  return code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
}
