/** What `load` does in Node.js and in a page alike: compiles texts into one program, and starts it. */
import type { CompileOptions } from '../compiler/api.ts';
import { checkNames } from '../compiler/optionnames.ts';
import type { Instance, LoadOptions, Texts } from './api.ts';
import { startInstance } from './instance.ts';
import type { Job } from './program.ts';
import { type Compile, LOAD_OPTIONS, USUAL, wordsOf } from './settings.ts';

export interface Loading {
  readonly compile: Compile;
  readonly read?: CompileOptions['read'];
  warn(messages: string): void;
  jobOf(name: string, code: string, map: string, words: readonly string[]): Job;
}

/** The program has the name of its first source. */
export async function loadTexts(texts: Texts, options: LoadOptions, loading: Loading): Promise<Instance> {
  checkNames('load', options, LOAD_OPTIONS);
  const { threads, flags = [], ...compiled } = options;
  const settings = { ...USUAL, ...compiled, ...(loading.read && { read: loading.read }) };
  const { code, map, functions, messages } = await loading.compile(texts, settings);
  if (code === undefined) throw new SyntaxError(messages);
  if (messages !== '') loading.warn(messages);
  const name = Object.keys(texts).find((each) => /\.(upc|c)$/.test(each))!;
  return startInstance(name, functions!, loading.jobOf(name, code, map!, wordsOf(threads, flags)));
}

/** Whether what is loaded is texts, not places of files. */
export const areTexts = (source: object | string): source is Texts =>
  typeof source === 'object' && !(source instanceof URL) && !Array.isArray(source);
