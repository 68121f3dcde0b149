/** `pgasc repl`: a session at the terminal, from a script, or of one text. */
import { LaunchError } from '../../runtime/errors.ts';
import { BROKEN_PIPE, BrokenPipe, writeAll } from '../../runtime/launch/output.ts';
import { UsageError } from '../argv.ts';
import { readInput } from '../files.ts';
import { REPL_HELP, type ReplCommand, readReplCommand } from './command.ts';
import { Commands } from './commands.ts';
import { Interpreter, type Printer } from './interpreter.ts';
import { runScript } from './script.ts';
import { runTerminal } from './terminal.ts';

/** Runs the session; the status is 1 where an input of a script failed. `words` stand behind `repl`. */
export async function repl(words: readonly string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    printer.result(REPL_HELP);
    return 0;
  }
  const command = readReplCommand(words);
  const color = process.stderr.isTTY === true;
  const interpreter = started(() => new Interpreter({ ...command, color, printer }));
  const commands = new Commands(interpreter);
  try {
    return (await runAll(command, interpreter, commands)) ? 0 : 1;
  } catch (error) {
    if (error instanceof BrokenPipe) return BROKEN_PIPE;
    throw error;
  } finally {
    await interpreter.close();
  }
}

async function runAll(command: ReplCommand, interpreter: Interpreter, commands: Commands): Promise<boolean> {
  let good = true;
  for (const file of command.included) good = (await interpreter.enter(`#include "${file}"`)) && good;
  for (const file of command.files) good = (await commands.load(file)) && good;
  if (command.texts.length > 0) return (await runScript(interpreter, commands, command.texts.join('\n'))) && good;
  if (!process.stdin.isTTY) return (await runScript(interpreter, commands, readInput('-'))) && good;
  await runTerminal(interpreter, commands, command.history);
  return good;
}

/** At once and in order, also into pipes. */
const printer: Printer = {
  result: (text) => writeAll(1, new TextEncoder().encode(`${text}\n`)),
  remark: (text) => writeAll(2, new TextEncoder().encode(`${text}\n`)),
};

function started<T>(start: () => T): T {
  try {
    return start();
  } catch (error) {
    if (error instanceof LaunchError) throw new UsageError(error.message);
    throw error;
  }
}
