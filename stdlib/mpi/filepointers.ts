/** File pointers: where they are, and where programs set them (MPI 3.1, 13.4.3, 13.4.4). Positions are in etypes of the view. */
import { fs } from '../libc/system.ts';
import type { Files, OpenFile } from './files.ts';
import { attempted } from './ioerrors.ts';
import { wordsOf } from './opening.ts';
import type { SharedPointers } from './sharedpointers.ts';
import type { Body, State } from './state.ts';

/** MPI_SEEK_SET, MPI_SEEK_CUR, MPI_SEEK_END. */
const [SET, CUR, END] = [600, 602, 604];

export class FilePointers {
  constructor(
    private readonly state: State,
    private readonly files: Files,
    private readonly pointers: SharedPointers,
  ) {}

  /** Where a pointer that is at `current` goes. */
  private target(call: string, file: OpenFile, offset: number, whence: number, current: number): number {
    const target = this.origin(call, file, whence, current) + offset;
    if (target < 0) this.state.refuse(call, 'offset', offset, `it leads to ${target}, before the view's first etype`);
    return target;
  }

  private origin(call: string, file: OpenFile, whence: number, current: number): number {
    if (whence === SET) return 0;
    if (whence === CUR) return current;
    if (whence === END) return this.endOf(call, file);
    return this.state.refuse(call, 'whence', whence, 'it is MPI_SEEK_SET, MPI_SEEK_CUR or MPI_SEEK_END');
  }

  /** The first etype that does not begin before the end of the file. */
  private endOf(call: string, { view, descriptor, name }: OpenFile): number {
    const { size } = attempted(call, name, () => fs.fstatSync(descriptor));
    return Math.ceil(view.firstFrom(size) / view.unit);
  }

  /** All ranks give the same; the first one sets the pointer. */
  private seekShared(call: string, handle: number, offset: number, whence: number): void {
    const file = this.files.idle(call, handle);
    const { comm } = file;
    const words = () => {
      this.files.seekable(call, file);
      return [...wordsOf(offset), whence];
    };
    this.files.same(call, comm, 'offset', `${offset}, or whence ${whence}`, 3, words);
    this.files.agreed(call, comm, 0, () => {
      if (comm.team.rank === 0)
        this.pointers.set(file, this.target(call, file, offset, whence, this.pointers.get(file)));
      return [];
    });
  }

  readonly bodies: Record<string, Body> = {
    MPI_File_seek: (call, handle, offset, whence) => {
      const file = this.files.seekable(call, this.files.at(call, handle!));
      file.position = this.target(call, file, Number(offset), whence!, file.position);
    },
    MPI_File_get_position: (call, handle, result) => {
      const { position } = this.files.seekable(call, this.files.at(call, handle!));
      this.state.giveLong(call, 'offset', result!, position);
    },
    MPI_File_get_byte_offset: (call, handle, offset, result) => {
      const { view } = this.files.seekable(call, this.files.at(call, handle!));
      this.state.natural(call, 'offset', Number(offset));
      this.state.giveLong(call, 'disp', result!, view.offsetOf(Number(offset) * view.unit));
    },
    MPI_File_seek_shared: (call, handle, offset, whence) => this.seekShared(call, handle!, Number(offset), whence!),
    MPI_File_get_position_shared: (call, handle, result) => {
      const file = this.files.seekable(call, this.files.at(call, handle!));
      this.state.giveLong(call, 'offset', result!, this.pointers.get(file));
    },
  };
}
