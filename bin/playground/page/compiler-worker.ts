/** The compiler in a worker of its own: takes requests, compiles or checks one after the other, gives what came of each. */
import type { Compilation, CompileOptions, Sources } from '../../../compiler/api.ts';
import type { Checked, Checker, CheckOptions } from '../../../compiler/check.ts';

type Texts = Exclude<Sources, string>;

export interface Asked {
  readonly number: number;
  readonly files: Texts;
}
export interface CompileRequest extends Asked {
  readonly options: CompileOptions;
}
export interface CheckRequest extends Asked {
  readonly check: CheckOptions;
}
export type Request = CompileRequest | CheckRequest;

export interface Reply {
  readonly number: number;
  readonly result?: Compilation | Checked;
  /** Where it could not be done. */
  readonly error?: string;
}

interface Compiler {
  compile(sources: Sources, options: CompileOptions): Promise<Compilation>;
  checker(options: CheckOptions): Checker;
}

// @ts-expect-error: the build puts it beside this script
const compiler: Promise<Compiler> = import('./page/compile.mjs');
/** All checks of a page have the same options. */
let checker: Checker | undefined;
let before: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<Request>) => {
  before = before.then(async () => postMessage(await reply(data)));
};

async function reply(request: Request): Promise<Reply> {
  const { number } = request;
  try {
    return { number, result: await resultOf(request) };
  } catch (error) {
    return { number, error: (error as Error).message };
  }
}

async function resultOf(request: Request): Promise<Compilation | Checked> {
  const { compile, checker: make } = await compiler;
  if ('options' in request) return compile(request.files, request.options);
  checker ??= make(request.check);
  return checker.check(request.files);
}
