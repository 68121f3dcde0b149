/** `load` in a page, and programs whose functions its JavaScript calls: their workers are a job's of the page's platform, their output goes to the console. */
import { type JobEvents, Job as PageJob } from '../runtime/platform/browser/job.ts';
import { scope, urlOf } from '../runtime/platform/browser/web.ts';
import type { Instance, Loadable, LoadOptions, Texts } from './api.ts';
import { startInstance } from './instance.ts';
import { LazyInstance } from './lazy.ts';
import { areTexts, loadTexts } from './loading.ts';
import type { CompiledProgram } from './modules.ts';
import type { Job } from './program.ts';
import type { Compile } from './settings.ts';

/** Texts of the scripts that begin workers: the build puts them here. */
declare const JOB_SCRIPT: string;
declare const THREAD_SCRIPT: string;

let scripts: { readonly job: string; readonly thread: string } | undefined;

/** Compiles the sources into one program, and starts it. What they include must be among the texts. */
export async function load(compile: Compile, source: Loadable, options: LoadOptions = {}): Promise<Instance> {
  const texts = areTexts(source) ? source : await fetched([source].flat());
  return loadTexts(texts, options, {
    compile,
    jobOf,
    warn: (messages) => console.warn(messages),
  });
}

/** By the ends of their addresses. */
async function fetched(addresses: readonly (string | URL)[]): Promise<Texts> {
  const texts = addresses.map(async (address) => {
    const response = await fetch(address);
    const { ok, url, status, statusText } = response;
    if (!ok) throw new Error(`load: ${url}: ${status} ${statusText}`);
    return [new URL(url).pathname.replace(/.*\//, ''), await response.text()] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

/** The instance of a module, which starts when it is first called. */
export function instanceOf({ name, functions, code, map }: CompiledProgram, words: readonly string[]): Instance {
  return new LazyInstance(name, () => startInstance(name, functions, jobOf(name, code, map, words)));
}

/** Even one thread lies in a worker, whose memory the page writes. */
function checkIsolation(name: string): void {
  if (scope.crossOriginIsolated) return;
  throw new Error(
    `${name}: this page is not cross-origin isolated, so it shares no memory with the program's workers: serve it from https or localhost, ` +
      'with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp',
  );
}

function jobOf(name: string, code: string, map: string, words: readonly string[]): Job {
  checkIsolation(name);
  let job: PageJob | undefined;
  return {
    listen({ told, ended }) {
      scripts ??= { job: urlOf(JOB_SCRIPT), thread: urlOf(THREAD_SCRIPT) };
      const { output, flush } = printing();
      const over = (status: number) => {
        flush();
        ended(status);
      };
      const events: JobEvents = { output, told: told as (message: unknown) => void, ended: over };
      job = new PageJob({ code, map, arguments: words, isTerminal: false }, events, scripts);
    },
    end: () => job?.kill(),
    keep() {},
  };
}

/** Lines, each a message of the console; `flush`: the last one has no newline. */
function printing(): Pick<JobEvents, 'output'> & { flush(): void } {
  const [output, errors] = [linesTo(console.log), linesTo(console.error)];
  return {
    output(descriptor, bytes, taken) {
      (descriptor === 2 ? errors : output).write(bytes);
      taken();
    },
    flush() {
      for (const each of [output, errors]) each.end();
    },
  };
}

function linesTo(say: (line: string) => void): { write(bytes: Uint8Array): void; end(): void } {
  const decoder = new TextDecoder();
  let open = '';
  return {
    write(bytes) {
      const lines = (open + decoder.decode(bytes, { stream: true })).split('\n');
      open = lines.pop()!;
      for (const line of lines) say(line);
    },
    end() {
      const rest = open + decoder.decode();
      if (rest !== '') say(rest);
    },
  };
}
