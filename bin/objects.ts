/** Object files: one line of JSON that says what is in it, then the module as IR text. */
import type { Module } from '../compiler/ir/ir.ts';
import { parseModule } from '../compiler/ir/parse.ts';
import { printModule } from '../compiler/ir/text.ts';
import { FileError } from './files.ts';

const FORMAT = 'pgasc object 1';

/** Text of the object file of a module. */
export function writeObject(module: Module): string {
  const defined = [...module.functions, ...module.statics];
  const symbols = defined.filter((item) => item.linkage === 'external').map((item) => item.name);
  return `${JSON.stringify({ format: FORMAT, symbols })}\n${printModule(module)}`;
}

/** The module in an object file's text. */
export function readObject(path: string, text: string): Module {
  const end = text.indexOf('\n');
  if (!text.slice(0, end).startsWith(`{"format":"${FORMAT}"`)) {
    throw new FileError(`${path}: not an object file of this pgasc; compile its source again with -c`);
  }
  return parseModule(text.slice(end + 1));
}
