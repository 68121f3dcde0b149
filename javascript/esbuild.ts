/** `import { solve } from './heat.upc'` in what esbuild bundles, for Node.js and for pages. */
import type { Plugin } from 'esbuild';
import type { PublishedFile } from '../compiler/diagnostics/published.ts';
import { checkNames } from '../compiler/optionnames.ts';
import type { ModuleOptions } from './api.ts';
import { compileFor } from './compilers.ts';
import { compileModule } from './modules.ts';
import { MODULE_OPTIONS } from './settings.ts';

export default function pgasc(options: ModuleOptions = {}): Plugin {
  checkNames('pgasc/esbuild', options, MODULE_OPTIONS);
  return {
    name: 'pgasc',
    setup({ onLoad, initialOptions }) {
      const compile = compileFor(initialOptions.platform === 'node');
      const root = initialOptions.absWorkingDir ?? process.cwd();
      onLoad({ filter: /\.upc$/ }, async ({ path }) => {
        const source = { path, root, library: 'pgasc/instance' };
        const { text, compilation, files, absent } = await compileModule(await compile, source, options);
        const watchFiles = [...files];
        const { diagnostics } = compilation;
        const warnings = [...messagesOf(diagnostics, 2), ...absent.map((each) => ({ text: each }))];
        if (text === undefined) return { errors: messagesOf(diagnostics, 1), warnings, watchFiles };
        return { contents: text, loader: 'js', resolveDir: import.meta.dirname, warnings, watchFiles };
      });
    },
  };
}

/** `severity`: as the Language Server Protocol counts them. */
function messagesOf(files: readonly PublishedFile[], severity: number) {
  return files.flatMap(({ uri, diagnostics }) =>
    diagnostics
      .filter((each) => each.severity === severity)
      .map(({ message, range: { start } }) => ({
        text: message,
        location: { file: uri, line: start.line + 1, column: start.character },
      })),
  );
}
