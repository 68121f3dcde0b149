/**
 * scanf's engine. Takes input and a format, gives the number of items assigned through the addresses in the arguments.
 * The idea: every conversion first collects the text of its field, then converts and stores it. The matched text is what
 * glibc matches; multibyte text is UTF-8. (C99 7.19.6.2)
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { type FloatingText, readFloating } from '../numbers/decimal-parse.ts';
import { type IntegerText, isSpace, readInteger, toSigned, toUnsigned } from '../numbers/scan-integer.ts';
import { scanFloating, scanInteger } from '../numbers/scan-number.ts';
import { FormatArguments } from './format-arguments.ts';
import type { IntegerLength } from './format-directive.ts';
import { ScanDirective } from './scan-directive.ts';
import { FieldText, ScanInput, type ScanSource } from './scan-input.ts';
import { storeText } from './scan-text.ts';

const EOF = -1;
const PERCENT = 0x25;

/** Outcome of a directive. */
type Outcome = 'matched' | 'mismatch' | 'input failure';

export class Scanner {
  private readonly input = new ScanInput();
  private readonly text = new FieldText();
  private readonly directive = new ScanDirective();
  private readonly given: FormatArguments;
  private readonly integer: IntegerText = { magnitude: 0, negative: false, end: 0 };
  private readonly floating: FloatingText = { value: 0, end: 0, range: false };
  private assigned = 0;

  constructor(private readonly environment: LibraryEnvironment) {
    this.given = new FormatArguments(environment);
  }

  /** Items assigned; EOF where the input ended before the first. */
  scan(source: ScanSource, format: number, args: number): number {
    this.input.begin(source);
    this.given.begin(args);
    this.assigned = 0;
    const outcome = this.run(this.environment.U8, format >>> 0);
    return outcome === 'input failure' && this.assigned === 0 ? EOF : this.assigned;
  }

  private run(bytes: Uint8Array, at: number): Outcome {
    let space = false;
    for (let code = bytes[at]!; code !== 0; code = bytes[at]!) {
      if (isSpace(code)) {
        space = true;
        at++;
        continue;
      }
      let outcome: Outcome;
      if (code === PERCENT) {
        at = this.directive.parse(bytes, at + 1);
        outcome = this.convert(space);
      } else {
        at++;
        outcome = this.literal(code, space);
      }
      if (outcome !== 'matched') return outcome;
      space = false;
    }
    if (space) this.input.skipSpace();
    return 'matched';
  }

  private literal(expected: number, space: boolean): Outcome {
    if (space) this.input.skipSpace();
    const code = this.input.next();
    if (code === EOF) return 'input failure';
    if (code === expected) return 'matched';
    this.input.back(code);
    return 'mismatch';
  }

  private convert(space: boolean): Outcome {
    const { conversion, position } = this.directive;
    if (conversion === 0) return 'mismatch';
    const raw = conversion === 0x5b || conversion === 0x63 || conversion === 0x43 || conversion === 0x6e; // [ c C n
    if (space || !raw) this.input.skipSpace();
    if (position > 0) this.given.choose(position);
    if (conversion === 0x6e) return this.storeCount();
    return conversion === PERCENT ? this.literal(PERCENT, false) : this.field(conversion);
  }

  private field(conversion: number): Outcome {
    switch (conversion) {
      case 0x64: // d
        return this.integerField(10, true);
      case 0x69: // i
        return this.integerField(0, true);
      case 0x75: // u
        return this.integerField(10, false);
      case 0x6f: // o
        return this.integerField(8, false);
      case 0x78: // x
      case 0x58:
        return this.integerField(16, false);
      case 0x70: // p
        this.directive.length = 'int';
        return this.integerField(16, false);
      case 0x63: // c
      case 0x73: // s
      case 0x5b: // [
        return this.textField(conversion, this.directive.double);
      case 0x43: // C
      case 0x53: // S
        return this.textField(conversion | 0x20, true);
      default:
        return isFloating(conversion) ? this.floatingField() : 'mismatch';
    }
  }

