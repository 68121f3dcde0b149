/** The JavaScript that the program becomes without -O, line by line. */
import type { Compilation } from '../../../compiler/api.ts';
import type { CompiledLine } from './compiled.ts';
import { originsOf } from './mappings.ts';

/** What stands between the runtime and the start, in out.js. */
const BEGIN = '\nconst program = {';
const END = '\npgasc.start';

/** Of the program alone: the runtime before it is the same for all. */
export function emittedLines({ code = '', map }: Compilation): CompiledLine[] {
  const begin = code.lastIndexOf(BEGIN) + 1;
  const before = code.slice(0, begin).split('\n').length - 1;
  const origins = map === undefined ? [] : originsOf(map);
  const texts = code.slice(begin, code.indexOf(END, begin)).split('\n');
  return texts.map((text, k) => ({ text, origin: origins[before + k] }));
}
