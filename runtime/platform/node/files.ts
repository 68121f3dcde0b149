/** Files of Node.js. */
import type { Files } from '../platform.ts';
import { crypto, fs, os, path, tty, url } from './modules.ts';

export const files: Files = {
  write: (descriptor, bytes, start) => fs.writeSync(descriptor, bytes, start),
  isTerminal: (descriptor) => tty().isatty(descriptor),
  readSome: (descriptor, bytes) => fs.readSync(descriptor, bytes),
  keepSecret,
  mayBeFolder: (name) => isFolder(name) || (!fs.existsSync(name) && isFolder(path.dirname(path.resolve(name)))),
  readSecret,
  writeLater,
  onInput,
  ignoreInput,
  read: (name) => fs.readFileSync(name, 'utf8'),
  folder: () => process.cwd(),
  replace: (name, text) => fs.writeFileSync(name, text),
  append: (name) => fs.openSync(name, 'a'),
  spool,
  readAt: (descriptor, bytes, position) => fs.readSync(descriptor, bytes, 0, bytes.length, position),
  close: (descriptor) => fs.closeSync(descriptor),
  remove(name) {
    try {
      fs.rmSync(name, { force: true });
    } catch {} // it is no file
  },
  removeAll(folder, beginning) {
    if (!fs.existsSync(folder)) return;
    const isOurs = (name: string) => fs.statSync(name, { throwIfNoEntry: false })?.uid === process.getuid?.();
    for (const name of fs.readdirSync(folder)) {
      const file = path.join(folder, name);
      if (name.startsWith(beginning) && isOurs(file)) fs.rmSync(file, { force: true });
    }
  },
  readBeside: (neighbour, name) => fs.readFileSync(path.resolve(path.dirname(neighbour), name), 'utf8'),
  digest: (name) => crypto().createHash('sha256').update(fs.readFileSync(name)).digest('hex'),
  baseName: (name) => path.basename(name),
  pathOf: (file) => (file.startsWith('file:') ? url.fileURLToPath(file) : file),
};

/** Milliseconds before the next try where a descriptor takes nothing now. */
const PAUSE = 2;

async function writeLater(descriptor: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += await writeSome(descriptor, bytes, done);
}

function writeSome(descriptor: number, bytes: Uint8Array, start: number): Promise<number> {
  return new Promise((resolve, reject) =>
    fs.write(descriptor, bytes, start, bytes.length - start, null, (error, count) => {
      if (error === null) resolve(count);
      else if (error.code === 'EAGAIN') setTimeout(resolve, PAUSE, 0);
      else reject(error);
    }),
  );
}

function onInput(listener: (bytes: Uint8Array | undefined, taken: () => void) => void): void {
  const { stdin } = process;
  stdin.on('data', (bytes) => {
    stdin.pause();
    listener(bytes, () => stdin.resume());
  });
  stdin.on('end', () => listener(undefined, () => {}));
  stdin.on('error', () => listener(undefined, () => {}));
}

/** Where the system removes no file that is open, it has its name until the folder for such files is emptied. */
function spool(): number {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgasc-'));
  const descriptor = fs.openSync(path.join(folder, 'spool'), 'ax+', 0o600);
  fs.rmSync(folder, { recursive: true, force: true });
  return descriptor;
}

const isFolder = (name: string) => fs.statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;

/** Others see the file whole or not at all, and nobody has it before: its name is new. */
function keepSecret(folder: string, name: string, text: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const before = `${name}.${crypto().randomBytes(8).toString('hex')}`;
  try {
    fs.writeFileSync(before, text, { mode: 0o600, flag: 'wx' });
    fs.renameSync(before, name);
  } catch (error) {
    fs.rmSync(before, { force: true });
    throw error;
  }
}

/** A file that others may have written or read tells nothing, nor does what is no file, or is removed meanwhile. */
function readSecret(name: string): string | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = fs.openSync(name, 'r');
    const { uid, mode } = fs.fstatSync(descriptor);
    return uid === process.getuid?.() && (mode & 0o077) === 0 ? fs.readFileSync(descriptor, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

function ignoreInput(): void {
  fs.closeSync(0);
  fs.openSync('/dev/null', 'r'); // takes the lowest number that is free: 0
}