  private atEnd(): boolean {
    const code = this.input.next();
    this.input.back(code);
    return code === EOF;
  }

  private integerField(radix: number, signed: boolean): Outcome {
    if (this.atEnd()) return 'input failure';
    const { directive, text, integer } = this;
    const base = scanInteger(this.input, text, directive.width, radix, directive.conversion === 0x70);
    if (base < 0) return 'mismatch';
    if (directive.suppress) return 'matched';
    readInteger(text.text(), 0, base, integer);
    this.storeInteger(directive.length, signed);
    this.assigned++;
    return 'matched';
  }

  private storeInteger(length: IntegerLength, signed: boolean): void {
    const { integer } = this;
    const address = this.given.int();
    if (typeof integer.magnitude === 'number' && length !== 'long') {
      this.store(address, length, integer.negative ? -integer.magnitude : integer.magnitude);
      return;
    }
    // As glibc: the number saturates as a long and is then cut to the type.
    const { value } = signed ? toSigned(integer) : toUnsigned(integer);
    if (length === 'long') this.environment.I64[address >>> 3] = value;
    else this.store(address, length, Number(BigInt.asIntN(32, value)));
  }

  private store(address: number, length: IntegerLength, value: number): void {
    const { environment } = this;
    if (length === 'char') environment.I8[address >>> 0] = value;
    else if (length === 'short') environment.I16[address >>> 1] = value;
    else if (length === 'int') environment.I32[address >>> 2] = value;
    else environment.I64[address >>> 3] = BigInt(value);
  }

  /** %n: bytes taken so far; no item of the result. */
  private storeCount(): Outcome {
    if (!this.directive.suppress) this.store(this.given.int(), this.directive.length, this.input.count);
    return 'matched';
  }

  private floatingField(): Outcome {
    if (this.atEnd()) return 'input failure';
    const { directive, text, floating, environment } = this;
    if (!scanFloating(this.input, text, directive.width)) return 'mismatch';
    readFloating(text.text(), 0, !directive.double, floating);
    if (floating.end === 0) return 'mismatch';
    if (directive.suppress) return 'matched';
    const address = this.given.int();
    if (directive.double) environment.F64[address >>> 3] = floating.value;
    else environment.F32[address >>> 2] = floating.value;
    this.assigned++;
    return 'matched';
  }

  private textField(conversion: number, wide: boolean): Outcome {
    if (this.atEnd()) return 'input failure';
    const { directive, text } = this;
    this.collect(conversion, wide);
    if (text.length === 0) return 'mismatch';
    if (directive.suppress) return 'matched';
    const form = { terminated: conversion !== 0x63, wide, allocate: directive.allocate };
    if (!storeText(this.environment, this.given.int(), text, form)) return 'input failure';
    this.assigned++;
    return 'matched';
  }

  /** Takes the bytes that match, up to the width, which counts characters. */
  private collect(conversion: number, wide: boolean): void {
    const { input, text, directive } = this;
    let width = conversion === 0x63 && directive.width === Infinity ? 1 : directive.width;
    text.clear();
    while (width > 0 || wide) {
      const code = input.next();
      const continued = wide && (code & 0xc0) === 0x80;
      if (code === EOF || (width === 0 && !continued) || !this.matches(conversion, code)) {
        input.back(code);
        return;
      }
      text.push(code);
      if (!continued) width--;
    }
  }

  private matches(conversion: number, code: number): boolean {
    if (conversion === 0x63) return true;
    return conversion === 0x73 ? !isSpace(code) : this.directive.set[code] === 1;
  }
}

function isFloating(conversion: number): boolean {
  const letter = conversion | 0x20;
  return letter === 0x61 || (letter >= 0x65 && letter <= 0x67);
}
