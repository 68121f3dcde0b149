/**
 * The commands of a session, which begin with ':'.
 *
 * One idea: a table of commands, with their help; what is no command is an input.
 */
import { nearestName } from '../../compiler/diagnostics/suggestion.ts';
import { typeText } from '../../compiler/semantics/typetext.ts';
import { FileError, readInput, writeOutput } from '../files.ts';
import type { Interpreter } from './interpreter.ts';

interface Command {
  readonly name: string;
  readonly parameter: string;
  readonly help: string;
  /** False where it failed. */
  readonly run: (argument: string) => boolean | Promise<boolean>;
}

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
      command('load', 'FILE', 'enters the text of a file', (file) => this.load(file)),
      command('list', '', 'shows what was entered', () => this.list()),
      command('save', 'FILE', 'writes what was entered to a file', (file) => this.save(file)),
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
    return this.show(this.table.map(({ help }, at) => `${(heads[at] as string).padEnd(width)}${help}`).join('\n'));
  }

  private type(text: string): boolean {
    const compiled = this.interpreter.compile(text, '<type>');
    if (!compiled) return false;
    return this.show(compiled.shownType ? typeText(compiled.shownType) : 'void');
  }

  async load(file: string): Promise<boolean> {
    return this.interpreter.enter(readInput(file), file);
  }

  private list(): boolean {
    const { entered } = this.interpreter;
    return entered.length === 0 || this.show(entered.map(({ text }) => text.trimEnd()).join('\n'));
  }

  private save(file: string): boolean {
    writeOutput(file, this.interpreter.entered.map(({ text }) => `${text.trimEnd()}\n`).join(''));
    return true;
  }

  private quit(): boolean {
    this.ended = true;
    return true;
  }
}
