/** Error handlers of communicators, windows and files, and the texts of errors (MPI 3.1, 8.3 - 8.5). */
import type { Communicators } from './communicators.ts';
import type { ErrorCodes } from './errorcodes.ts';
import { CLASS_TEXTS, ERR_ARG, FIRST_TOOL_ERROR, Mistake, TOOL_TEXTS } from './errors.ts';
import { ERRHANDLER, Handles, nullOf } from './handles.ts';
import { type Body, cut, type State } from './state.ts';

/** What is done about a mistake in a call on an object; gives what the call returns. */
type Handler = (mistake: Mistake, object: number) => number;

/** What has an error handler. */
interface Owner {
  errorHandler: number;
}

/** MPI_ERRORS_RETURN. */
export const RETURNING = (ERRHANDLER << 24) | 2;

/** MPI_MAX_ERROR_STRING, without the end. */
const MOST_TEXT = 511;

export class ErrorHandlers {
  readonly handles = new Handles<Handler>(ERRHANDLER, ERR_ARG);
  /** MPI_ERRORS_ARE_FATAL. */
  readonly first = (ERRHANDLER << 24) | 1;

  constructor(
    private readonly state: State,
    private readonly codes: ErrorCodes,
  ) {
    this.handles.predefine((mistake) => state.fatal(mistake));
    this.handles.predefine(({ kind }) => kind);
  }

  handle(mistake: Mistake, handler: number, object: number): number {
    return this.handles.at('MPI', 'errhandler', handler)(mistake, object);
  }

  /** A function of the program gets the addresses of the object's handle and of the code, which it may change (8.3.1). */
  create(call: string, pointer: number, result: number): void {
    const { heap, I32, table } = this.state.environment;
    const handler = (mistake: Mistake, object: number) => {
      const room = heap.allocate(8);
      I32.set([object, mistake.kind], room >>> 2);
      (table[pointer] as (object: number, code: number, rest: number) => void)(room, room + 4, 0);
      const code = I32[(room + 4) >>> 2]!;
      heap.free(room);
      return code;
    };
    this.state.give(call, 'errhandler', result, this.handles.add(handler));
  }

  private free(call: string, at: number): void {
    const handle = this.state.word(call, 'errhandler', at);
    this.handles.at(call, 'errhandler', handle);
    this.handles.release(handle);
    this.state.give(call, 'errhandler', at, nullOf(ERRHANDLER));
  }

  /** The latest message of the class, which says more than the class. */
  private text(call: string, code: number): string {
    const ofProgram = this.codes.textOf(code);
    if (ofProgram !== undefined) return ofProgram;
    const known = CLASS_TEXTS[code] ?? TOOL_TEXTS[code - FIRST_TOOL_ERROR];
    if (known === undefined) this.state.refuse(call, 'errorcode', code, 'no function gives this code');
    const latest = this.state.reports.get(code);
    return latest === undefined ? `MPI error: ${known}` : `${known}: ${latest}`;
  }

  /** Functions of the kind of object that has a handler: communicators (Comm), windows (Win) or files (File). */
  ofKind(kind: string, ownerAt: (call: string, handle: number) => Owner): Record<string, Body> {
    return {
      [`MPI_${kind}_create_errhandler`]: (call, pointer, result) => this.create(call, pointer!, result!),
      [`MPI_${kind}_set_errhandler`]: (call, handle, handler) => {
        const owner = ownerAt(call, handle!);
        this.handles.at(call, 'errhandler', handler!);
        owner.errorHandler = handler!;
      },
      [`MPI_${kind}_get_errhandler`]: (call, handle, result) =>
        this.state.give(call, 'errhandler', result!, ownerAt(call, handle!).errorHandler),
      [`MPI_${kind}_call_errhandler`]: (call, handle, code) => {
        const { errorHandler } = ownerAt(call, handle!);
        this.handle(new Mistake(code!, `${call}: ${this.text(call, code!)}`), errorHandler, handle!);
      },
    };
  }

  bodies(communicators: Communicators): Record<string, Body> {
    const { state } = this;
    const ofCommunicators = this.ofKind('Comm', (call, handle) => communicators.at(call, handle));
    return {
      ...ofCommunicators,
      MPI_Error_class: (call, code, result) => {
        this.text(call, code!);
        state.give(call, 'errorclass', result!, this.codes.classOf(code!));
      },
      MPI_Error_string: (call, code, text, length) =>
        state.giveText(call, 'string', text!, length!, cut(this.text(call, code!), MOST_TEXT)),
      MPI_Errhandler_create: ofCommunicators.MPI_Comm_create_errhandler!,
      MPI_Errhandler_set: ofCommunicators.MPI_Comm_set_errhandler!,
      MPI_Errhandler_get: ofCommunicators.MPI_Comm_get_errhandler!,
      MPI_Errhandler_free: (call, at) => this.free(call, at!),
    };
  }
}
