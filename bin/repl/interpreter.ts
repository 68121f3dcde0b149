/**
 * A session without its terminal: takes inputs, one whole piece of text each, and gives their outcomes.
 *
 * One idea: the compiler's state and the job go together. An input that compiles and runs well moves both on; one that
 * does not leaves the names as they were, and the memory as the program left it.
 */
import { DiagnosticBag } from '../../compiler/diagnostics/diagnostic.ts';
import { renderDiagnostic } from '../../compiler/diagnostics/render.ts';
import { selectDiagnostics } from '../../compiler/diagnostics/select.ts';
import type { Redefinition } from '../../compiler/frontends/c/semantics/session.ts';
import { typeText } from '../../compiler/frontends/c/semantics/types/typetext.ts';
import type { CompilerOptions } from '../../compiler/options.ts';
import { type CompiledInput, compileInput, emptyState, type SessionState } from '../../compiler/session.ts';
import { sourceFile } from '../../compiler/source/source.ts';
import { type Outcome, Session } from '../../runtime/launch/session.ts';
import { available } from '../driver.ts';
import { fileHost } from '../files.ts';
import { SESSION_WORKER } from '../installation.ts';
import { listing, ranges } from './listing.ts';
import { arrayBehind, type Memory, valueText } from './values.ts';

/** Sizes of the job's memory, in bytes per thread. */
export interface Sizes {
  readonly sharedHeap?: number;
  readonly heap?: number;
  readonly stack?: number;
}

/** Output of results: values on standard output, everything else on standard error. */
export interface Printer {
  result(text: string): void;
  remark(text: string): void;
}

export interface InterpreterOptions {
  readonly threads: number;
  readonly sizes: Sizes;
  readonly compiler: CompilerOptions;
  readonly warnings: boolean;
  readonly color: boolean;
  readonly printer: Printer;
}

/** The texts of a session in order, for `:list`, `:save` and for starting anew with other threads. */
export interface Entered {
  readonly text: string;
  /** The same as a part of a file. */
  readonly closed: string;
  /** Has it declared or defined anything? */
  readonly declares: boolean;
}

export class Interpreter {
  state: SessionState;
  entered: Entered[] = [];
  /** The input that was compiled last. */
  last: CompiledInput | undefined;
  private job: Session;
  private count = 0;

  constructor(readonly options: InterpreterOptions) {
    this.job = new Session(options.threads, SESSION_WORKER, options.sizes);
    this.state = emptyState(this.job.areas);
  }

  /** Forgets everything, and starts with so many threads. Throws LaunchError, with nothing forgotten. */
  async restart(threads: number): Promise<void> {
    const job = new Session(threads, SESSION_WORKER, this.options.sizes);
    await this.job.close();
    this.job = job;
    this.state = emptyState(job.areas);
    this.entered = [];
  }

  get threads(): number {
    return this.job.threads;
  }

  /** Does the name stand for a type? */
  isType(name: string): boolean {
    return this.state.names.ordinary.get(name)?.kind === 'typedef';
  }

  /** Compiles and runs; false after a failure, which is reported. */
  async enter(text: string, name = `<${++this.count}>`): Promise<boolean> {
    const compiled = this.compile(text, name);
    if (!compiled) return false;
    this.last = compiled;
    const { modules, cleared, entry } = compiled;
    for (const each of compiled.redefined) this.remark(redefinitionText(each));
    const outcome = await this.job.run({ modules, cleared, entry });
    const { end, exited } = outcome;
    for (const line of outcomeTexts(outcome)) this.remark(line);
    if (end !== 'done') return this.abandon(compiled);
    this.state = compiled.state;
    this.entered.push({ text, closed: closedText(text, compiled.lacksSemicolon), declares: compiled.declares });
    if (compiled.value) this.result(this.valueOf(compiled.value));
    return [...exited.values()].every((status) => status === 0);
  }

