/** Processes of Node.js, with an inherited channel to each, and commands that speak by standard input and output: nobody else can. */
import type { ChildProcess } from 'node:child_process';
import type {
  Line,
  Output,
  Preload,
  ProcessEvents,
  Processes,
  ProcessStart,
  StartedCommand,
  StartedProcess,
} from '../platform.ts';
import { cores, keepTo } from './affinity.ts';
import { files } from './files.ts';
import { Frames, frameOf, MARK } from './frames.ts';
import { childProcess, fs, path } from './modules.ts';

/** Is set in the environment of a process for a part of a job: how its line to who has started it goes. */
const PART = 'PGAS_PART';
const [BY_CHANNEL, BY_STREAMS] = ['1', 'streams'];
/** Drivers that libfabric loads (psm, psm2) take SIGINT, SIGTERM and SIGSEGV from the engine, and end the process, unless these are set. */
const NO_HANDLERS = { IPATH_NO_BACKTRACE: '1', HFI_NO_BACKTRACE: '1' };

const way = takeWay();

export const processes: Processes = {
  id: process.pid,
  host: bootAnd('pid'),
  network: bootAnd('net'),
  parent: way === BY_CHANNEL ? channelOf() : undefined,
  caller: way === BY_STREAMS ? streams() : undefined,
  cores,
  keepTo,
  keepSignals: () => void Object.assign(process.env, NO_HANDLERS),
  executable: process.execPath,
  start,
  call,
  callCommand: (folder, words) =>
    `cd ${quoted(folder)} && exec env ${PART}=${BY_STREAMS} ${words.map(quoted).join(' ')}`,
  preload,
};

/** Writes files from standard input, and takes no byte more than theirs. Its words: a folder, then name and size of each. */
const RECEIVE = `
  const fs = require('fs');
  const [folder, ...files] = process.argv.slice(1);
  const some = (bytes, at) => { try { return fs.readSync(0, bytes, at, bytes.length - at, null); } catch (error) { if (error.code !== 'EAGAIN') throw error; return -1; } };
  for (let i = 0; i < files.length; i += 2) {
    const bytes = Buffer.alloc(Number(files[i + 1]));
    for (let at = 0; at < bytes.length; ) {
      const count = some(bytes, at);
      if (count === 0) process.exit(1);
      if (count < 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      else at += count;
    }
    fs.writeFileSync(folder + '/' + files[i], bytes);
  }
`;

/** A shell has them in a folder of their own, which it removes when the script has ended. */
function preload(folder: string, script: string, words: readonly string[]): Preload {
  const there = [script, `${script}.map`].filter((name) => fs.existsSync(name));
  const files = there.map((name) => ({ name: path.basename(name), bytes: fs.readFileSync(name) }));
  const sizes = files.map(({ name, bytes }) => `${quoted(name)} ${bytes.length}`).join(' ');
  const node = quoted(process.execPath);
  const own = `"$own"/${quoted(path.basename(script))}`;
  const steps = [
    `own=$(mktemp -d) && trap 'rm -rf "$own"' EXIT`,
    `${node} -e ${quoted(RECEIVE)} "$own" ${sizes}`,
    `{ cd ${quoted(folder)} 2>/dev/null || cd "$own"; }`,
    `env ${PART}=${BY_STREAMS} ${node} ${own} ${words.map(quoted).join(' ')}`,
  ];
  return {
    command: `exec sh -c ${quoted(steps.join(' && '))}`,
    first: Buffer.concat(files.map(({ bytes }) => bytes)),
  };
}

function takeWay(): string | undefined {
  const { [PART]: set } = process.env;
  delete process.env[PART]; // neither the program nor what it starts shall see it
  return set;
}

/** The running system, and a namespace of this process. */
function bootAnd(namespace: 'pid' | 'net'): string {
  try {
    return `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${fs.readlinkSync(`/proc/self/ns/${namespace}`)}`;
  } catch {
    return '';
  }
}

function channelOf(): Line | undefined {
  if (process.send === undefined) return undefined;
  return {
    tell: (message) => void process.send!(message, undefined, undefined, () => {}),
    onMessage: (listener) => void process.on('message', listener as (message: unknown) => void),
    onEnd: (listener) => void process.on('disconnect', listener),
  };
}

