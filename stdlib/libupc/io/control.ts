/** upc_all_fcntl: a table of commands. */
import type { NativeFunction } from '../../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../../runtime/environment.ts';
import { EINVAL, ENOMEM } from '../../libc/errno.ts';
import { type IoCalls, IoFailure, together, WrongArgument } from './call.ts';
import {
  ASYNC_OUTSTANDING,
  COMMON_FP,
  GET_CA_SEMANTICS,
  GET_FL,
  GET_FN,
  GET_FP,
  GET_HINTS,
  INDIVIDUAL_FP,
  SET_COMMON_FP,
  SET_HINT,
  SET_INDIVIDUAL_FP,
  SET_STRONG_CA_SEMANTICS,
  SET_WEAK_CA_SEMANTICS,
  STRONG_CA,
} from './constants.ts';
import { readHints, writeHints } from './hints.ts';
import type { OpenFile, OpenFiles } from './open-file.ts';
import { syncFile } from './opening.ts';

type Command = (file: OpenFile, argument: number) => number;

export function control(
  environment: RuntimeEnvironment,
  calls: IoCalls,
  files: OpenFiles,
): Record<string, NativeFunction> {
  const name = 'upc_all_fcntl';

  /** Commands that read. */
  const getting: Readonly<Record<number, Command>> = {
    [GET_CA_SEMANTICS]: (file) => file.flags & STRONG_CA,
    [GET_FP]: (file) => file.flags & (COMMON_FP | INDIVIDUAL_FP),
    [GET_FL]: (file) => file.flags,
    [GET_FN]: (file, argument) => {
      lend(file, argument, [newName(file)]);
      return 0;
    },
    [GET_HINTS]: (file, argument) => {
      lend(file, argument, writeHints(environment, file.hints));
      return file.hints.size;
    },
  };

  /** Commands that change the file, all threads together and after a sync. */
  const setting: Readonly<Record<number, Command>> = {
    [SET_WEAK_CA_SEMANTICS]: (file) => changeFlags(file, STRONG_CA, 0),
    [SET_STRONG_CA_SEMANTICS]: (file) => changeFlags(file, 0, STRONG_CA),
    [SET_COMMON_FP]: (file) => changePointer(file, INDIVIDUAL_FP, COMMON_FP),
    [SET_INDIVIDUAL_FP]: (file) => changePointer(file, COMMON_FP, INDIVIDUAL_FP),
    [SET_HINT]: (file, argument) => {
      checkArgument(argument, 'a hint');
      readHints(environment, file.hints, argument, 1);
      return 0;
    },
  };

  function upc_all_fcntl(fd: number, cmd: number, argument: number): number {
    const exit = setting[cmd] === undefined ? 'no' : 'all';
    return calls.perform(together(name, [fd, cmd], exit), () => {
      if (cmd === ASYNC_OUTSTANDING) return Number(files.open(fd).outstanding !== undefined);
      const file = files.idle(fd);
      const command = getting[cmd] ?? setting[cmd];
      if (command === undefined)
        throw new WrongArgument(EINVAL, 'cmd', `${cmd}`, 'it must be one of the commands of upc_io.h');
      files.takeBack(file);
      if (setting[cmd] !== undefined) syncFile(calls, file);
      return command(file, argument);
    });
  }

  function newName({ path }: OpenFile): number {
    const address = environment.heap.allocate(path.length + 1);
    if (address === 0) throw new IoFailure(ENOMEM);
    environment.U8.set(path, address >>> 0);
    environment.U8[(address >>> 0) + path.length] = 0;
    return address;
  }

  /** Writes the first block's address to *argument; the program may use them until its next upc_all_fcntl. */
  function lend(file: OpenFile, argument: number, blocks: number[]): void {
    checkArgument(argument, 'the place for the result');
    file.lent = blocks;
    environment.I32[argument >>> 2] = blocks[0]!;
  }

  function checkArgument(argument: number, what: string): void {
    if (argument === 0) calls.refuse(name, 'arg', 'a null pointer', `this command needs ${what}`);
  }

  return { upc_all_fcntl };
}

function changeFlags(file: OpenFile, without: number, withFlags: number): number {
  file.flags = (file.flags & ~without) | withFlags;
  return 0;
}

function changePointer(file: OpenFile, without: number, withFlags: number): number {
  file.position = 0;
  return changeFlags(file, without, withFlags);
}