  /** Compiles and reports diagnostics. */
  compile(text: string, name: string): CompiledInput | undefined {
    const bag = new DiagnosticBag();
    const options = { ...this.options.compiler, threads: this.threads };
    const file = sourceFile(name, text);
    const compiled = this.guarded(() => compileInput(this.state, file, options, fileHost, available(), bag));
    const shown = selectDiagnostics(bag.all, { ...options, warnings: this.options.warnings });
    for (const each of shown) this.remark(renderDiagnostic(each, { color: this.options.color }).trimEnd());
    return shown.some(({ severity }) => severity === 'error') ? undefined : compiled;
  }

  /** A crash of the compiler costs the input. */
  private guarded<T>(body: () => T): T | undefined {
    try {
      return body();
    } catch (error) {
      const text = error instanceof Error ? error.stack : String(error);
      this.remark(`internal error: ${text}\nthis is a defect of pgasc, not of the input; the session goes on`);
      return undefined;
    }
  }

  /** Stops what runs. */
  interrupt(): void {
    this.job.interrupt();
  }

  async close(): Promise<void> {
    await this.job.close();
  }

  private abandon(compiled: CompiledInput): boolean {
    this.state = compiled.abandoned;
    if (compiled.declares) this.remark('what this input declared is forgotten; variables have the values they got');
    return false;
  }

  result(text: string): void {
    this.endLine();
    this.options.printer.result(text);
  }

  /** Makes further output start on a line of its own. */
  endLine(): void {
    if (this.job.takeMidLine()) this.options.printer.result('');
  }

  remark(text: string): void {
    this.endLine();
    this.options.printer.remark(text);
  }

  // ---------------------------------------------------------------- values

  private valueOf({ type, offset }: NonNullable<CompiledInput['value']>): string {
    const memory = this.memory();
    const texts = Array.from({ length: this.threads }, (_, thread) => {
      const address = thread * 2 ** memory.shift + offset;
      if (type.type.kind === 'function') return typeText(type);
      return type.type.kind === 'array' ? arrayBehind(memory, type, address) : valueText(memory, type.type, address);
    });
    return listing(texts);
  }

  private memory(): Memory {
    const { space, layout } = this.job;
    const { table } = this.state.linked;
    return {
      view: new DataView(space.memory.buffer),
      threads: layout.threads,
      shift: layout.shift,
      functionName: (index) => table[index - 1],
    };
  }
}

/** With the semicolon that an input need not have. */
function closedText(text: string, lacksSemicolon: boolean): string {
  const own = text.trimEnd();
  if (!lacksSemicolon) return own;
  return /\/\/[^\n]*$/.test(own) ? `${own}\n;` : `${own};`;
}

function redefinitionText({ name, before, now, same }: Redefinition): string {
  if (same && now.kind === 'function') return `${name} is defined anew; what calls it calls the new one`;
  if (same || before.kind === 'enumerator' || now.kind === 'enumerator') return `${name} is defined anew`;
  const rest = before.kind === 'typedef' ? '' : `; what was defined before goes on using the old one`;
  return `${name} is defined anew as '${typeText(now.type)}', it was '${typeText(before.type)}'${rest}`;
}

/** The outcome of an input as text, unless its threads have reported it. */
function outcomeTexts({ end, status, exited, restarted }: Outcome): string[] {
  return [
    ...(end === 'interrupted' ? ['interrupted'] : []),
    ...(status === undefined ? [] : [`all threads were ended with status ${status}; the session goes on`]),
    ...exitTexts(exited),
    ...(restarted.length > 0 ? [restartText(restarted)] : []),
  ];
}

function restartText(threads: readonly number[]): string {
  const [who, had] = threads.length === 1 ? ['thread', 'was'] : ['threads', 'were'];
  return `${who} ${ranges(threads)} ${had} started anew; variables and heaps are as they were, open files are closed`;
}

function exitTexts(exited: ReadonlyMap<number, number>): string[] {
  const byStatus = new Map<number, number[]>();
  for (const [thread, status] of exited) byStatus.set(status, [...(byStatus.get(status) ?? []), thread]);
  return [...byStatus].map(([status, threads]) => {
    const who = threads.length === 1 ? 'thread' : 'threads';
    return `exit(${status}) ended this input on ${who} ${ranges(threads.sort((a, b) => a - b))}; the session goes on`;
  });
}
