/** The compiler in a worker of its own: takes requests, compiles one after the other, gives what came of each. */
import type { Compilation, CompileOptions, Sources } from '../../../compiler/api.ts';

export interface CompileRequest {
  readonly number: number;
  readonly files: Sources;
  readonly options: CompileOptions;
}

export interface CompileReply {
  readonly number: number;
  readonly compilation?: Compilation;
  /** Where it could not be done. */
  readonly error?: string;
}

interface Compiler {
  compile(sources: Sources, options: CompileOptions): Promise<Compilation>;
}

// @ts-expect-error: the build puts it beside this script
const compiler: Promise<Compiler> = import('./page/compile.mjs');
let before: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<CompileRequest>) => {
  before = before.then(async () => postMessage(await reply(data)));
};

async function reply({ number, files, options }: CompileRequest): Promise<CompileReply> {
  try {
    return { number, compilation: await (await compiler).compile(files, options) };
  } catch (error) {
    return { number, error: (error as Error).message };
  }
}
