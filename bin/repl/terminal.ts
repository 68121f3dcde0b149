/**
 * A session at the terminal: prompts, history, completion, Ctrl-C.
 *
 * One idea: lines are queued as they come and taken one by one, so that what is pasted or typed while an input runs is
 * not lost. A line that comes together with others was pasted: there an empty line is text; alone it abandons.
 */
import { createInterface, type Interface } from 'node:readline';
import type { Commands } from './commands.ts';
import { completions } from './completion.ts';
import { readHistory, writeHistory } from './history.ts';
import type { Interpreter } from './interpreter.ts';
import { Gathering } from './pieces.ts';

const PROMPT = 'upc> ';
const CONTINUED = '...> ';
/** Lines that come within so many ms were pasted. */
const TOGETHER = 20;

/** Runs the session until :quit or Ctrl-D. */
export function runTerminal(interpreter: Interpreter, commands: Commands, history: boolean): Promise<void> {
  return new Promise((resolve) => {
    new Terminal(interpreter, commands, history, resolve).start();
  });
}

class Terminal {
  private readonly reader: Interface;
  private readonly gathering: Gathering;
  private readonly queue: string[] = [];
  private busy = false;
  private closed = false;
  private readonly onSignal = () => this.interrupted();

  constructor(
    private readonly interpreter: Interpreter,
    private readonly commands: Commands,
    private readonly keepsHistory: boolean,
    private readonly ended: () => void,
  ) {
    this.gathering = new Gathering((name) => interpreter.isType(name));
    this.reader = createInterface({
      input: process.stdin,
      output: process.stdout.isTTY ? process.stdout : process.stderr,
      terminal: true,
      prompt: PROMPT,
      history: keepsHistory ? readHistory() : [],
      historySize: 1000,
      removeHistoryDuplicates: true,
      completer: (line: string) => completions(interpreter.state.names, macroNames(interpreter), commands.names, line),
    });
  }

  start(): void {
    const { reader } = this;
    const { threads } = this.interpreter;
    reader.on('line', (line) => {
      this.queue.push(line);
      void this.pump();
    });
    reader.on('SIGINT', () => this.interrupted());
    process.on('SIGINT', this.onSignal);
    reader.on('close', () => this.close());
    reader.on('history', (lines: string[]) => this.keepsHistory && writeHistory(lines));
    this.interpreter.remark(
      `UPC on ${threads} thread${threads === 1 ? '' : 's'}; :help lists the commands, Ctrl-D ends`,
    );
    this.prompt();
  }

  /** Takes lines from the queue until it is empty. */
  private async pump(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    for (let line = this.queue.shift(); line !== undefined && !this.commands.ended; line = this.queue.shift())
      await this.take(line);
    this.busy = false;
    if (this.closed) this.finish();
    else if (this.commands.ended) this.reader.close();
    else this.prompt();
  }

  private async take(line: string): Promise<void> {
    if (this.gathering.begun) {
      await this.pasted();
      if (line.trim() === '' && this.queue.length === 0) {
        this.gathering.abandon();
        return;
      }
    }
    const input = this.gathering.add(line, this.queue[0]);
    if (input !== undefined) await this.commands.enter(input);
  }

  /** Waits for lines that come together with the last one. */
  private async pasted(): Promise<void> {
    if (this.queue.length === 0) await new Promise((resolve) => setTimeout(resolve, TOGETHER));
  }

  private prompt(): void {
    this.interpreter.endLine();
    this.reader.setPrompt(this.gathering.begun ? CONTINUED : PROMPT);
    this.reader.prompt();
  }

  /** Ctrl-C: stops what runs; at the prompt, abandons what was typed. */
  private interrupted(): void {
    if (this.busy) {
      this.queue.length = 0;
      this.interpreter.interrupt();
      return;
    }
    this.gathering.abandon();
    this.reader.write(null, { ctrl: true, name: 'e' });
    this.reader.write(null, { ctrl: true, name: 'u' });
    process.stdout.write('^C\n');
    this.prompt();
  }

  /** Ctrl-D or :quit; a running input is stopped. */
  private close(): void {
    this.closed = true;
    if (!this.commands.ended) process.stdout.write('\n');
    if (this.busy) this.interpreter.interrupt();
    else this.finish();
  }

  private finish(): void {
    process.off('SIGINT', this.onSignal);
    this.ended();
  }
}

function macroNames({ state }: Interpreter): Iterable<string> {
  return state.preprocessed?.macros.keys() ?? [];
}
