/** The intermediate representation of the program, as its text has it: `!line:column` behind a line says where it is from. */
import type { Compilation } from '../../../compiler/api.ts';
import type { CompiledLine } from './compiled.ts';

const FILE = /^file (".*")$/;
/** In the first file of the module where no file is named. */
const PLACE = / !(?:(\d+)\/)?(\d+):\d+(?=( \{)?$)/;
/** Bytes of initial data. */
const LONGEST = 240;

export function irLines({ ir = '' }: Compilation): CompiledLine[] {
  let files: string[] = [];
  return ir.split('\n').map((text) => {
    if (text.startsWith('module ')) files = [];
    const file = FILE.exec(text);
    if (file !== null) files.push(JSON.parse(file[1]!));
    const place = PLACE.exec(text);
    const shown = text.replace(PLACE, '');
    const origin = place === null ? undefined : { source: files[Number(place[1] ?? 0)]!, line: Number(place[2]) - 1 };
    return { text: shown.length > LONGEST ? `${shown.slice(0, LONGEST)} …` : shown, origin };
  });
}
