/**
 * Completions at TAB: commands, members behind '.' and '->', else every name in scope.
 */

import { KEYWORDS } from '../../compiler/frontends/c/lexer/token.ts';
import type { SessionNames } from '../../compiler/frontends/c/semantics/session.ts';
import { ultimateElement } from '../../compiler/frontends/c/semantics/types/primitives.ts';
import type { CType, StructType } from '../../compiler/frontends/c/semantics/types/types.ts';
import { archiveNames, libraryNames } from '../installation.ts';

/** The candidates, and the part of the line that they complete. */
export function completions(
  names: SessionNames,
  macros: Iterable<string>,
  commands: readonly string[],
  line: string,
): [string[], string] {
  if (/^\s*:\S*$/.test(line)) return startingWith(line.trim(), commands);
  const [word] = /\w*$/.exec(line) as RegExpExecArray;
  const before = line.slice(0, line.length - word.length);
  if (/(\.|->)\s*$/.test(before)) return startingWith(word, membersBehind(names, before));
  if (word === '') return [[], word];
  return startingWith(word, [
    ...KEYWORDS,
    ...names.ordinary.keys(),
    ...names.tags.keys(),
    ...macros,
    ...libraryNames(),
    ...archiveNames(),
  ]);
}

function startingWith(word: string, candidates: Iterable<string>): [string[], string] {
  const found = [...new Set(candidates)].filter(
    (name) => name.startsWith(word) && (word !== '' || !name.startsWith('_')),
  );
  const plain = found.filter((name) => !name.startsWith('__'));
  return [(word.startsWith('_') ? found : plain).sort(), word];
}

/** Members of what `p->q[i].` ends in; none where that is more than names, members and indexes. */
function membersBehind({ ordinary }: SessionNames, text: string): string[] {
  const match = /([A-Za-z_]\w*)((?:\s*(?:\.|->)\s*\w+|\s*\[[^\][]*\])*)\s*(?:\.|->)\s*$/.exec(text);
  const symbol = match && ordinary.get(match[1] as string);
  let struct = symbol?.kind === 'object' ? structOf(symbol.type.type) : undefined;
  for (const [, name] of (match?.[2] ?? '').matchAll(/(?:\.|->)\s*(\w+)/g)) {
    const member = struct && allMembers(struct).find((each) => each.name === name);
    struct = member && structOf(member.type.type);
  }
  return struct ? allMembers(struct).flatMap(({ name }) => (name === undefined ? [] : [name])) : [];
}

/** The struct behind pointers and arrays. */
function structOf(type: CType): StructType | undefined {
  let inner = type;
  while (inner.kind === 'pointer' || inner.kind === 'array')
    inner = inner.kind === 'pointer' ? inner.to.type : ultimateElement({ type: inner }).type;
  return inner.kind === 'struct' ? inner : undefined;
}

/** With the members of anonymous structs and unions. */
function allMembers({ members = [] }: StructType): NonNullable<StructType['members']> {
  return members.flatMap((member) =>
    member.name === undefined && member.type.type.kind === 'struct' ? allMembers(member.type.type) : [member],
  );
}
