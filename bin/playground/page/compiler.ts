/**
 * The compiler, as the page calls it. A check is asked for at each key: while one is under way only the newest text waits,
 * and what came of an older one is not shown. A program that runs as checks compile it is not compiled once more.
 */
import type { Compilation, CompileOptions, Sources } from '../../../compiler/api.ts';
import type { CompileReply, CompileRequest } from './compiler-worker.ts';

interface Waiting {
  resolve(compilation: Compilation): void;
  reject(error: Error): void;
}

export class Compiler {
  private readonly worker = new Worker('compiler-worker.js', { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private isChecking = false;
  private newest: Sources | undefined;
  private latest: { readonly files: Sources; readonly compilation: Promise<Compilation> } | undefined;

  /** When something has been compiled: what the page needs for it is there. */
  readonly ready: Promise<void> = new Promise((resolve) => {
    this.isReady = resolve;
  });
  private isReady!: () => void;

  /** `checked` takes what a check found. */
  constructor(private readonly checked: (compilation: Compilation) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<CompileReply>) => this.hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(new Error(`the compiler's worker failed: ${event.message ?? 'its script could not be loaded'}`));
    };
  }

  compile(files: Sources, options: CompileOptions): Promise<Compilation> {
    return isAsChecked(options) && this.latest?.files === files ? this.latest.compilation : this.ask(files, options);
  }

  private ask(files: Sources, options: CompileOptions): Promise<Compilation> {
    const number = ++this.last;
    this.worker.postMessage({ number, files, options } satisfies CompileRequest);
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  /** Says to `checked` what is wrong in them. */
  check(files: Sources): void {
    this.newest = files;
    if (!this.isChecking) void this.checkNewest();
  }

  private async checkNewest(): Promise<void> {
    this.isChecking = true;
    while (this.newest !== undefined) {
      const files = this.newest;
      this.newest = undefined;
      this.latest = { files, compilation: this.ask(files, CHECK) };
      const compilation = await this.latest.compilation.catch(() => undefined);
      if (this.newest === undefined && compilation !== undefined) this.checked(compilation);
    }
    this.isChecking = false;
  }

  private hear({ number, compilation, error }: CompileReply): void {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    this.isReady();
    if (compilation === undefined) waiting?.reject(new Error(error));
    else waiting?.resolve(compilation);
  }

  private fail(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}

const CHECK: CompileOptions = { warnings: ['all'], network: 'smp', optimize: 0 };

const isAsChecked = ({ network, optimize, trace, simulate }: CompileOptions): boolean =>
  network === CHECK.network && optimize === CHECK.optimize && !trace && !simulate;
