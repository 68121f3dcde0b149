/**
 * `oshcc`: the command line of OpenSHMEM's compiler wrapper turned into that of pgasc.
 *
 * It takes gcc's flags, as pgasc does; the output is a.out, and sources are C, in which UPC's words are names. `-show` prints the
 * command instead. `pgasc env shmem` prints the folder of the command.
 */
import { asC } from './wrapper.ts';

const SHOWN = /^--?show(me)?(:.*)?$/;

/** The words of pgasc; a text is what there is to say. */
export function oshccWords(words: readonly string[]): readonly string[] | string {
  const given = words.filter((word) => !SHOWN.test(word));
  return given.length === words.length ? asC(given) : ['pgasc', ...asC(given)].join(' ');
}
