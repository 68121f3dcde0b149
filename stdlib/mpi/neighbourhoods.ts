/**
 * Collective functions of neighbours in a topology (MPI 3.1, 7.6): each rank sends to those that its edges go to, and receives from those that they come from.
 *
 * One idea: an edge is a letter with a step of its own, so that two edges between the same ranks are told apart: in a grid by their direction, in a graph
 * by how many come before.
 */
import type { Part, Steps } from '../../runtime/collectives/engine.ts';
import { type Calling, type Collective, type TeamSteps, together } from './collectivecalls.ts';
import { type Blocks, type Collectives, INTO, OUT } from './collectives.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { PROC_NULL } from './constants.ts';
import type { Topologies } from './topologies.ts';

/** Edges: ranks, and the steps of their letters. */
interface Edges {
  readonly ranks: readonly number[];
  readonly steps: readonly number[];
}

export class Neighbourhoods {
  constructor(
    private readonly collectives: Collectives,
    private readonly communicators: Communicators,
    private readonly topologies: Topologies,
  ) {}

  private edges(call: Calling, comm: Communicator): { readonly from: Edges; readonly to: Edges } {
    const { from, to } = this.topologies.neighbours(call.name, comm);
    if (comm.topology?.kind !== 'cartesian')
      return { from: { ranks: from, steps: occurrences(from) }, to: { ranks: to, steps: occurrences(to) } };
    // A rank's message to its lower neighbour arrives there from the upper one.
    const steps = to.map((_, i) => i);
    return { from: { ranks: from, steps: steps.map((step) => step ^ 1) }, to: { ranks: to, steps } };
  }

  private *exchanged(call: Calling, part: Part, from: Edges, to: Edges, out: Blocks, into: Blocks): Steps {
    const own: { step: number; i: number }[] = [];
    for (const [i, rank] of to.ranks.entries()) {
      if (rank === part.rank) own.push({ step: to.steps[i]!, i });
      else if (rank !== PROC_NULL) part.send(rank, to.steps[i]!, out.addresses[i]!, out.bytes[i]!);
    }
    for (const [i, rank] of from.ranks.entries()) {
      if (rank === PROC_NULL) continue;
      const [step, bytes] = [from.steps[i]!, into.bytes[i]!];
      if (rank === part.rank) {
        const given = own.find((each) => each.step === step)!.i;
        if (out.bytes[given] !== bytes) this.collectives.differ(call, 'recvcounts', rank, bytes, out.bytes[given]!);
        part.copy(into.addresses[i]!, out.addresses[given]!, bytes);
        continue;
      }
      const sent = yield* part.accept(rank, step, into.addresses[i]!, bytes);
      if (sent !== bytes) this.collectives.differ(call, 'recvcounts', rank, bytes, sent);
    }
    yield* part.settle();
  }

  private together(call: Calling, comm: Communicator, from: Edges, to: Edges, out: Blocks, into: Blocks): TeamSteps {
    return together(comm, [], (part) => this.exchanged(call, part, from, to, out, into));
  }

  /** `isSame`: all neighbours get the same block. */
  private ofOneSize(isSame: boolean): Collective {
    return (call, ...parameters) => {
      const [out, outCount, outType, into, intoCount, intoType, handle] = parameters as Seven;
      const comm = this.communicators.at(call.name, handle);
      const { from, to } = this.edges(call, comm);
      const given = this.collectives.buffer(call, out, outCount, outType, isSame ? 1 : to.ranks.length, OUT);
      const room = this.collectives.buffer(call, into, intoCount, intoType, from.ranks.length, INTO);
      const blocks = ({ address, bytes }: typeof given, count: number, step: number): Blocks => ({
        addresses: Array.from({ length: count }, (_, i) => (address + i * step) | 0),
        bytes: Array(count).fill(bytes),
      });
      const sent = blocks(given, to.ranks.length, isSame ? 0 : given.bytes);
      return this.together(call, comm, from, to, sent, blocks(room, from.ranks.length, room.bytes));
    };
  }

  private readonly gatherV: Collective = (call, ...parameters) => {
    const [out, outCount, outType, into, counts, displacements, intoType, handle] = parameters as Eight;
    const comm = this.communicators.at(call.name, handle);
    const { from, to } = this.edges(call, comm);
    const { address, bytes } = this.collectives.buffer(call, out, outCount, outType, 1, OUT);
    const given = { addresses: to.ranks.map(() => address), bytes: to.ranks.map(() => bytes) };
    const room = this.collectives.blocks(call, into, counts, displacements, intoType, from.ranks.length, INTO);
    return this.together(call, comm, from, to, given, room);
  };

  /** `hasTypes`: a datatype for each neighbour, and displacements in bytes, which are MPI_Aint. */
  private exchangeV(hasTypes: boolean): Collective {
    return (call, ...parameters) => {
      const [out, outCounts, outPlaces, outType, into, intoCounts, intoPlaces, intoType, handle] = parameters as Nine;
      const comm = this.communicators.at(call.name, handle);
      const { from, to } = this.edges(call, comm);
      const { collectives } = this;
      const take = hasTypes ? collectives.longBlocks.bind(collectives) : collectives.blocks.bind(collectives);
      const given = take(call, out, outCounts, outPlaces, outType, to.ranks.length, OUT);
      const room = take(call, into, intoCounts, intoPlaces, intoType, from.ranks.length, INTO);
      return this.together(call, comm, from, to, given, room);
    };
  }

  readonly all: Record<string, Collective> = {
    MPI_Neighbor_allgather: this.ofOneSize(true),
    MPI_Neighbor_allgatherv: this.gatherV,
    MPI_Neighbor_alltoall: this.ofOneSize(false),
    MPI_Neighbor_alltoallv: this.exchangeV(false),
    MPI_Neighbor_alltoallw: this.exchangeV(true),
  };
}

/** Of each rank of a list, how often it comes before. */
function occurrences(ranks: readonly number[]): number[] {
  const seen = new Map<number, number>();
  return ranks.map((rank) => {
    const before = seen.get(rank) ?? 0;
    seen.set(rank, before + 1);
    return before;
  });
}

type Seven = [number, number, number, number, number, number, number];
type Eight = [...Seven, number];
type Nine = [...Seven, number, number];
