/**
 * Takes input, gives the longest text that is a prefix of a number of the wanted kind (C99 7.19.6.2p9).
 * The idea: one byte at a time, one taken back; false is a matching failure. Where the standard's longest prefix and
 * glibc part ("0x" without digits, "1e" without an exponent), it is glibc's way.
 */

import type { FieldText, ScanInput } from '../stdio/scan-input.ts';
import { digitValue } from './scan-integer.ts';

const EOF = -1;
const ZERO = 0x30;
const X = 0x78;
const POINT = 0x2e;

/** The field that is being read: the rest of its width, and the text so far. */
class Field {
  code = EOF;

  constructor(
    private readonly input: ScanInput,
    private readonly text: FieldText,
    private width: number,
  ) {
    text.clear();
  }

  /** Reads the first byte. */
  begin(): void {
    this.code = this.width > 0 ? this.input.next() : EOF;
  }

  get letter(): number {
    return this.code | 0x20;
  }

  get isSign(): boolean {
    return this.code === 0x2b || this.code === 0x2d;
  }

  get isDigit(): boolean {
    return this.code >= ZERO && this.code <= 0x39;
  }

  /** This byte is the last that the width allows. */
  get isLast(): boolean {
    return this.width <= 1;
  }

  /** Keeps the byte and advances. */
  keep(): void {
    this.text.push(this.code);
    this.advance();
  }

  /** Advances without keeping the byte; EOF at the end of the width. */
  advance(): void {
    this.code = --this.width > 0 ? this.input.next() : EOF;
  }

  /** The byte that does not belong to the field is given back. */
  finish(): void {
    this.input.back(this.code);
  }

  /** Keeps all of `word`; false at the first byte that differs. */
  keepWord(word: string): boolean {
    for (let index = 0; index < word.length; index++) {
      if (this.code === EOF || this.letter !== word.charCodeAt(index)) return false;
      this.keep();
    }
    return true;
  }
}

/** Reads an integer of `base` (0: as its prefix says) into `text`; gives the base, or -1 on a matching failure. */
export function scanInteger(input: ScanInput, text: FieldText, width: number, base: number, pointer: boolean): number {
  const field = new Field(input, text, width);
  field.begin();
  if (field.isSign) field.keep();
  const signs = text.length;
  if (field.code === ZERO) {
    field.keep();
    if (field.letter === X && (base === 0 || base === 16)) {
      base = 16;
      field.advance();
    } else if (base === 0) base = 8;
  }
  if (base === 0) base = 10;
  while (digitValue(field.code) < base) field.keep();
  if (pointer && text.length === 0) return scanNil(field, text, width);
  field.finish();
  return text.length > signs ? base : -1;
}

/** Text that %p prints for a null pointer. */
function scanNil(field: Field, text: FieldText, width: number): number {
  const matches = width >= 5 && field.code === 0x28 && keepNil(field);
  if (!matches) {
    field.finish();
    return -1;
  }
  text.clear();
  text.push(ZERO);
  return 16;
}

function keepNil(field: Field): boolean {
  field.keep();
  if (!field.keepWord('nil') || field.code !== 0x29) return false;
  field.advance();
  field.finish();
  return true;
}

/** Reads what looks like a floating number into `text`; false on a matching failure. Whether it is one strtod knows. */
export function scanFloating(input: ScanInput, text: FieldText, width: number): boolean {
  const field = new Field(input, text, width);
  field.begin();
  if (field.isSign) field.keep();
  if (field.letter === 0x6e) return scanWord(field, 'nan', '');
  if (field.letter === 0x69) return scanWord(field, 'inf', 'inity');
  return scanDigits(field, text);
}

function scanWord(field: Field, word: string, rest: string): boolean {
  let matches = field.keepWord(word);
  if (matches && rest !== '' && field.letter === rest.charCodeAt(0)) matches = field.keepWord(rest);
  field.finish();
  return matches;
}

function scanDigits(field: Field, text: FieldText): boolean {
  const signs = text.length;
  let digits = false;
  let hexadecimal = false;
  if (field.code === ZERO) {
    field.keep();
    hexadecimal = field.letter === X && !field.isLast;
    if (hexadecimal) field.keep();
    else digits = true;
  }
  for (let point = false; ; field.keep()) {
    if (field.isDigit || (hexadecimal && digitValue(field.code) < 16)) digits = true;
    else if (field.code === POINT && !point) point = true;
    else break;
  }
  if (digits && field.letter === (hexadecimal ? 0x70 : 0x65)) keepExponent(field);
  field.finish();
  return text.length > signs + (hexadecimal ? 2 : 0);
}

function keepExponent(field: Field): void {
  field.keep();
  if (field.isSign) field.keep();
  while (field.isDigit) field.keep();
}
