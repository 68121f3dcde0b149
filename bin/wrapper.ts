/**
 * The compiler wrappers upcc, oshcc and mpicc share the default name of the output and the default standard.
 *
 * Takes their words: a program that they give no name is a.out, and the sources of oshcc and mpicc are C, in which UPC's words are names.
 */

const OUTPUT = 'a.out';
/** What makes something else than a program, or needs no name. */
const NO_PROGRAM = new Set(
  '-c -E -S -M -MM -h -help --help -v -V -version --version -trans -fsyntax-only -dumpversion -dumpmachine -o'.split(
    ' ',
  ),
);
/** gcc's own choice of a standard. */
const STANDARD = '-std=gnu17';
const LANGUAGE = /^(-std=|--std=|-ansi|-x)/;

/** `words`, or what they are `translated` to, with a name for a program that they give none. */
export function outputNamed(words: readonly string[], translated: readonly string[] = words): readonly string[] {
  const isNamed = words.some((word) => NO_PROGRAM.has(word) || /^(-o.|--emit|--explain|--output)/.test(word));
  return [...(isNamed || words.length === 0 ? [] : [`-o${OUTPUT}`]), ...translated];
}

/** The words for sources in C, unless they say their language. */
export function asC(words: readonly string[]): readonly string[] {
  const isSaid = words.length === 0 || words.some((word) => LANGUAGE.test(word));
  return [...(isSaid ? [] : [STANDARD]), ...outputNamed(words)];
}
