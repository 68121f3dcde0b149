/** Classes and codes of errors that the program makes, with their texts (MPI 3.1, 8.5). */
import type { Keys } from './attributes.ts';
import { CLASS_TEXTS, FIRST_TOOL_ERROR, LAST_CODE, TOOL_TEXTS } from './errors.ts';
import type { Body, State } from './state.ts';

interface Code {
  readonly class: number;
  text: string;
}

export class ErrorCodes {
  private readonly codes = new Map<number, Code>();
  private last = LAST_CODE;

  constructor(
    private readonly state: State,
    private readonly keys: Keys,
  ) {}

  /** The class of a code: of one of MPI, itself. */
  classOf(code: number): number {
    return this.codes.get(code)?.class ?? code;
  }

  /** Of a code of the program. */
  textOf(code: number): string | undefined {
    return this.codes.get(code)?.text;
  }

  /** A new code; of none, a class of its own. */
  private add(call: string, argument: string, result: number, of?: number): void {
    this.state.local(call, argument, result, 4);
    const code = ++this.last;
    this.codes.set(code, { class: of ?? code, text: '' });
    this.keys.usedCode(code);
    this.state.give(call, argument, result, code);
  }

  private isClass(code: number): boolean {
    const isOfMpi = CLASS_TEXTS[code] !== undefined || TOOL_TEXTS[code - FIRST_TOOL_ERROR] !== undefined;
    return isOfMpi || this.codes.get(code)?.class === code;
  }

  readonly bodies: Record<string, Body> = {
    MPI_Add_error_class: (call, result) => this.add(call, 'errorclass', result!),
    MPI_Add_error_code: (call, of, result) => {
      if (!this.isClass(of!)) this.state.refuse(call, 'errorclass', of!, 'it is no class of errors');
      this.add(call, 'errorcode', result!, of!);
    },
    MPI_Add_error_string: (call, code, text) => {
      const known = this.codes.get(code!);
      if (known === undefined)
        return this.state.refuse(call, 'errorcode', code!, 'it is one that the program has added');
      known.text = this.state.text(call, 'string', text!);
    },
  };
}
