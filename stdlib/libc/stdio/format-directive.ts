/**
 * Takes the text of one conversion specification of printf, gives its parts (C99 7.19.6.1p3-7, POSIX's n$).
 *
 *     '%' [n '$'] flag* [number | '*' | '*' n '$'] ['.' [number | '*' | '*' n '$']] [length] conversion
 *
 * The idea: one record is filled again and again, so that nothing is allocated for a directive.
 */
import type { FormatArguments } from './format-arguments.ts';

/** Size of an integer argument: char, short, int, long (and all others of 64 bits). */
export type IntegerLength = 'char' | 'short' | 'int' | 'long';

/** No precision was given. */
export const NONE = -1;

const INT_MAX = 0x7fffffff;

export class Directive {
  left = false;
  plus = false;
  space = false;
  alternate = false;
  zero = false;
  group = false;
  digits = false;
  width = 0;
  precision = NONE;
  length: IntegerLength = 'int';
  /** Character code of the conversion; 0 where the format ends before one. */
  conversion = 0;
  /** Width or precision over INT_MAX: the call fails with EOVERFLOW. */
  overflow = false;
  /** An argument was chosen by n$. */
  positional = false;

  private bytes!: Uint8Array;
  private at = 0;

  /** Parses from the byte after '%'; gives the address after the specification. */
  parse(bytes: Uint8Array, at: number, given: FormatArguments): number {
    this.reset(bytes, at);
    const position = this.argumentNumber();
    this.flags();
    this.fieldWidth(given);
    this.fieldPrecision(given);
    this.lengthModifier();
    this.conversion = bytes[this.at]!;
    if (position > 0) given.choose(position);
    return this.conversion === 0 ? this.at : this.at + 1;
  }

  private reset(bytes: Uint8Array, at: number): void {
    this.left = this.plus = this.space = this.alternate = this.zero = this.group = this.digits = false;
    this.overflow = this.positional = false;
    this.width = 0;
    this.precision = NONE;
    this.length = 'int';
    this.bytes = bytes;
    this.at = at;
  }

  /** n of "n$"; 0 and nothing consumed where there is none. */
  private argumentNumber(): number {
    const start = this.at;
    const value = this.number();
    if (value > 0 && this.bytes[this.at] === 0x24) {
      this.at++;
      this.positional = true;
      return value;
    }
    this.at = start;
    this.overflow = false;
    return 0;
  }

  private flags(): void {
    for (; ; this.at++) {
      switch (this.bytes[this.at]) {
        case 0x2d: // -
          this.left = true;
          break;
        case 0x2b: // +
          this.plus = true;
          break;
        case 0x20:
          this.space = true;
          break;
        case 0x23: // #
          this.alternate = true;
          break;
        case 0x30: // 0
          this.zero = true;
          break;
        case 0x27: // '
          this.group = true;
          break;
        case 0x49: // I
          this.digits = true;
          break;
        default:
          return;
      }
    }
  }

  private fieldWidth(given: FormatArguments): void {
    this.width = this.bytes[this.at] === 0x2a ? this.star(given) : this.number();
    if (this.width >= 0) return;
    this.left = true;
    this.width = -this.width;
  }

  private fieldPrecision(given: FormatArguments): void {
    if (this.bytes[this.at] !== 0x2e) return;
    this.at++;
    this.precision = this.bytes[this.at] === 0x2a ? Math.max(this.star(given), NONE) : this.number();
  }

  private star(given: FormatArguments): number {
    this.at++;
    const position = this.argumentNumber();
    return position > 0 ? given.intAt(position) : given.int();
  }

  private number(): number {
    let value = 0;
    for (let code = this.bytes[this.at]!; code >= 0x30 && code <= 0x39; code = this.bytes[++this.at]!) {
      value = value * 10 + code - 0x30;
      if (value >= INT_MAX) {
        this.overflow ||= value > INT_MAX;
        value = INT_MAX;
      }
    }
    return value;
  }

  private lengthModifier(): void {
    switch (this.bytes[this.at]) {
      case 0x68: // h hh
        this.length = this.doubled() ? 'char' : 'short';
        break;
      case 0x6c: // l ll
        this.doubled();
        this.length = 'long';
        break;
      case 0x6a: // j
      case 0x71: // q
      case 0x4c: // L
        this.length = 'long';
        break;
      case 0x7a: // z: size_t has 32 bits
      case 0x5a: // Z
      case 0x74: // t
        this.length = 'int';
        break;
      default:
        return;
    }
    this.at++;
  }

  private doubled(): boolean {
    if (this.bytes[this.at] !== this.bytes[this.at + 1]) return false;
    this.at++;
    return true;
  }

  /** The specification in the form glibc prints one it does not know. */
  text(): string {
    const sign = this.plus ? '+' : this.space ? ' ' : '';
    const pad = this.left ? '-' : this.zero ? '0' : '';
    const flags = `${this.alternate ? '#' : ''}${this.group ? "'" : ''}${sign}${pad}${this.digits ? 'I' : ''}`;
    const width = this.width === 0 ? '' : String(this.width);
    return `%${flags}${width}${this.precision === NONE ? '' : `.${this.precision}`}`;
  }
}
