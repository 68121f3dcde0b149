/**
 * The commands of a session, which begin with ':'.
 *
 * One idea: a table of commands, with their help; a line that is no command is an input.
 */
import { nearestName } from '../../compiler/diagnostics/suggestion.ts';
import { toTypeScript } from '../../compiler/emit/print.ts';
import { emitProgram } from '../../compiler/emit/program.ts';
import { typeText } from '../../compiler/frontends/c/semantics/types/typetext.ts';
import { printModule } from '../../compiler/ir/text.ts';
import type { CompiledInput } from '../../compiler/session.ts';
import { LaunchError } from '../../runtime/errors.ts';
import { FileError, readInput, writeOutput } from '../files.ts';
import type { Interpreter } from './interpreter.ts';
import { layoutText } from './layout.ts';

interface Command {
  readonly name: string;
  readonly parameter: string;
  readonly help: string;
  /** False where it failed. */
  readonly run: (argument: string) => boolean | Promise<boolean>;
}

const KEYS = `Ctrl-C stops what runs. An empty line or Ctrl-C abandons an input that is not whole.
TAB completes commands, names and members.`;

export class Commands {
  /** Set by :quit. */
  ended = false;
  private readonly table: readonly Command[];

  constructor(private readonly interpreter: Interpreter) {
    const command = (name: string, parameter: string, help: string, run: Command['run']): Command => {
      return { name, parameter, help, run };
    };
    this.table = [
      command('help', '', 'shows this list', () => this.help()),
      command('type', 'EXPR', 'shows the type of an expression, without running it', (text) => this.type(text)),
      command('layout', 'NAME', 'draws which thread holds which element', (name) => this.layout(name)),
      command('ir', '[INPUT]', 'shows the intermediate representation of an input, or of the last', (text) =>
        this.ir(text),
      ),
      command('ts', '[INPUT]', 'shows the same as TypeScript', (text) => this.typescript(text)),
      command('load', 'FILE', 'enters the text of a file', (file) => this.load(file)),
      command('list', '', 'shows what was entered', () => this.list()),
      command('save', 'FILE', 'writes what was entered to a file', (file) => this.save(file)),
      command('threads', '[N]', 'shows or changes the number of threads', (number) => this.threads(number)),
      command('reset', '', 'forgets everything', () => this.reset()),
      command('quit', '', 'ends the session, as Ctrl-D does', () => this.quit()),
    ];
  }

  get names(): string[] {
    return this.table.map(({ name }) => `:${name}`);
  }

  /** Runs a command or an input; false where it failed. */
  async enter(text: string): Promise<boolean> {
    return text.startsWith(':') ? await this.command(text) : await this.interpreter.enter(text);
  }

  private async command(text: string): Promise<boolean> {
    const [, name = '', argument = ''] = /^:\s*(\S*)\s*(.*)$/s.exec(text) as RegExpExecArray;
    const named = this.table.filter((each) => each.name === name);
    const matching = named.length > 0 ? named : this.table.filter((each) => name !== '' && each.name.startsWith(name));
    const [command] = matching;
    if (!command || matching.length > 1) return this.unknown(name, matching);
    if (argument === '' && command.parameter !== '' && !command.parameter.startsWith('['))
      return this.fail(`:${command.name} needs ${command.parameter}`);
    try {
      return await command.run(argument.trim());
    } catch (error) {
      if (error instanceof FileError) return this.fail(error.message);
      throw error;
    }
  }

  private unknown(name: string, matching: readonly Command[]): boolean {
    if (matching.length > 1) return this.fail(`:${name} may be ${matching.map((each) => `:${each.name}`).join(', ')}`);
    const near = nearestName(
      name,
      this.table.map((each) => each.name),
    );
    return this.fail(`there is no command :${name}${near ? `; did you mean :${near}?` : '; ":help" lists them'}`);
  }

  private fail(text: string): false {
    this.interpreter.remark(text);
    return false;
  }

  private show(text: string): true {
    this.interpreter.result(text);
    return true;
  }

  // ---------------------------------------------------------------- the commands

  private help(): boolean {
    const heads = this.table.map(({ name, parameter }) => `:${name} ${parameter}`.trimEnd());
    const width = Math.max(...heads.map((head) => head.length)) + 3;
    const lines = this.table.map(({ help }, at) => `${(heads[at] as string).padEnd(width)}${help}`);
    return this.show([...lines, '', KEYS].join('\n'));
  }

  private type(text: string): boolean {
    const compiled = this.interpreter.compile(text, '<type>');
    if (!compiled) return false;
    return this.show(compiled.value ? typeText(compiled.value.type) : 'void');
  }

  private layout(name: string): boolean {
    const symbol = this.interpreter.state.names.ordinary.get(name);
    if (symbol?.kind !== 'object') return this.fail(`there is no variable '${name}'`);
    return this.show(layoutText(symbol, this.interpreter.threads));
  }

  /** The compiled input: the one given, or the last. */
  private compiled(text: string): CompiledInput | undefined {
    if (text !== '') return this.interpreter.compile(text, '<input>');
    if (!this.interpreter.last) this.fail('nothing was entered yet');
    return this.interpreter.last;
  }

  private ir(text: string): boolean {
    const compiled = this.compiled(text);
    return compiled !== undefined && this.show(printModule(compiled.module).trimEnd());
  }

  private async typescript(text: string): Promise<boolean> {
    const compiled = this.compiled(text);
    if (!compiled) return false;
    return this.show((await toTypeScript(emitProgram(compiled.linked, { form: 'module', name: 'input' }))).trimEnd());
  }

  /** Starts with another number of threads and enters what was declared. */
  private async threads(text: string): Promise<boolean> {
    const { interpreter } = this;
    if (text === '') return this.show(String(interpreter.threads));
    if (!/^\d+$/.test(text) || Number(text) < 1)
      return this.fail(`:threads ${text}: not a number of threads (1, 2, ...)`);
    const before = interpreter.entered;
    if (!(await this.restart(Number(text)))) return false;
    let good = true;
    for (const each of before) if (each.declares) good = (await interpreter.enter(each.text)) && good;
    interpreter.remark(
      `THREADS is ${text}; declarations were entered again, what other inputs changed and allocated is lost`,
    );
    return good;
  }

  private async restart(threads: number): Promise<boolean> {
    try {
      await this.interpreter.restart(threads);
      return true;
    } catch (error) {
      if (error instanceof LaunchError) return this.fail(error.message);
      throw error;
    }
  }

  private reset(): Promise<boolean> {
    return this.restart(this.interpreter.threads);
  }

  async load(file: string): Promise<boolean> {
    return this.interpreter.enter(readInput(file), file);
  }

  private list(): boolean {
    const { entered } = this.interpreter;
    return entered.length === 0 || this.show(entered.map(({ text }) => text.trimEnd()).join('\n'));
  }

  private save(file: string): boolean {
    writeOutput(file, this.interpreter.entered.map(({ closed }) => `${closed}\n`).join(''));
    return true;
  }

  private quit(): boolean {
    this.ended = true;
    return true;
  }
}
