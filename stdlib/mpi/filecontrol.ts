/**
 * Queries and settings of an open file: size, group, mode, hints, view, atomic mode, error handlers; MPI_File_sync (MPI 3.1, 13.2.4 - 13.2.8,
 * 13.3, 13.6, 8.3.3).
 */
import { hashOf } from '../common/together.ts';
import { fs } from '../libc/system.ts';
import { flush, preallocate } from '../libupc/io/storage.ts';
import type { ErrorHandlers } from './errorhandlers.ts';
import { ERR_IO, ERR_READ_ONLY, ERR_TYPE } from './errors.ts';
import { commonWords, hintsWith } from './filehints.ts';
import { canRead, canWrite, type Files, type OpenFile, SEQUENTIAL } from './files.ts';
import type { Groups } from './groups.ts';
import type { Infos } from './info.ts';
import { attempted } from './ioerrors.ts';
import { wordsOf } from './opening.ts';
import type { Representations } from './representations.ts';
import type { SharedPointers } from './sharedpointers.ts';
import type { Body, State } from './state.ts';
import type { Types } from './types.ts';
import { View } from './views.ts';

/** MPI_DISPLACEMENT_CURRENT. */
const CURRENT = -54278278;

export class FileControl {
  constructor(
    private readonly state: State,
    private readonly files: Files,
    private readonly infos: Infos,
    private readonly types: Types,
    private readonly groups: Groups,
    private readonly errorHandlers: ErrorHandlers,
    private readonly representations: Representations,
    private readonly pointers: SharedPointers,
  ) {}

  // ---------------------------------------------------------------- size

  /** All ranks give the same size, and the first one sets it. */
  private resize(call: string, handle: number, size: number, resize: (file: OpenFile) => void): void {
    const file = this.files.idle(call, handle);
    const { comm, name } = file;
    const checked = () => {
      this.files.seekable(call, file);
      if (!canWrite(file))
        this.state.refuse(call, 'fh', `"${name}"`, 'it was opened by MPI_MODE_RDONLY', ERR_READ_ONLY);
      if (!Number.isSafeInteger(size) || size < 0) this.state.refuse(call, 'size', size, 'it is 0 .. 2^53 - 1');
      return wordsOf(size);
    };
    this.files.same(call, comm, 'size', `${size}`, 2, checked);
    this.files.agreed(call, comm, 0, () => {
      if (comm.team.rank === 0) attempted(call, name, () => resize(file));
      return [];
    });
  }

  // ---------------------------------------------------------------- view

  private setView(...[call, handle, disp, etypeAt, filetypeAt, datarep, info]: SetView): void {
    const file = this.files.idle(call, handle);
    const { comm } = file;
    let view = file.view;
    const checked = () => {
      view = this.checkedView(call, file, disp, etypeAt, filetypeAt, datarep);
      return [hashOf(view.representation.name), view.unit];
    };
    this.files.same(call, comm, 'etype', 'of another extent, or datarep another one', 2, checked);
    this.setHints(call, file, info);
    file.view = view;
    file.position = 0;
    if (comm.team.rank === 0) this.pointers.set(file, 0);
    this.files.agreed(call, comm, 0, () => []);
  }

  private checkedView(...[call, file, disp, etypeAt, filetypeAt, datarep]: Six): View {
    const etype = this.types.used(call, 0, etypeAt, '', 'etype');
    const filetype = this.types.used(call, 0, filetypeAt, '', 'filetype');
    const displacement = this.displacement(call, file, disp);
    const view = new View(displacement, etype, filetype, this.representations.at(call, datarep));
    if (view.unit === 0) this.state.refuse(call, 'etype', etype.name, 'it must have data', ERR_TYPE);
    const fault = view.faultOf(canWrite(file));
    if (fault !== undefined) this.state.refuse(call, 'filetype', filetype.name, fault, ERR_IO);
    return view;
  }

  /** One open by MPI_MODE_SEQUENTIAL goes on where it is (13.3). */
  private displacement(call: string, file: OpenFile, disp: number): number {
    const isSequential = (file.amode & SEQUENTIAL) !== 0;
    if (isSequential !== (disp === CURRENT)) {
      const rule = 'it is MPI_DISPLACEMENT_CURRENT where, and only where, the file was opened by MPI_MODE_SEQUENTIAL';
      this.state.refuse(call, 'disp', isSequential ? disp : 'MPI_DISPLACEMENT_CURRENT', rule);
    }
    if (isSequential) return file.view.offsetOf(this.pointers.get(file) * file.view.unit);
    this.state.natural(call, 'disp', disp);
    return disp;
  }

