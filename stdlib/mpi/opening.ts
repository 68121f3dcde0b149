/**
 * Opening, closing and deleting files (MPI 3.1, 13.2.1 - 13.2.3).
 *
 * The first rank opens the file with what creates it, and makes the words that all share; then the others open what is there.
 */
import { inHex } from '../../runtime/errors.ts';
import { fs, os } from '../libc/system.ts';
import { flush } from '../libupc/io/storage.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { ERR_AMODE, ERR_BAD_FILE, Mistake } from './errors.ts';
import { commonWords, firstHints, permissionsOf } from './filehints.ts';
import {
  APPEND,
  CREATE,
  canWrite,
  DELETE_ON_CLOSE,
  EXCL,
  type Files,
  type OpenFile,
  RDONLY,
  RDWR,
  SEQUENTIAL,
  UNIQUE_OPEN,
  WRONLY,
} from './files.ts';
import { FILE, nullOf } from './handles.ts';
import type { Info, Infos } from './info.ts';
import { attempted } from './ioerrors.ts';
import type { Representations } from './representations.ts';
import type { SharedPointers } from './sharedpointers.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';
import { View } from './views.ts';

const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL } = fs.constants;
const ACCESS = RDONLY | WRONLY | RDWR;
const ALL = ACCESS | CREATE | EXCL | DELETE_ON_CLOSE | UNIQUE_OPEN | SEQUENTIAL | APPEND;
/** MPI_BYTE, which a file is of at first. */
const BYTE = 0x03000004;

/** A file as the first rank has opened it: number of the inode in two words, the offset of the shared words, the size in two. */
type Found = [descriptor: number, inode: number, inodeHigh: number, offset: number, size: number, sizeHigh: number];

export class Opening {
  constructor(
    private readonly state: State,
    private readonly files: Files,
    private readonly communicators: Communicators,
    private readonly infos: Infos,
    private readonly types: Types,
    private readonly representations: Representations,
    private readonly pointers: SharedPointers,
  ) {}

  private open(call: string, commHandle: number, nameAt: number, amode: number, infoHandle: number, at: number): void {
    const parent = this.communicators.intra(call, commHandle);
    this.files.askDefault();
    this.state.local(call, 'fh', at, 4);
    let name = '';
    let hints: Info = new Map();
    this.files.same(call, parent, 'amode', inHex(amode), 1, () => {
      name = this.state.text(call, 'filename', nameAt);
      return [checkedMode(call, amode)];
    });
    this.files.same(call, parent, 'info', 'of hints', 3, () => {
      hints = firstHints(parent.team.members.length, this.infos.given(call, infoHandle));
      return commonWords(hints);
    });
    const comm = this.communicators.handles.at(
      call,
      'comm',
      this.communicators.part(call, parent, 0, parent.team.rank),
    );
    try {
      this.state.give(call, 'fh', at, this.opened(call, comm, name, amode, hints));
    } catch (mistake) {
      this.communicators.handles.remove(call, 'comm', comm.handle);
      throw mistake;
    }
  }

  private opened(call: string, comm: Communicator, name: string, amode: number, hints: Info): number {
    const isFirst = comm.team.rank === 0;
    const found = this.files.agreed(call, comm, 6, () =>
      isFirst ? this.openFirst(call, name, amode, hints) : [0, 0, 0, 0, 0, 0],
    )[0] as Found;
    const words = this.pointers.addressOf(comm.team.members[0]!, found[3]);
    const descriptor = this.openOther(call, comm, name, amode, found, words);
    const byte = this.types.at(call, 'etype', BYTE);
    const position = (amode & APPEND) === 0 ? 0 : doubleOf(found[4], found[5]);
    const file = {
      ...{ name, amode, comm, descriptor, words, position, isAtomic: false, hints },
      view: new View(0, byte, byte, this.representations.native),
      errorHandler: this.files.errorHandler,
    };
    const made = this.files.handles.made((handle): OpenFile => ({ ...file, handle }));
    if (isFirst) this.pointers.set(made, position);
    this.files.agreed(call, comm, 0, () => []);
    return made.handle;
  }

  private openFirst(call: string, name: string, amode: number, hints: Info): Found {
    const descriptor = attempted(call, name, () => fs.openSync(name, systemFlags(amode), permissionsOf(hints)));
    const { ino, size } = fs.fstatSync(descriptor);
    return [descriptor, ...wordsOf(ino), this.pointers.make(call), ...wordsOf(size)];
  }

