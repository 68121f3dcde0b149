/** Processes of Node.js, with an inherited channel to each: nobody else can speak on it. */
import type { Line, ProcessEvents, Processes, StartedProcess } from '../platform.ts';
import { files } from './files.ts';
import { childProcess } from './modules.ts';

/** Is set in the environment of a process for a part of a job. */
const PART = 'PGAS_PART';
/** Drivers that libfabric loads (psm, psm2) take SIGINT, SIGTERM and SIGSEGV from the engine, and end the process, unless these are set. */
const NO_HANDLERS = { IPATH_NO_BACKTRACE: '1', HFI_NO_BACKTRACE: '1' };

export const processes: Processes = { id: process.pid, parent: takeParent(), start };

function takeParent(): Line | undefined {
  if (process.env[PART] === undefined || process.send === undefined) return undefined;
  delete process.env[PART]; // neither the program nor what it starts shall see it
  return {
    tell: (message) => void process.send!(message, undefined, undefined, () => {}),
    onMessage: (listener) => void process.on('message', listener as (message: unknown) => void),
    onEnd: (listener) => void process.on('disconnect', listener),
  };
}

/** Each process is listened to by a debugger of its own. */
const anyPort = (flag: string) => flag.replace(/^(--inspect(-brk|-wait)?)(=.*)?$/, '$1=0');

function start<M>(file: string, readsInput: boolean, events: ProcessEvents<M>): StartedProcess {
  const path = file.startsWith('file:') ? files.pathOf(file) : file;
  const child = childProcess().spawn(
    process.execPath,
    [...process.execArgv.map(anyPort), path, ...process.argv.slice(2)],
    {
      stdio: [readsInput ? 'inherit' : 'ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: { ...NO_HANDLERS, ...process.env, [PART]: '1' },
    },
  );
  let how: string | undefined;
  const tellEnd = () => void (how !== undefined && !child.connected && events.ended(how));
  child.on('message', (message) => events.told(message as M));
  child.on('disconnect', tellEnd);
  child.on('exit', (status, signal) => {
    how = signal === null ? `ended with status ${status}` : `was killed by ${signal}`;
    tellEnd();
  });
  child.on('error', (error) => {
    how = `could not be started: ${error.message}`;
    tellEnd();
  });
  return {
    id: child.pid,
    tell: (message) => void child.send(message as object, () => {}),
    kill: () => void child.kill('SIGKILL'),
  };
}
