/**
 * `oshcc`: the command line of OpenSHMEM's compiler wrapper turned into that of pgasc.
 *
 * It takes gcc's flags, as pgasc does; the output is a.out, and sources are C, in which UPC's words are names. `-show` prints the
 * command instead. `pgasc env shmem` prints the folder of the command.
 */
import { outputNamed } from './upcc.ts';

/** gcc's own choice. */
const STANDARD = '-std=gnu17';
const SHOWN = /^--?show(me)?(:.*)?$/;

/** The words of pgasc; a text is what there is to say. */
export function oshccWords(words: readonly string[]): readonly string[] | string {
  const given = words.filter((word) => !SHOWN.test(word));
  const hasLanguage = given.some((word) => /^(-std=|--std=|-x)/.test(word));
  const all = [...(hasLanguage || given.length === 0 ? [] : [STANDARD]), ...outputNamed(given)];
  return given.length === words.length ? all : ['pgasc', ...all].join(' ');
}