  /** The descriptor of this rank. Where one cannot open the file, none has it open. */
  private openOther(
    call: string,
    comm: Communicator,
    name: string,
    amode: number,
    found: Found,
    words: number,
  ): number {
    const isFirst = comm.team.rank === 0;
    let descriptor = isFirst ? found[0] : -1;
    try {
      this.files.agreed(call, comm, 0, () => {
        if (!isFirst) descriptor = attempted(call, name, () => fs.openSync(name, systemFlags(amode & ACCESS)));
        if (fs.fstatSync(descriptor).ino !== doubleOf(found[1], found[2])) throw otherFile(call, name);
        return [];
      });
    } catch (mistake) {
      if (descriptor >= 0) fs.closeSync(descriptor);
      if (isFirst) this.pointers.free(call, words);
      throw mistake;
    }
    return descriptor;
  }

  private close(call: string, at: number): void {
    const file = this.files.idle(call, this.state.word(call, 'fh', at));
    const { comm, descriptor, amode, name, words } = file;
    const isFirst = comm.team.rank === 0;
    const store = () => {
      if (canWrite(file)) attempted(call, name, () => flush(descriptor));
      return [];
    };
    try {
      this.files.agreed(call, comm, 0, store);
    } finally {
      fs.closeSync(descriptor);
      if (isFirst) this.pointers.free(call, words);
      this.files.handles.remove(call, 'fh', file.handle);
      this.state.give(call, 'fh', at, nullOf(FILE));
    }
    const remove = () => {
      if (isFirst && (amode & DELETE_ON_CLOSE) !== 0) attempted(call, name, () => fs.unlinkSync(name));
      return [];
    };
    this.files.agreed(call, comm, 0, remove);
    this.communicators.handles.remove(call, 'comm', comm.handle);
  }

  readonly bodies: Record<string, Body> = {
    MPI_File_open: (call, comm, name, amode, info, at) => this.open(call, comm!, name!, amode!, info!, at!),
    MPI_File_close: (call, at) => this.close(call, at!),
    MPI_File_delete: (call, nameAt, info) => {
      this.infos.given(call, info!);
      const name = this.state.text(call, 'filename', nameAt!);
      attempted(call, name, () => fs.unlinkSync(name));
    },
  };
}

function otherFile(call: string, name: string): Mistake {
  const text = `"${name}" on ${os.hostname()} is not the file that the first rank has opened (its inode is another)`;
  return new Mistake(ERR_BAD_FILE, `${call}: ${text}: files must be on a file system that all hosts share`);
}

/** The mode, if it keeps the rules. */
function checkedMode(call: string, amode: number): number {
  const refuse = (rule: string): never => {
    throw new Mistake(ERR_AMODE, `${call}: amode is ${inHex(amode)}: ${rule}`);
  };
  const has = (flag: number) => (amode & flag) !== 0;
  if ((amode & ~ALL) !== 0) refuse(`${inHex(amode & ~ALL)} is no mode of mpi.h`);
  const access = amode & ACCESS;
  if (access === 0 || (access & (access - 1)) !== 0)
    refuse('it must have exactly one of MPI_MODE_RDONLY, MPI_MODE_WRONLY and MPI_MODE_RDWR');
  if (has(RDONLY) && has(CREATE | EXCL)) refuse('MPI_MODE_RDONLY allows neither MPI_MODE_CREATE nor MPI_MODE_EXCL');
  if (has(RDWR) && has(SEQUENTIAL)) refuse('MPI_MODE_RDWR and MPI_MODE_SEQUENTIAL exclude each other');
  return amode;
}

function systemFlags(amode: number): number {
  const access = (amode & RDWR) !== 0 ? O_RDWR : (amode & WRONLY) !== 0 ? O_WRONLY : O_RDONLY;
  if ((amode & CREATE) === 0) return access;
  return access | O_CREAT | ((amode & EXCL) !== 0 ? O_EXCL : 0);
}

const HALF = 2 ** 32;
/** A number of up to 53 bits as two words, and back. */
export const wordsOf = (value: number): [number, number] => [value | 0, Math.floor(value / HALF)];
export const doubleOf = (low: number, high: number): number => (low >>> 0) + high * HALF;
