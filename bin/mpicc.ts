/**
 * `mpicc`: the command line of the compiler wrappers of Open MPI and MPICH turned into that of pgasc.
 *
 * It takes gcc's flags, as pgasc does; the output is a.out, and sources are C, in which UPC's words are names. The questions that build
 * systems ask a wrapper (`-show`, `-showme:compile`, `-link_info` ...) are answered without compiling. `pgasc env mpi` prints the folder of
 * the command.
 */
import { UsageError } from './argv.ts';
import { SYSTEM_INCLUDE, VERSION } from './installation.ts';
import { asC } from './wrapper.ts';

/** Every program has the library. */
const LIBRARY = /^-lp?mpi(ch)?$/;
/** Questions for the whole command, in the words of Open MPI and of MPICH. */
const SHOWN = /^--?(show(me)?|(compile|link)[-_]info)$/;
const PART = /^--?showme:(.*)$/;

/** Answers to Open MPI's -showme:WORD. */
const PARTS: Readonly<Record<string, string>> = {
  command: 'pgasc',
  compile: `-I${SYSTEM_INCLUDE}`,
  incdirs: SYSTEM_INCLUDE,
  // The library is linked as a part of the compiler.
  ...{ link: '', libdirs: '', libs: '' },
  version: `mpicc: pgasc ${VERSION} (Language: C)`,
  help: 'mpicc [-showme[:command,compile,link,incdirs,libdirs,libs,version,help]] [-show] [flags of pgasc] files...',
};

/** The words of pgasc; a text is what there is to say. */
export function mpiccWords(words: readonly string[]): readonly string[] | string {
  const part = words.map((word) => PART.exec(word)?.[1]).find((found) => found !== undefined);
  if (part !== undefined) return answerOf(part);
  const given = words.filter((word) => !SHOWN.test(word) && !LIBRARY.test(word));
  return words.some((word) => SHOWN.test(word)) ? ['pgasc', ...asC(given)].join(' ') : asC(given);
}

function answerOf(part: string): string {
  const answer = PARTS[part];
  if (answer === undefined)
    throw new UsageError(`mpicc: -showme:${part}: it is one of ${Object.keys(PARTS).join(', ')}`);
  return answer;
}
