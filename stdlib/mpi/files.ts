/**
 * Open files of the program by handle, and what all ranks of one do together (MPI 3.1, 13.2, 13.7).
 *
 * A file is opened by each rank, with a descriptor of its own, and has a communicator of its own for what its ranks do together. One idea: each of them says what
 * it found before any goes on, so that a mistake of one is a mistake of all, and none waits in vain.
 */
import type { Communicator } from './communicators.ts';
import { type ErrorHandlers, RETURNING } from './errorhandlers.ts';
import { CLASS_TEXTS, ERR_FILE, ERR_IO, ERR_NOT_SAME, ERR_UNSUPPORTED_OPERATION, Mistake } from './errors.ts';
import { FILE, Handles, nullOf } from './handles.ts';
import type { Info } from './info.ts';
import type { Moving } from './moving.ts';
import type { Body, State } from './state.ts';
import type { View } from './views.ts';

/** MPI_MODE_... */
export const [CREATE, RDONLY, WRONLY, RDWR, DELETE_ON_CLOSE, UNIQUE_OPEN, EXCL, APPEND, SEQUENTIAL] = [
  1, 2, 4, 8, 16, 32, 64, 128, 256,
];

export interface OpenFile {
  readonly handle: number;
  /** As the program gave it. */
  readonly name: string;
  readonly amode: number;
  readonly comm: Communicator;
  readonly descriptor: number;
  /** Address of the words that all its ranks share: the shared pointer, the lock (sharedpointers.ts). */
  readonly words: number;
  view: View;
  /** The individual file pointer, in etypes. */
  position: number;
  isAtomic: boolean;
  hints: Info;
  errorHandler: number;
  /** What a split collective function has begun: its name, its buffer. */
  split?: { readonly name: string; readonly buffer: number; readonly moving: Moving } | undefined;
}

export const canRead = ({ amode }: OpenFile): boolean => (amode & WRONLY) === 0;
export const canWrite = ({ amode }: OpenFile): boolean => (amode & RDONLY) === 0;

export class Files {
  readonly handles = new Handles<OpenFile>(FILE, ERR_FILE);
  /** That of MPI_FILE_NULL, which each file begins with. */
  errorHandler = RETURNING;

  constructor(
    private readonly state: State,
    private readonly errorHandlers: ErrorHandlers,
  ) {}

  /** The file of a call, whose error handler is asked from then on. */
  at(call: string, handle: number): OpenFile {
    const file = this.handles.at(call, 'fh', handle);
    this.ask(file);
    return file;
  }

  /** What has the error handler: MPI_FILE_NULL stands for files that are opened later. */
  ownerAt(call: string, handle: number): { errorHandler: number } {
    return handle === nullOf(FILE) ? this : this.at(call, handle);
  }

  ask(file: OpenFile): void {
    this.state.handler = (mistake) => this.errorHandlers.handle(mistake, file.errorHandler, file.handle);
  }

  askDefault(): void {
    this.state.handler = (mistake) => this.errorHandlers.handle(mistake, this.errorHandler, nullOf(FILE));
  }

  /** The file of a collective call: one after the other. */
  idle(call: string, handle: number): OpenFile {
    const file = this.at(call, handle);
    if (file.split !== undefined) {
      const rule = `${file.split.name} is under way; complete it by its _end first`;
      this.state.refuse(call, 'fh', `"${file.name}"`, rule, ERR_IO);
    }
    return file;
  }

  /** The file of a call that says where in it, which one open by MPI_MODE_SEQUENTIAL does not allow. */
  seekable(call: string, file: OpenFile): OpenFile {
    if ((file.amode & SEQUENTIAL) !== 0) {
      const rule = 'it was opened by MPI_MODE_SEQUENTIAL, for accesses by the shared file pointer alone';
      this.state.refuse(call, 'fh', `"${file.name}"`, rule, ERR_UNSUPPORTED_OPERATION);
    }
    return file;
  }

  /** Functions of files: what goes wrong before a file is known is told the handler of MPI_FILE_NULL. */
  calls(bodies: Record<string, Body>): Record<string, Body> {
    const asking = Object.entries(bodies).map(([name, body]): [string, Body] => [
      name,
      (...parameters) => {
        this.askDefault();
        return body(...parameters);
      },
    ]);
    return Object.fromEntries(asking);
  }

  /**
   * The words of each rank, of which `own` gives so many; all ranks come, and none goes on before. What `own` throws is thrown here, and
   * told by the others.
   */
  agreed(call: string, { team }: Communicator, count: number, own: () => readonly number[]): number[][] {
    const [mistake, words] = outcomeOf(count, own);
    const all = this.state.together.gather(call, team, [mistake?.kind ?? 0, ...words]);
    if (mistake !== undefined) throw mistake;
    const failed = all.column().findIndex((kind) => kind !== 0);
    if (failed >= 0) {
      const kind = all.at(failed);
      throw new Mistake(kind, `${call}: rank ${failed} of the file has failed: ${CLASS_TEXTS[kind]}`);
    }
    return all.rows().map(([, ...rest]) => rest);
  }

  /** The same where all must give the same words. `text`: what they say, for the message. */
  same(...[call, comm, argument, text, count, own]: SameArguments): void {
    const all = this.agreed(call, comm, count, own);
    const other = all.findIndex((words) => words.some((word, i) => word !== all[comm.team.rank]![i]));
    if (other < 0) return;
    this.state.refuse(
      call,
      argument,
      text,
      `rank ${other} gives another one, and all must give the same`,
      ERR_NOT_SAME,
    );
  }
}

function outcomeOf(count: number, own: () => readonly number[]): [Mistake | undefined, readonly number[]] {
  try {
    return [undefined, own()];
  } catch (mistake) {
    if (mistake instanceof Mistake) return [mistake, Array(count).fill(0)];
    throw mistake;
  }
}

type SameArguments = [
  ...[call: string, comm: Communicator, argument: string, text: string, count: number, own: () => readonly number[]],
];
