/**
 * The compiler, as the page calls it, in two workers: one checks at each key, by the frontend alone, and one compiles.
 *
 * The newest text is checked: those that came before it while a check was under way are skipped. When no key has come for a while the
 * program is compiled as it usually runs, which also finds what the linker has to say; to run it then needs no compilation.
 */
import type { Compilation, CompileOptions } from '../../../compiler/api.ts';
import type { Checked, CheckOptions } from '../../../compiler/check.ts';
import type { Reply, Request } from './compiler-worker.ts';

type Texts = Readonly<Record<string, string>>;

export interface CompilerEvents {
  /** What the frontend has found. */
  checked(found: Checked): void;
  /** The program as it usually runs. */
  compiled(compilation: Compilation): void;
  /** One of its workers, which from now on rejects all that it is asked. */
  failed(error: Error): void;
  /** When the processor may be had for what nobody waits for. */
  calm(): Promise<void>;
}

/** Milliseconds without a key. */
const QUIET = 500;
const CHECK: CheckOptions = { warnings: ['all'], network: 'smp' };
const USUAL: CompileOptions = { ...CHECK, optimize: 0, ir: true };

export class Compiler {
  private readonly compiling: CompilerWorker;
  /** From the first compilation on, and the start of the run that waits for it: until then the processor is left to these. */
  private checking: CompilerWorker | undefined;
  private isChecking = false;
  private newest: Texts = {};
  private checkedFiles: Texts = {};
  private latest: { readonly files: Texts; readonly compilation: Promise<Compilation> } | undefined;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly events: CompilerEvents) {
    this.compiling = new CompilerWorker(events.failed);
  }

  /** A program that has come as a whole. When it has been compiled, what the page needs for it is there. */
  async open(files: Texts): Promise<void> {
    clearTimeout(this.pause);
    this.newest = this.checkedFiles = files;
    await this.compileUsual();
    await this.events.calm();
    if (this.checking !== undefined) return;
    this.checking = new CompilerWorker(this.events.failed);
    await warm(this.checking, files).catch(() => {});
    this.edit(this.newest);
  }

  /** One that has been changed at a key. */
  edit(files: Texts): void {
    this.newest = files;
    if (files === this.checkedFiles) return;
    clearTimeout(this.pause);
    if (!this.isChecking && this.checking !== undefined) void this.checkNewest(this.checking);
  }

  compile(files: Texts, options: CompileOptions): Promise<Compilation> {
    return isUsual(options) ? this.usual(files) : this.compiling.ask({ files, options });
  }

  private async checkNewest(worker: CompilerWorker): Promise<void> {
    this.isChecking = true;
    while (this.newest !== this.checkedFiles) {
      const files = this.newest;
      this.checkedFiles = files;
      const found = await worker.ask({ files, check: CHECK }).catch(() => undefined);
      if (files !== this.newest || found === undefined) continue;
      this.events.checked(found);
      this.pause = setTimeout(() => void this.compileUsual(), QUIET);
    }
    this.isChecking = false;
  }

  private async compileUsual(): Promise<void> {
    const files = this.newest;
    const compilation = await this.usual(files).catch(() => undefined);
    if (compilation !== undefined && files === this.newest) this.events.compiled(compilation);
  }

  private usual(files: Texts): Promise<Compilation> {
    if (this.latest?.files !== files)
      this.latest = { files, compilation: this.compiling.ask({ files, options: USUAL }) };
    return this.latest.compilation;
  }
}

/** Checks that take longer than later ones, as the engine compiles the compiler meanwhile. */
const COLD = 4;

/** Each of another text, as what is known is not checked again. */
async function warm(worker: CompilerWorker, files: Texts): Promise<void> {
  for (let k = 0; k < COLD; k++) {
    const longer = Object.entries(files).map(([name, text]) => [name, text + '\n'.repeat(k)]);
    await worker.ask({ files: Object.fromEntries(longer), check: CHECK });
  }
}

const isUsual = ({ network, optimize, debug, threads, trace, simulate }: CompileOptions): boolean =>
  network === USUAL.network && optimize === USUAL.optimize && !debug && !threads && !trace && !simulate;

type Unnumbered<T> = T extends unknown ? Omit<T, 'number'> : never;

interface Waiting {
  resolve(result: never): void;
  reject(error: Error): void;
}

/** A worker that answers requests in order. */
class CompilerWorker {
  private readonly worker = new Worker('compiler-worker.js', { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private failure: Error | undefined;

  constructor(private readonly failed: (error: Error) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new Error(`the compiler's worker failed: ${event.message ?? 'its script could not be loaded'}`));
    };
  }

  ask(request: { readonly files: Texts; readonly options: CompileOptions }): Promise<Compilation>;
  ask(request: { readonly files: Texts; readonly check: CheckOptions }): Promise<Checked>;
  ask(request: Unnumbered<Request>): Promise<unknown> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const number = ++this.last;
    this.worker.postMessage({ number, ...request } satisfies Request);
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  private hear({ number, result, error }: Reply): void {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    if (result === undefined) waiting?.reject(new Error(error));
    else waiting?.resolve(result as never);
  }

  private fail(error: Error): void {
    this.failure = error;
    this.failed(error);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
