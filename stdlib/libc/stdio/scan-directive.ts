/**
 * Takes the text of one conversion specification of scanf, gives its parts (C99 7.19.6.2p3, POSIX's n$ and m).
 *
 *     '%' [n '$'] ('*' | "'" | 'I')* [width] [length] conversion
 *
 * A scanset is read into a map of the bytes it matches. One record is filled again and again.
 */
import type { IntegerLength } from './format-directive.ts';

export class ScanDirective {
  suppress = false;
  /** Infinity where none was given. */
  width = Infinity;
  length: IntegerLength = 'int';
  /** l or L was given: of a floating conversion, it stores a double. */
  double = false;
  /** m: memory for the text is allocated. */
  allocate = false;
  /** Character code; 0 where the format ends too early. */
  conversion = 0;
  /** n of n$; 0 for none. */
  position = 0;
  /** Of a scanset: 1 for each byte that matches. */
  readonly set = new Uint8Array(256);

  private bytes!: Uint8Array;
  private at = 0;

  /** Parses from the byte after '%'; gives the address after the specification. */
  parse(bytes: Uint8Array, at: number): number {
    this.bytes = bytes;
    this.at = at;
    this.suppress = this.double = this.allocate = false;
    this.width = Infinity;
    this.position = 0;
    this.length = 'int';
    this.prefix();
    this.lengthModifier();
    this.conversion = bytes[this.at]!;
    if (this.conversion !== 0) this.at++;
    if (this.conversion === 0x5b) this.scanset();
    return this.at;
  }

  /** Position or width, flags, width. */
  private prefix(): void {
    const leading = this.number();
    if (leading > 0 && this.bytes[this.at] === 0x24) {
      this.position = leading;
      this.at++;
    } else if (leading > 0) {
      this.width = leading;
      return;
    }
    this.flags();
    this.width = this.number() || Infinity;
  }

  private flags(): void {
    for (; ; this.at++) {
      const code = this.bytes[this.at];
      if (code === 0x2a) this.suppress = true;
      else if (code !== 0x27 && code !== 0x49) return;
    }
  }

  private number(): number {
    let value = 0;
    for (let code = this.bytes[this.at]!; code >= 0x30 && code <= 0x39; code = this.bytes[++this.at]!) {
      value = Math.min(value * 10 + code - 0x30, 0x7fffffff);
    }
    return value;
  }

  private lengthModifier(): void {
    if (this.bytes[this.at] === 0x6d) {
      this.allocate = true;
      this.at++;
      if (this.bytes[this.at] !== 0x6c) return;
    }
    switch (this.bytes[this.at]) {
      case 0x68: // h hh
        this.length = this.doubled() ? 'char' : 'short';
        break;
      case 0x6c: // l ll
        if (!this.allocate) this.doubled();
        this.double = true;
        this.length = 'long';
        break;
      case 0x4c: // L
      case 0x71: // q
      case 0x6a: // j
        this.double = true;
        this.length = 'long';
        break;
      case 0x7a: // z: size_t has 32 bits
      case 0x5a: // Z
      case 0x74: // t
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

  /** ']' or '-' first are members; 'a-z' is a range unless it runs backwards or '-' is last. */
  private scanset(): void {
    const negated = this.bytes[this.at] === 0x5e;
    if (negated) this.at++;
    this.set.fill(negated ? 1 : 0);
    const member = negated ? 0 : 1;
    let code = this.bytes[this.at]!;
    if (code === 0x5d || code === 0x2d) {
      this.set[code] = member;
      code = this.bytes[++this.at]!;
    }
    for (; code !== 0 && code !== 0x5d; code = this.bytes[++this.at]!) {
      const to = this.bytes[this.at + 1]!;
      const from = this.bytes[this.at - 1]!;
      if (code === 0x2d && to !== 0 && to !== 0x5d && from <= to) this.set.fill(member, from, to);
      else this.set[code] = member;
    }
    if (code === 0) this.conversion = 0;
    else this.at++;
  }
}
