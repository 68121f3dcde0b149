/** Node.js's hook that loads sources in UPC as modules; it runs in a thread of its own. */
import { fileURLToPath } from 'node:url';
import { compileFor } from './compilers.ts';
import { compileModule } from './modules.ts';

interface Loaded {
  readonly format: string;
  readonly source?: string;
  readonly shortCircuit?: boolean;
}

export async function load(
  url: string,
  context: object,
  next: (url: string, context: object) => Promise<Loaded>,
): Promise<Loaded> {
  if (!/^file:.*\.upc(\?.*)?$/.test(url)) return next(url, context);
  const library = new URL('./load.mjs', import.meta.url).href;
  const source = { path: fileURLToPath(url), root: process.cwd(), library };
  const { text, compilation } = await compileModule(await compileFor(true), source, {});
  if (text === undefined) throw new SyntaxError(compilation.messages);
  if (compilation.messages !== '') process.stderr.write(compilation.messages);
  return { format: 'module', source: text, shortCircuit: true };
}
