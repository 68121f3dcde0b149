/** Files of Node.js. */
import type { Files } from '../platform.ts';
import { crypto, fs, path, url } from './modules.ts';

export const files: Files = {
  write: (descriptor, bytes, start) => fs.writeSync(descriptor, bytes, start),
  replace: (name, text) => fs.writeFileSync(name, text),
  append: (name) => fs.openSync(name, 'a'),
  close: (descriptor) => fs.closeSync(descriptor),
  remove: (name) => fs.rmSync(name, { force: true }),
  removeAll(folder, beginning) {
    if (!fs.existsSync(folder)) return;
    for (const name of fs.readdirSync(folder))
      if (name.startsWith(beginning)) fs.rmSync(path.join(folder, name), { force: true });
  },
  readBeside: (neighbour, name) => fs.readFileSync(path.resolve(path.dirname(neighbour), name), 'utf8'),
  digest: (name) => crypto().createHash('sha256').update(fs.readFileSync(name)).digest('hex'),
  baseName: (name) => path.basename(name),
  pathOf: (address) => url.fileURLToPath(address),
};
