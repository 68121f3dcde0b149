/**
 * printf's engine. Takes a format and the address of its arguments, gives the text to a sink and its length.
 * The idea: literal text and the commonest directives (%d %s %c alone) go straight to the buffer; all others are parsed
 * into a Directive and put out by their kind. The result is what glibc writes in the C.UTF-8 locale.
 */
import type { LibraryEnvironment } from '../../../runtime/abi.ts';
import { EILSEQ, EINVAL, EOVERFLOW, errorText, setErrno } from '../errno.ts';
import { FormatArguments } from './format-arguments.ts';
import { Directive, NONE } from './format-directive.ts';
import { formatFloat } from './format-float.ts';
import { formatOctal, formatPointer, formatRadix, formatSigned, formatUnsigned } from './format-integer.ts';
import { FormatOutput, type Sink } from './format-output.ts';
import { formatAscii, formatCharacter, formatString } from './format-text.ts';
import { errnoNow } from './parts.ts';

const INT_MAX = 0x7fffffff;
const PERCENT = 0x25;

export class Formatter {
  private readonly output = new FormatOutput();
  private readonly directive = new Directive();
  private readonly given: FormatArguments;

  constructor(private readonly environment: LibraryEnvironment) {
    this.given = new FormatArguments(environment);
  }

  /**
   * Length of the text; -1 with errno where the sink fails or the format cannot be obeyed, and then the text before
   * the fault is out all the same.
   */
  format(sink: Sink, format: number, args: number): number {
    this.output.begin(sink);
    this.given.begin(args);
    const failure = this.run(this.environment.U8, format >>> 0);
    this.output.drain();
    if (failure !== 0) setErrno(this.environment, failure);
    return failure !== 0 || this.output.failed ? -1 : this.output.total;
  }

  /** 0, or the errno of what stopped it. */
  private run(bytes: Uint8Array, at: number): number {
    const { output } = this;
    for (;;) {
      const start = at;
      let code = bytes[at]!;
      while (code !== PERCENT && code !== 0) code = bytes[++at]!;
      if (at > start) output.copy(bytes, start, at);
      if (code === 0) return output.total > INT_MAX ? EOVERFLOW : 0;
      if (this.simple(bytes[++at]!)) at++;
      else {
        at = this.directive.parse(bytes, at, this.given);
        const failure = this.convert();
        if (failure !== 0) return failure;
      }
    }
  }

  /** %d, %s and %c without anything else. */
  private simple(conversion: number): boolean {
    switch (conversion) {
      case 0x64:
        this.output.decimal(this.given.int());
        return true;
      case 0x63:
        this.output.byte(this.given.int() & 0xff);
        return true;
      case 0x73:
        return this.plainString();
      default:
        return false;
    }
  }

  private plainString(): boolean {
    const bytes = this.environment.U8;
    const start = this.given.int() >>> 0;
    if (start === 0) {
      this.output.ascii('(null)');
      return true;
    }
    let end = start;
    while (bytes[end] !== 0 && end < bytes.length) end++;
    this.output.copy(bytes, start, end);
    return true;
  }

  private convert(): number {
    const { directive, output, given } = this;
    if (directive.overflow || output.total + Math.max(directive.width, directive.precision) > INT_MAX) return EOVERFLOW;
    switch (directive.conversion) {
      case 0x64: // d
      case 0x69: // i
        formatSigned(output, directive, given);
        return 0;
      case 0x75: // u
        formatUnsigned(output, directive, given);
        return 0;
      case 0x78: // x
        formatRadix(output, directive, given, 16, '0x');
        return 0;
      case 0x58: // X
        formatRadix(output, directive, given, 16, '0X');
        return 0;
      case 0x6f: // o
        formatOctal(output, directive, given);
        return 0;
      case 0x62: // b
        formatRadix(output, directive, given, 2, '0b');
        return 0;
      case 0x42: // B
        formatRadix(output, directive, given, 2, '0B');
        return 0;
      default:
        return this.convertOther();
    }
  }

  private convertOther(): number {
    const { directive, output, given } = this;
    switch (directive.conversion) {
      case 0x61: // a
      case 0x65: // e
      case 0x66: // f
      case 0x67: // g
      case 0x41: // A
      case 0x45: // E
      case 0x46: // F
      case 0x47: // G
        this.float(given.slot());
        return 0;
      case 0x63: // c
        return this.character(directive.length === 'long');
      case 0x43: // C
        return this.character(true);
      case 0x73: // s
        return this.string(directive.length === 'long');
      case 0x53: // S
        return this.string(true);
      case 0x70: // p
        this.pointer(given.int());
        return 0;
      case 0x6d: // m
        formatAscii(output, directive, this.errorText());
        return 0;
      case 0x6e: // n
        this.store(given.int());
        return 0;
      case PERCENT:
        output.byte(PERCENT);
        return 0;
      default:
        return this.unknown();
    }
  }

  private float(slot: number): void {
    const negative = this.environment.I32[(slot + 4) >>> 2]! < 0;
    formatFloat(this.output, this.directive, Math.abs(this.environment.F64[slot >>> 3]!), negative);
  }

  private character(wide: boolean): number {
    return formatCharacter(this.output, this.directive, this.given.int(), wide) ? 0 : EILSEQ;
  }

  private string(wide: boolean): number {
    return formatString(this.output, this.directive, this.environment, this.given.int(), wide) ? 0 : EILSEQ;
  }

  private pointer(address: number): void {
    if (address === 0) formatAscii(this.output, this.directive, '(nil)');
    else formatPointer(this.output, this.directive, address);
  }

  private errorText(): string {
    const { precision } = this.directive;
    const text = errorText(errnoNow(this.environment));
    return precision === NONE ? text : text.slice(0, precision);
  }

  /** %n: the number of characters so far, in an integer of the directive's length. */
  private store(address: number): void {
    const { environment } = this;
    const { total } = this.output;
    switch (this.directive.length) {
      case 'char':
        environment.I8[address >>> 0] = total;
        break;
      case 'short':
        environment.I16[address >>> 1] = total;
        break;
      case 'int':
        environment.I32[address >>> 2] = total;
        break;
      case 'long':
        environment.I64[address >>> 3] = BigInt(total);
    }
  }

  /** A conversion there is not: shown, not obeyed, as glibc does; a format that ends inside a directive is an error. */
  private unknown(): number {
    const { directive, output } = this;
    if (directive.conversion === 0 && !directive.positional) return EINVAL;
    output.ascii(directive.text());
    if (directive.conversion !== 0) output.byte(directive.conversion);
    return 0;
  }
}
