/** `import { solve } from './heat.upc'` in what Vite serves and builds, for pages and, where it renders or tests, for Node.js. */
import { fileURLToPath } from 'node:url';
import { checkNames } from '../compiler/optionnames.ts';
import type { ModuleOptions } from './api.ts';
import { compileFor } from './compilers.ts';
import { compileModule } from './modules.ts';
import { MODULE_OPTIONS } from './settings.ts';

/** Of Vite's and Rollup's plugins as much as is used here. */
interface Context {
  addWatchFile(path: string): void;
  warn(message: string): void;
  error(message: string): never;
}

/** Pages share memory among workers if they are isolated from other origins. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export default function pgasc(options: ModuleOptions = {}) {
  checkNames('pgasc/vite', options, MODULE_OPTIONS);
  let root = process.cwd();
  return {
    name: 'pgasc',
    enforce: 'pre' as const,
    config: () => ({
      server: { headers: ISOLATED },
      preview: { headers: ISOLATED },
      optimizeDeps: { exclude: ['pgasc'] },
    }),
    configResolved(config: { readonly root: string }): void {
      root = config.root;
    },
    resolveId(id: string, _importer: unknown, { ssr = false }: { ssr?: boolean } = {}): string | undefined {
      if (id !== 'pgasc/instance') return undefined;
      return fileURLToPath(new URL(ssr ? './load.mjs' : './page/instance.mjs', import.meta.url));
    },
    async load(this: Context, id: string, { ssr = false }: { ssr?: boolean } = {}): Promise<string | undefined> {
      const path = id.replace(/\?.*$/, '');
      if (!path.endsWith('.upc')) return undefined;
      const source = { path, root, library: 'pgasc/instance' };
      const { text, compilation, files, absent } = await compileModule(await compileFor(ssr), source, options);
      for (const file of files) this.addWatchFile(file);
      if (text === undefined) this.error(compilation.messages);
      if (compilation.messages !== '') this.warn(compilation.messages);
      for (const each of absent) this.warn(each);
      return text;
    },
  };
}
