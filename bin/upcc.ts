/**
 * `upcc`: the command line of the Berkeley UPC compiler (2022.10) turned into that of pgasc, so that makefiles need no change.
 *
 * Most flags are pgasc's own (argv.ts). What differs: the output is a.out, UPCC_FLAGS stand before the words, and -network names a library of
 * GASNet. `pgasc env upc` prints the folder of the command.
 */
import { NETWORKS } from './flags.ts';
import { SYSTEM_INCLUDE } from './installation.ts';
import { outputNamed } from './wrapper.ts';

/** Networks of GASNet without a conduit of this name here: they are reached through libfabric. */
const REAL_NETWORKS = new Set(
  'ofi udp mpi ibv ucx aries gemini dcmf lapi elan gm mxm portals portals4 psm shmem'.split(' '),
);
const REAL = 'sfi';
const PLAIN: Readonly<Record<string, readonly string[]>> = {
  '-trans': ['--emit=ts'],
  '-help': ['--help'],
  '-opt': ['-O2'],
  '-link-with': [],
};

/** The words of pgasc; a text is what there is to say. */
export function upccWords(words: readonly string[], variables: NodeJS.ProcessEnv): readonly string[] | string {
  if (words.includes('-print-include-dir')) return SYSTEM_INCLUDE;
  const all = [...(variables.UPCC_FLAGS?.split(/\s+/).filter(Boolean) ?? []), ...words];
  return outputNamed(all, networked(all).flatMap(translated));
}

/** `-network NAME` as one word. */
function networked(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (words[index - 1] === '-network') return [];
    return word === '-network' ? [`-network=${words[index + 1] ?? ''}`] : [word];
  });
}

function translated(word: string): readonly string[] {
  const network = /^--?network=(.*)$/.exec(word)?.[1];
  if (network !== undefined && !NETWORKS.includes(network) && REAL_NETWORKS.has(network)) return [`-network=${REAL}`];
  return PLAIN[word.split('=')[0]!] ?? [word];
}
