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
  checkObject(path, text);
  return parseModule(text.slice(text.indexOf('\n') + 1));
}

/** Names that the module in an object file's text defines for others. */
export function definedIn(path: string, text: string): readonly string[] {
  checkObject(path, text);
  return JSON.parse(text.slice(0, text.indexOf('\n'))).symbols;
}

/** Whether a text is that of an object file. */
export function isObject(text: string): boolean {
  return text.startsWith(`{"format":"${FORMAT}"`) && text.includes('\n');
}

function checkObject(path: string, text: string): void {
  if (!isObject(text))
    throw new FileError(`${path}: not an object file of this pgasc; compile its source again with -c`);
}