/** Standard output is the line's from now on. */
function streams(): Line {
  const ends: (() => void)[] = [];
  const end = () => ends.forEach((listener) => void listener());
  process.stdin.on('end', end).on('error', end);
  process.stdout.on('error', end);
  process.stdout.write(MARK);
  return {
    tell: (message) => void process.stdout.write(frameOf(message)),
    onMessage: (listener) => {
      const frames = new Frames(listener as (message: unknown) => void, end);
      process.stdin.on('data', (chunk) => frames.take(chunk));
    },
    onEnd: (listener) => void ends.push(listener),
  };
}

/** Each process is listened to by a debugger of its own. */
const anyPort = (flag: string) => flag.replace(/^(--inspect(-brk|-wait)?)(=.*)?$/, '$1=0');

function start<M>({ file, words, input, output, variables }: ProcessStart, events: ProcessEvents<M>): StartedProcess {
  const path = file.startsWith('file:') ? files.pathOf(file) : file;
  const out = output === undefined ? 'inherit' : 'pipe';
  const child = childProcess().spawn(process.execPath, [...process.execArgv.map(anyPort), path, ...words], {
    stdio: [input, out, out, 'ipc'],
    serialization: 'advanced',
    env: { ...NO_HANDLERS, ...process.env, ...variables, [PART]: BY_CHANNEL },
  });
  if (output !== undefined) relay(child, output);
  child.on('message', (message) => events.told(message as M));
  whenEnded(child, () => !child.connected, events.ended);
  child.stdin?.on('error', () => {}); // it may end without reading
  return {
    id: child.pid,
    tell: (message) => void child.send(message as object, () => {}),
    input: (bytes, taken) => write(child, bytes, taken),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Calls `ended` once the process has ended, its output is read, and `isClosed`. */
function whenEnded(child: ChildProcess, isClosed: () => boolean, ended: (how: string) => void): void {
  let how: string | undefined;
  const tellEnd = () => {
    if (how === undefined || !isClosed()) return;
    ended(how);
    how = undefined;
  };
  child.on('disconnect', tellEnd);
  child.on('close', (status, signal) => {
    how ??= signal === null ? `ended with status ${status}` : `was killed by ${signal}`;
    tellEnd();
  });
  child.on('error', (error) => {
    how ??= `could not be started: ${error.message}`;
    tellEnd();
  });
}

/** Passes on what the process writes, a chunk of each stream at a time. */
function relay(child: ChildProcess, output: Output): void {
  for (const [stream, descriptor] of [
    [child.stdout!, 1],
    [child.stderr!, 2],
  ] as const)
    stream.on('data', (bytes: Buffer) => {
      stream.pause();
      output(descriptor, bytes, () => stream.resume());
    });
}

function write({ stdin }: ChildProcess, bytes: Uint8Array | undefined, taken: () => void): void {
  if (bytes === undefined) stdin?.end();
  else stdin?.write(bytes, taken);
}

/** Commands, which end with this process. */
const called: ChildProcess[] = [];

/** A process group of its own: Ctrl-C is for this process, which tells the others what to do. */
function call<M>([command, ...words]: readonly string[], events: ProcessEvents<M>, first?: Uint8Array): StartedCommand {
  const child = childProcess().spawn(command!, words, { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const frames = new Frames(
    (message) => events.told(message as M),
    () => child.kill('SIGKILL'),
    true,
  );
  child.stdout!.on('data', (chunk: Buffer) => frames.take(chunk));
  child.stdin!.on('error', () => {});
  if (first !== undefined) child.stdin!.write(first);
  if (called.push(child) === 1) process.on('exit', () => called.forEach(endGroup));
  whenEnded(child, () => true, events.ended);
  return {
    tell: (message) => void child.stdin!.write(frameOf(message)),
  };
}

/** An agent has ended, or ends by the line; a command such as ssh, whose other end may be gone, is told. */
function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {} // it has ended now
}

/** A word as a shell reads it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
