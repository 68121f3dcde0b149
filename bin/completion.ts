/**
 * `pgasc completion SHELL`: a script that teaches bash, zsh or fish the commands, flags, samples and machines of pgasc.
 *
 * One idea: the table of flags gives words with what they mean; a shell is a template around them.
 */
import { PRESET_NAMES } from '../runtime/machines/presets.ts';
import { UsageError } from './argv.ts';
import { COMMANDS, type Flag, SECTIONS } from './flags.ts';
import { sampleNames } from './samples.ts';

interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** The script for a shell. */
export function completion(words: readonly string[]): string {
  const [shell] = words;
  const script = Object.hasOwn(SHELLS, shell ?? '') ? SHELLS[shell as string] : undefined;
  if (script === undefined || words.length > 1)
    throw new UsageError(`completion ${words.join(' ')}: the shells are ${Object.keys(SHELLS).join(', ')}`);
  return script();
}

/** Placeholders of the table, and what may follow them. */
const OPEN = /( .*|(NAME|FILE|DIR|SIZE|SEED|POINTS|KIND|PASS|TOPIC)(\[.*)?|\[.*|(?<=[=-])N)$/;

/** The words that a row of the table stands for: each spelling, with each value where there is a list of them. */
export function wordsOf({ spelled, text, values }: Flag): Word[] {
  const [meaning] = text.split(': ') as [string];
  return spelled.split(', ').flatMap((each) => {
    const stem = each.replace(OPEN, '');
    const isList = values !== undefined && stem !== each && !each.includes(' ');
    return isList ? values.map((value) => ({ word: stem + value, meaning })) : [{ word: stem, meaning: text }];
  });
}

/** Each flag of the table once. */
export function flagWords(): Word[] {
  const all = SECTIONS.flatMap(({ flags }) => flags.flatMap(wordsOf));
  return [...new Map(all.reverse().map((each) => [each.word, each])).values()].reverse();
}

/** The first words: run, repl and the like. */
export function commandWords(): Word[] {
  return COMMANDS.flatMap(({ spelled, text }) => {
    const word = /^pgasc ([a-z]+)/.exec(spelled)?.[1];
    return word === undefined ? [] : [{ word, meaning: text }];
  });
}

const SHELLS: Readonly<Record<string, () => string>> = { bash, zsh, fish };
const SOURCES = 'upc c o i ir uph h'.split(' ');

const spaced = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');

function bash(): string {
  return `# bash completion for pgasc: source <(pgasc completion bash)
_pgasc() {
  local before="\${COMP_LINE:0:COMP_POINT}" words=() k
  local current="\${before##* }"
  COMPREPLY=()
  ${behindCommands(
    (command, words) => `if [[ "\${COMP_WORDS[1]}" == ${command} && $COMP_CWORD -eq 2 ]]; then
    words=($(compgen -W "${words.join(' ')}" -- "$current"))`,
  )}
  elif [[ "$current" == -* ]]; then
    words=($(compgen -W "${spaced(flagWords())}" -- "$current"))
  else
    [[ $COMP_CWORD -eq 1 ]] && words=($(compgen -W "${spaced(commandWords())}" -- "$current"))
    compopt -o filenames
    for k in $(compgen -f -- "$current"); do
      [[ -d "$k" || "$k" =~ \\.(${SOURCES.join('|')})$ ]] && words+=("$k")
    done
  fi
  # readline takes what stands behind the last '=' for the word
  local done=""
  [[ "$COMP_WORDBREAKS" == *=* && "$current" == *=* ]] && done="\${current%"\${current##*=}"}"
  for k in "\${words[@]}"; do COMPREPLY+=("\${k#"$done"}"); done
  [[ \${#COMPREPLY[@]} -eq 1 && "\${COMPREPLY[0]}" == *= ]] && compopt -o nospace
}
complete -F _pgasc pgasc`;
}

/** The one word behind a command. */
const BEHIND: readonly { command: string; meaning: string; words(): readonly string[] }[] = [
  { command: 'samples', meaning: 'sample', words: sampleNames },
  { command: 'machines', meaning: 'machine', words: () => PRESET_NAMES },
  { command: 'completion', meaning: 'shell', words: () => Object.keys(SHELLS) },
  { command: 'env', meaning: 'folder', words: () => ['upc', 'shmem', 'mpi'] },
];

/** A chain of tests, without its end. */
const behindCommands = (test: (command: string, words: readonly string[]) => string): string =>
  BEHIND.map(({ command, words }) => test(command, words())).join('\n  el');

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const described = ({ word, meaning }: Word): string => quoted(`${word.replaceAll(':', '\\:')}:${meaning}`);

function zsh(): string {
  return `#compdef pgasc
# zsh completion for pgasc: source <(pgasc completion zsh), or a file _pgasc in a folder of $fpath
_pgasc() {
  local -a flags commands
  flags=(
    ${flagWords().map(described).join('\n    ')}
  )
  commands=(${commandWords().map(described).join(' ')})
  ${behindCommands(
    (command, words) => `if [[ $words[2] == ${command} && $CURRENT -eq 3 ]]; then
    compadd ${words.join(' ')}`,
  )}
  elif [[ $PREFIX == -* ]]; then
    _describe -o flag flags
  else
    (( CURRENT == 2 )) && _describe command commands
    _files -g '*.(${SOURCES.join('|')})(-.)'
  fi
}
if [[ \${funcstack[1]} == _pgasc ]]; then _pgasc "$@"; else compdef _pgasc pgasc; fi`;
}

function fish(): string {
  const line = (condition: string, { word, meaning }: Word) =>
    `complete -c pgasc -n ${quoted(condition)} -f -a ${quoted(word)} -d ${quoted(meaning)}`;
  const behind = (command: string) => `__fish_seen_subcommand_from ${command}`;
  return [
    '# fish completion for pgasc: pgasc completion fish | source',
    "function __pgasc_at_flag; string match -q -- '-*' (commandline -ct); end",
    ...flagWords().map((word) => line('__pgasc_at_flag', word)),
    ...commandWords().map((word) => line('__fish_use_subcommand', word)),
    ...BEHIND.flatMap(({ command, words, meaning }) => words().map((word) => line(behind(command), { word, meaning }))),
  ].join('\n');
}
