/**
 * -Wmpi-arguments: constants that cannot stand where they stand: a rank in the place of a tag, a tag in that of a rank, a negative tag
 * (MPI 3.1, 3.2.3, 3.2.4).
 */
import { spelledAt } from '../../../source/source.ts';
import type { Expression } from '../ast/ast.ts';
import type { Lint } from './lint.ts';
import { constantName, mpiCalls } from './mpi-calls.ts';

interface Places {
  readonly rank: number;
  readonly tag: number;
  readonly isReceived: boolean;
}

const sent: readonly Places[] = [{ rank: 3, tag: 4, isReceived: false }];
const received: readonly Places[] = [{ rank: 3, tag: 4, isReceived: true }];

const PLACES: Readonly<Record<string, readonly Places[]>> = {
  ...{ Send: sent, Ssend: sent, Rsend: sent, Bsend: sent },
  ...{ Send_init: sent, Ssend_init: sent, Rsend_init: sent, Bsend_init: sent },
  ...{ Recv: received, Recv_init: received },
  Probe: [{ rank: 0, tag: 1, isReceived: true }],
  Mprobe: [{ rank: 0, tag: 1, isReceived: true }],
  Sendrecv: [
    { rank: 3, tag: 4, isReceived: false },
    { rank: 8, tag: 9, isReceived: true },
  ],
  Sendrecv_replace: [
    { rank: 3, tag: 4, isReceived: false },
    { rank: 5, tag: 6, isReceived: true },
  ],
};

/** Ranks that are no ranks, and what tags are not. */
const RANKS: ReadonlySet<string> = new Set(['MPI_ANY_SOURCE', 'MPI_PROC_NULL', 'MPI_ROOT']);

export function mpiArguments(lint: Lint): void {
  for (const { name, base, node } of mpiCalls(lint))
    for (const places of PLACES[base] ?? []) {
      const [rank, tag] = [node.arguments[places.rank], node.arguments[places.tag]];
      if (rank && tag) look(lint, name, places, rank, tag);
    }
}

function look(lint: Lint, name: string, { isReceived }: Places, rank: Expression, tag: Expression): void {
  const [rankName, tagName] = [constantName(rank), constantName(tag)];
  const side = isReceived ? 'source' : 'destination';
  const say = (text: string, at: Expression) =>
    lint.warning('SEM3661', `${text} (MPI 3.1, 3.2)`, spelledAt(at.location));
  if (rankName === 'MPI_ANY_TAG' && RANKS.has(tagName ?? ''))
    say(`'${name}' has ${tagName} as its tag and MPI_ANY_TAG as its ${side}: the ${side} comes first`, rank);
  else if (rankName === 'MPI_ANY_TAG') say(`'${name}' has MPI_ANY_TAG as its ${side}, which is a rank`, rank);
  else if (RANKS.has(tagName ?? '')) say(`'${name}' has ${tagName} as its tag, which is no rank`, tag);
  else if (!isReceived && rankName === 'MPI_ANY_SOURCE') say(`'${name}' has MPI_ANY_SOURCE as its destination`, rank);
  else if (!isReceived && tagName === 'MPI_ANY_TAG')
    say(`'${name}' has MPI_ANY_TAG as its tag: what is sent has one`, tag);
  else if (tagName === undefined) negative(lint, name, tag, say);
}

function negative({ facts }: Lint, name: string, tag: Expression, say: (text: string, at: Expression) => void): void {
  const constant = facts.constantOf[tag.id];
  if (constant?.kind === 'integer' && constant.value < 0n)
    say(`'${name}' has ${constant.value} as its tag: tags are 0 or more`, tag);
}
