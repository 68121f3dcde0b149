/**
 * Commands of the shell: system, popen. (C99 7.20.4.6; POSIX)
 * The idea: a thread cannot run beside a process, so a command runs to its end in one call: a popen for reading runs it
 * at once and gives its output, one for writing gathers its input and runs it at pclose.
 */
import { EINVAL, errorNumber, setErrno } from '../errno.ts';
import { workingDirectory } from '../files/working-directory.ts';
import { textAt } from '../memory.ts';
import { children, fs, os } from '../system.ts';
import { BytesDevice, GatheringDevice } from './memory-device.ts';
import { filesOf } from './open-files.ts';
import { type FunctionGroup, stringText } from './parts.ts';

const SHELL = '/bin/sh';
const READ = { readable: true, writable: false, append: false };
const WRITE = { readable: false, writable: true, append: false };

/** Status of a child, as wait gives it; 127 where there is no shell. */
function waitStatus(result: { status: number | null; signal: NodeJS.Signals | null }): number {
  if (result.signal !== null) return os.constants.signals[result.signal];
  return (result.status ?? 127) << 8;
}

export const commandFunctions: FunctionGroup = (environment, io) => {
  /** Statuses of commands that have ended, by FILE pointer. */
  const statuses = new Map<number, () => number>();

  /** A child's standard output or error: the system's, or the file that the thread redirected it to. */
  function outputOf(number: number): number | 'pipe' {
    const { device } = filesOf(environment).find(number).file;
    return device.descriptor === 1 || device.descriptor === 2 ? device.descriptor : 'pipe';
  }

  /** Runs a command; output that is not the system's goes where the thread's goes. */
  function run(command: string, input: Buffer | undefined, output: 1 | undefined) {
    const outputs = [output === undefined ? outputOf(1) : 'pipe', outputOf(2)] as const;
    const standardInput = input === undefined && environment.ownsInput ? 0 : 'pipe';
    const result = children.spawnSync(SHELL, ['-c', command], {
      ...{ stdio: [standardInput, ...outputs], maxBuffer: Number.POSITIVE_INFINITY, input: input ?? Buffer.alloc(0) },
      ...{ cwd: workingDirectory(environment), env: { ...environment.variables } },
    });
    if (output === undefined) hand(1, result.stdout);
    hand(2, result.stderr);
    return result;
  }

  function hand(number: number, bytes: Buffer | null): void {
    if (bytes !== null && bytes.length > 0) filesOf(environment).find(number).file.write(bytes, 0, bytes.length);
  }

  function system(command: number): number {
    if (command === 0) return fs.existsSync(SHELL) ? 1 : 0;
    return io().table.attempt(() => waitStatus(run(textAt(environment, command), undefined, undefined))) ?? -1;
  }

  function reading(command: string): number {
    const result = run(command, undefined, 1);
    const stream = io().table.openDevice(new BytesDevice(result.stdout ?? new Uint8Array()), READ);
    statuses.set(stream, () => waitStatus(result));
    return stream;
  }

  function writing(command: string): number {
    let status = 0;
    const device = new GatheringDevice((bytes) => {
      status = waitStatus(run(command, bytes, undefined));
    });
    const stream = io().table.openDevice(device, WRITE);
    statuses.set(stream, () => status);
    return stream;
  }

  function popen(command: number, modeText: number): number {
    const [mode, ...more] = stringText(environment, modeText).replace('e', '');
    if ((mode !== 'r' && mode !== 'w') || more.length > 0) {
      setErrno(environment, EINVAL);
      return 0;
    }
    const text = textAt(environment, command);
    return io().table.attempt(() => (mode === 'r' ? reading(text) : writing(text))) ?? 0;
  }

  function pclose(stream: number): number {
    const status = statuses.get(stream);
    if (status === undefined) {
      setErrno(environment, errorNumber('ECHILD'));
      return -1;
    }
    statuses.delete(stream);
    io().table.close(stream);
    return status();
  }

  return { system, popen, pclose };
};
