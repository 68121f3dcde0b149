/** A session that is read from a text, without prompts. */
import type { Commands } from './commands.ts';
import type { Interpreter } from './interpreter.ts';
import { Gathering } from './pieces.ts';

/** Runs the inputs of a text one after another; false if any of them failed. */
export async function runScript(interpreter: Interpreter, commands: Commands, text: string): Promise<boolean> {
  const gathering = new Gathering((name) => interpreter.isType(name));
  const lines = text.split('\n');
  let good = true;
  for (const [at, line] of lines.entries()) {
    const next = lines.slice(at + 1).find((each) => each.trim() !== '');
    const input = gathering.add(line, next);
    if (input === undefined) continue;
    good = (await commands.enter(input)) && good;
    if (commands.ended) return good;
  }
  if (!gathering.begun) return good;
  interpreter.remark(`the text ends within an input: ${gathering.abandon().split('\n')[0]} ...`);
  return false;
}
