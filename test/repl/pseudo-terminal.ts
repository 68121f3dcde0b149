/**
 * A program at a terminal: keys in, what is on the screen out.
 *
 * The terminal is made by `script` (util-linux) or, where there is none, by Python's pty module; `driver` is undefined
 * where the machine has neither.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../support/pgasc.ts';

type Driver = (command: string) => readonly string[];

const PYTHON = 'import pty, sys; sys.exit(pty.spawn(["/bin/sh", "-c", sys.argv[1]]) >> 8)';
const DRIVERS: readonly (readonly [test: readonly string[], driver: Driver])[] = [
  [['script', '--version'], (command) => ['script', '-q', '-e', '-c', command, '/dev/null']],
  [['python3', '-c', 'import pty'], (command) => ['python3', '-c', PYTHON, command]],
];

/** The words that run a command at a terminal. */
export const driver: Driver | undefined = DRIVERS.find(([[program = '', ...words]]) => {
  const { error, status } = spawnSync(program, words, { stdio: 'ignore' });
  return !error && status === 0;
})?.[1];

const PATIENCE = 40_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals are told begins with escape
const CONTROLS = /\x1b\[[0-9;?]*[A-Za-z]|\r/g;

export class PseudoTerminal {
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;
  /** All that the terminal was told, with what controls it. */
  raw = '';
  private output = '';
  private seen = 0;

  constructor(words: readonly string[], variables: Readonly<Record<string, string>>) {
    const command = [process.execPath, join(ROOT, 'bin/pgasc'), ...words].map((word) => `'${word}'`).join(' ');
    const [program = '', ...rest] = driver?.(command) ?? [];
    const env = { ...process.env, TERM: 'xterm', ...variables };
    this.child = spawn(program, rest, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout?.on('data', (bytes: Buffer) => {
      this.raw += bytes.toString('utf8');
      this.output += bytes.toString('utf8').replace(CONTROLS, '');
    });
    this.ended = new Promise((resolve) => this.child.on('close', resolve));
  }

  type(keys: string): void {
    this.child.stdin?.write(keys);
  }

  /** Waits until the text comes; gives what came before it. */
  async see(text: string): Promise<string> {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      const at = this.output.indexOf(text, this.seen);
      if (at >= 0) {
        const before = this.output.slice(this.seen, at);
        this.seen = at + text.length;
        return before;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`no ${JSON.stringify(text)} in ${JSON.stringify(this.output.slice(this.seen))}`);
  }

  /** Types a line at the prompt and waits for the next prompt; gives the lines between. */
  async enter(line: string, prompt = 'upc> '): Promise<string[]> {
    this.type(line);
    await this.see(line);
    this.type('\r');
    const text = await this.see(prompt);
    return text.split('\n').filter((each) => each.trim() !== '');
  }

  /** The exit status, once the program has ended. */
  async status(): Promise<number | null> {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('it does not end')), PATIENCE).unref(),
    );
    return await Promise.race([this.ended, late]);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