  private getView(call: string, handle: number, disp: number, etype: number, filetype: number, datarep: number): void {
    const { view } = this.files.at(call, handle);
    this.state.giveLong(call, 'disp', disp, view.displacement);
    this.state.give(call, 'etype', etype, this.types.handleOf(view.etype));
    this.state.give(call, 'filetype', filetype, this.types.handleOf(view.filetype));
    this.state.giveString(call, 'datarep', datarep, view.representation.name);
  }

  private setHints(call: string, file: OpenFile, handle: number): void {
    let { hints } = file;
    this.files.same(call, file.comm, 'info', 'of hints', 3, () => {
      hints = hintsWith(file.hints, this.infos.given(call, handle));
      return commonWords(hints);
    });
    file.hints = hints;
  }

  // ---------------------------------------------------------------- consistency

  private setAtomicity(call: string, handle: number, flag: number): void {
    const file = this.files.idle(call, handle);
    this.files.same(call, file.comm, 'flag', `${flag}`, 1, () => [flag === 0 ? 0 : 1]);
    file.isAtomic = flag !== 0;
  }

  private sync(call: string, handle: number): void {
    const file = this.files.idle(call, handle);
    this.files.agreed(call, file.comm, 0, () => {
      if (canWrite(file)) attempted(call, file.name, () => flush(file.descriptor));
      return [];
    });
  }

  // ---------------------------------------------------------------- functions

  readonly bodies: Record<string, Body> = {
    ...this.errorHandlers.ofKind('File', (call, handle) => this.files.ownerAt(call, handle)),
    MPI_File_set_size: (call, handle, size) =>
      this.resize(call, handle!, Number(size), ({ descriptor }) => fs.ftruncateSync(descriptor, Number(size))),
    MPI_File_preallocate: (call, handle, size) =>
      this.resize(call, handle!, Number(size), (file) =>
        preallocate({ descriptor: file.descriptor, path: file.name, canRead: canRead(file) }, Number(size)),
      ),
    MPI_File_get_size: (call, handle, result) => {
      const { descriptor, name } = this.files.at(call, handle!);
      this.state.giveLong(
        call,
        'size',
        result!,
        attempted(call, name, () => fs.fstatSync(descriptor).size),
      );
    },
    MPI_File_get_group: (call, handle, result) => {
      const { comm } = this.files.at(call, handle!);
      this.state.give(call, 'group', result!, this.groups.handles.add(Array.from(comm.team.members)));
    },
    MPI_File_get_amode: (call, handle, result) =>
      this.state.give(call, 'amode', result!, this.files.at(call, handle!).amode),
    MPI_File_set_info: (call, handle, info) => this.setHints(call, this.files.idle(call, handle!), info!),
    MPI_File_get_info: (call, handle, result) =>
      this.infos.give(call, 'info_used', result!, new Map(this.files.at(call, handle!).hints)),
    MPI_File_set_view: (call, handle, disp, ...rest) =>
      this.setView(call, handle!, Number(disp), ...(rest as [number, number, number, number])),
    MPI_File_get_view: (call, ...rest) => this.getView(call, ...(rest as [number, number, number, number, number])),
    MPI_File_get_type_extent: (call, handle, type, result) => {
      const { view } = this.files.at(call, handle!);
      const { extent } = view.representation.stored(this.types.at(call, 'datatype', type!));
      this.state.giveLong(call, 'extent', result!, extent);
    },
    MPI_File_set_atomicity: (call, handle, flag) => this.setAtomicity(call, handle!, flag!),
    MPI_File_get_atomicity: (call, handle, result) =>
      this.state.give(call, 'flag', result!, this.files.at(call, handle!).isAtomic ? 1 : 0),
    MPI_File_sync: (call, handle) => this.sync(call, handle!),
  };
}

type SetView = [call: string, ...numbers: [number, number, number, number, number, number]];
type Six = [call: string, file: OpenFile, ...numbers: [number, number, number, number]];
