/** The command line of `pgasc repl`. */
import { availableParallelism } from 'node:os';
import type { CompilerOptions } from '../../compiler/options.ts';
import { LaunchError } from '../../runtime/errors.ts';
import { parseFlags } from '../../runtime/launch/flags.ts';
import { askedBy } from '../../runtime/trace/tracing.ts';
import { normalize, UsageError } from '../argv.ts';
import { readSettings } from '../options.ts';
import type { Sizes } from './interpreter.ts';

export interface ReplCommand {
  readonly threads: number;
  readonly sizes: Sizes;
  readonly compiler: CompilerOptions;
  readonly warnings: boolean;
  /** Files of -include. */
  readonly included: readonly string[];
  /** Files to load first. */
  readonly files: readonly string[];
  /** Text of -e: instead of standard input. */
  readonly texts: readonly string[];
  readonly history: boolean;
}

export const REPL_HELP = `pgasc repl runs C and UPC line by line, on all threads.

usage: pgasc repl [flags] [files...]     files are loaded first
       pgasc repl [flags] < script       without prompts; status 1 if an input failed
       pgasc repl [flags] -e TEXT        runs TEXT and ends

  -n N, --threads=N   number of threads (all cores); also PGAS_THREADS
  -e TEXT             an input; may be repeated
  -DNAME[=TEXT], -IDIR, -include FILE, -O0 to -O3, -Wno-NAME, -Werror, -w
                      as for pgasc
  --shared-heap=SIZE, --heap=SIZE, --stack=SIZE
                      of each thread
  --no-history        neither read nor write the file of earlier inputs

An input is a declaration, a function, a directive, a statement or an expression.
Every thread runs it; the next is read when all have done so. An expression without ';'
shows its value: "= 7", or "[0] 1  [1-3] 2" where threads differ. Every access is
checked, as with -g. Standard input is the session's: programs find it at its end.
Commands begin with ':'; ":help" lists them.`;

/** Reads the words after \`repl\`. Throws UsageError. */
export function readReplCommand(words: readonly string[]): ReplCommand {
  const { texts, history, rest } = takeOwn(words);
  const flags = launchFlags(rest);
  const { compiler, files, included, warnings } = readSettings(normalize(flags.arguments));
  if (compiler.threads !== undefined) throw new UsageError('repl takes the number of threads as -n N, not -T=N');
  const { threads = availableParallelism(), sharedHeap, heap, stack, conduit = 'smp' } = flags;
  if (conduit !== 'smp') throw new UsageError(`--conduit=${conduit}: a session runs on smp`);
  const asked = askedBy(flags.tracing);
  if (asked !== undefined) throw new UsageError(`${asked}: a session records no communication; use pgasc run`);
  const sizes = { sharedHeap, heap, stack };
  return { threads, sizes, compiler: { ...compiler, debug: true }, warnings, included, files, texts, history };
}

function takeOwn(words: readonly string[]) {
  const texts: string[] = [];
  const rest: string[] = [];
  let history = true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '-e' && at + 1 === words.length) throw new UsageError('-e needs a text');
    if (word === '-e') texts.push(words[++at] as string);
    else if (word === '--no-history') history = false;
    else rest.push(word);
  }
  return { texts, history, rest };
}

function launchFlags(words: readonly string[]) {
  try {
    return parseFlags(words, process.env);
  } catch (error) {
    if (error instanceof LaunchError) throw new UsageError(error.message);
    throw error;
  }
}
