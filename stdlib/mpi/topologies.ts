/**
 * Topologies that communicators have: grids, graphs of all ranks, and distributed graphs, of which each rank knows its own edges (MPI 3.1, 7).
 *
 * Ranks keep their numbers: loads and stores reach all alike, and over networks the launcher has placed neighbours by their numbers.
 */
import { balanced, coordinatesOf, type Grid, rankAt, sizeOf } from './cartesian.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { PROC_NULL, UNDEFINED } from './constants.ts';
import { ERR_DIMS, ERR_RANK, ERR_TOPOLOGY } from './errors.ts';
import { COMM, nullOf } from './handles.ts';
import type { Body, State } from './state.ts';

/** Neighbours of each rank: those of rank r end at index[r]. */
interface Graph {
  readonly kind: 'graph';
  readonly index: readonly number[];
  readonly edges: readonly number[];
}

/** This rank's edges; `weights` absent of a graph without. */
interface Edges {
  readonly ranks: readonly number[];
  readonly weights?: readonly number[];
}

interface Distributed {
  readonly kind: 'distributed';
  readonly sources: Edges;
  readonly destinations: Edges;
}

export type Topology = (Grid & { readonly kind: 'cartesian' }) | Graph | Distributed;

/** MPI_GRAPH, MPI_CART, MPI_DIST_GRAPH. */
const NUMBERS = { graph: 1, cartesian: 2, distributed: 3 };
/** MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY: pointers that are none. */
const [UNWEIGHTED, EMPTY] = [2, 3];

export class Topologies {
  constructor(
    private readonly state: State,
    private readonly communicators: Communicators,
  ) {}

  /** Ranks that this rank gets from, and those that it sends to, in the order of neighbourhood collective functions (7.6). */
  neighbours(call: string, comm: Communicator): { readonly from: readonly number[]; readonly to: readonly number[] } {
    const { topology, team } = comm;
    if (topology === undefined) return this.without(call, comm.name);
    if (topology.kind === 'graph') {
      const ranks = neighboursIn(topology, team.rank);
      return { from: ranks, to: ranks };
    }
    if (topology.kind === 'distributed') return { from: topology.sources.ranks, to: topology.destinations.ranks };
    const ranks = topology.extents.flatMap((_, d) => [-1, 1].map((step) => this.shifted(topology, team.rank, d, step)));
    return { from: ranks, to: ranks };
  }

  private without(call: string, name: string, wanted = 'a topology'): never {
    this.state.refuse(call, 'comm', name, `it must be a communicator with ${wanted}`, ERR_TOPOLOGY);
  }

  private of<K extends Topology['kind']>(call: string, handle: number, kind: K, wanted: string) {
    const comm = this.communicators.at(call, handle);
    if (comm.topology?.kind !== kind) return this.without(call, comm.name, wanted);
    return { comm, topology: comm.topology as Extract<Topology, { kind: K }> };
  }

  private grid(call: string, handle: number) {
    return this.of(call, handle, 'cartesian', 'a grid (MPI_Cart_create)');
  }

  private graph(call: string, handle: number) {
    return this.of(call, handle, 'graph', 'a graph (MPI_Graph_create)');
  }

  private rank(call: string, argument: string, rank: number, size: number): void {
    if (rank >>> 0 >= size) this.state.refuse(call, argument, rank, `ranks are 0 .. ${size - 1}`, ERR_RANK);
  }

  private natural(call: string, argument: string, value: number, kind = ERR_DIMS): number {
    return this.state.natural(call, argument, value, kind);
  }

  private fit(call: string, { name, team }: Communicator, size: number, argument: string): void {
    const { length } = team.members;
    if (size > length) this.state.refuse(call, argument, `for ${size} ranks`, `${name} has ${length}`, ERR_DIMS);
  }

  /** The first `size` ranks are members of the new one; others get none, and all of them where that is refused. */
  private first(
    call: string,
    comm: Communicator,
    size: number,
    argument: string,
    topology: Topology,
    at: number,
  ): void {
    const { rank } = comm.team;
    this.state.give(call, 'newcomm', at, nullOf(COMM));
    this.fit(call, comm, size, argument);
    const colour = rank < size ? 0 : UNDEFINED;
    this.state.give(call, 'newcomm', at, this.communicators.part(call, comm, colour, rank, { topology }));
  }

  // ---------------------------------------------------------------- grids

  private extents(call: string, count: number, at: number, least: number): number[] {
    const extents = Array.from(this.state.words(call, 'dims', at, this.natural(call, 'ndims', count)));
    for (const [d, extent] of extents.entries())
      if (extent < least) this.state.refuse(call, `dims[${d}]`, extent, `it is ${least} or more`, ERR_DIMS);
    return extents;
  }

  private newGrid(call: string, count: number, dims: number, periods: number): Grid & { readonly kind: 'cartesian' } {
    const extents = this.extents(call, count, dims, 1);
    const round = Array.from(this.state.words(call, 'periods', periods, count), (period) => period !== 0);
    return { kind: 'cartesian', extents, periods: round };
  }

  private shifted(grid: Grid, rank: number, dimension: number, step: number): number {
    const coordinates = coordinatesOf(grid, rank);
    coordinates[dimension]! += step;
    return rankAt(grid, coordinates) ?? PROC_NULL;
  }

  private sub(call: string, handle: number, remain: number, at: number): void {
    const { comm, topology } = this.grid(call, handle);
    const kept = Array.from(this.state.words(call, 'remain_dims', remain, topology.extents.length), (one) => one !== 0);
    const left = <T>(of: readonly T[]) => of.filter((_, d) => kept[d]);
    const grid = { kind: 'cartesian' as const, extents: left(topology.extents), periods: left(topology.periods) };
    const coordinates = coordinatesOf(topology, comm.team.rank);
    const colour = coordinates.reduce((all, one, d) => (kept[d] ? all : all * topology.extents[d]! + one), 0);
    const handleOfNew = this.communicators.part(call, comm, colour, comm.team.rank, { topology: grid });
    this.state.give(call, 'newcomm', at, handleOfNew);
  }

  // ---------------------------------------------------------------- graphs

  private newGraph(call: string, comm: Communicator, nodes: number, indexAt: number, edgesAt: number): Graph {
    this.fit(call, comm, this.natural(call, 'nnodes', nodes, ERR_TOPOLOGY), 'nnodes');
    const index = Array.from(this.state.words(call, 'index', indexAt, nodes));
    for (const [i, end] of index.entries()) {
      const least = index[i - 1] ?? 0;
      if (end < least)
        this.state.refuse(call, `index[${i}]`, end, `it is ${least} or more, as the ends of lists`, ERR_TOPOLOGY);
    }
    const edges = Array.from(this.state.words(call, 'edges', edgesAt, index.at(-1) ?? 0));
    for (const [i, edge] of edges.entries()) this.rank(call, `edges[${i}]`, edge, nodes);
    return { kind: 'graph', index, edges };
  }

  private giveNeighbours(call: string, handle: number, rank: number, most: number, at: number): void {
    const { topology } = this.graph(call, handle);
    this.rank(call, 'rank', rank, topology.index.length);
    this.state.giveWords(call, 'neighbors', at, neighboursIn(topology, rank).slice(0, Math.max(most, 0)));
  }

  // ---------------------------------------------------------------- distributed graphs

  private edges(call: string, comm: Communicator, name: string, count: number, at: number, weightsAt: number): Edges {
    this.natural(call, name === 'sources' ? 'indegree' : 'outdegree', count, ERR_TOPOLOGY);
    const ranks = Array.from(this.state.words(call, name, at, count));
    for (const [i, rank] of ranks.entries()) this.rank(call, `${name}[${i}]`, rank, comm.team.members.length);
    return { ranks, ...this.weights(call, weightsAt, count) };
  }

  private weights(call: string, at: number, count: number): Pick<Edges, 'weights'> {
    if (at === UNWEIGHTED) return {};
    return { weights: at === EMPTY ? [] : Array.from(this.state.words(call, 'weights', at, count)) };
  }

  private distribute(call: string, comm: Communicator, topology: Topology, at: number): void {
    const { rank } = comm.team;
    this.state.give(call, 'newcomm', at, this.communicators.part(call, comm, 0, rank, { topology }));
  }

  /** Edges that any ranks have given: every rank hears of all, and keeps its own. */
  private gathered(
    call: string,
    comm: Communicator,
    own: readonly (readonly [number, number, number])[],
    isWeighted: boolean,
  ): Topology {
    const { together } = this.state;
    const counts = together.gather(call, comm.team, [own.length]).column();
    const most = counts.reduce((most, each) => Math.max(most, each));
    const words = own.flat().concat(Array(3 * (most - own.length)).fill(-1));
    const all =
      most === 0
        ? []
        : together
            .gather(call, comm.team, words)
            .rows()
            .flatMap((words) => triples(words));
    const pick = (here: 0 | 1): Edges => {
      const mine = all.filter((edge) => edge[here] === comm.team.rank);
      return {
        ranks: mine.map((edge) => edge[1 - here]!),
        ...(isWeighted && { weights: mine.map((edge) => edge[2]!) }),
      };
    };
    return { kind: 'distributed', sources: pick(1), destinations: pick(0) };
  }

  private distributed(call: string, ...[handle, n, sourcesAt, degreesAt, targetsAt, weightsAt, at]: Seven): void {
    const comm = this.communicators.intra(call, handle);
    const { length } = comm.team.members;
    const sources = this.state.words(call, 'sources', sourcesAt, this.natural(call, 'n', n, ERR_TOPOLOGY));
    const degrees = this.state.words(call, 'degrees', degreesAt, n);
    const total = degrees.reduce(
      (sum, degree, i) => sum + this.natural(call, `degrees[${i}]`, degree, ERR_TOPOLOGY),
      0,
    );
    const targets = this.state.words(call, 'destinations', targetsAt, total);
    const { weights } = this.weights(call, weightsAt, total);
    const own: [number, number, number][] = [];
    for (const [i, source] of sources.entries()) {
      this.rank(call, `sources[${i}]`, source, length);
      for (let j = 0; j < degrees[i]!; j++) {
        const edge = own.length;
        this.rank(call, `destinations[${edge}]`, targets[edge]!, length);
        own.push([source, targets[edge]!, weights?.[edge] ?? 1]);
      }
    }
    this.distribute(call, comm, this.gathered(call, comm, own, weights !== undefined), at);
  }

  private giveDistributed(call: string, ...[handle, mostIn, sourcesAt, inAt, mostOut, targetsAt, outAt]: Seven): void {
    const { topology } = this.of(call, handle, 'distributed', 'a distributed graph');
    const give = (name: string, { ranks, weights }: Edges, most: number, at: number, weightsAt: number) => {
      this.state.giveWords(call, name, at, ranks.slice(0, most));
      if (weights !== undefined && weightsAt !== UNWEIGHTED && weightsAt !== EMPTY)
        this.state.giveWords(call, 'weights', weightsAt, weights.slice(0, most));
    };
    give('sources', topology.sources, mostIn, sourcesAt, inAt);
    give('destinations', topology.destinations, mostOut, targetsAt, outAt);
  }

  readonly bodies: Record<string, Body> = {
    MPI_Topo_test: (call, handle, status) => {
      const { topology } = this.communicators.at(call, handle!);
      this.state.give(call, 'status', status!, topology === undefined ? UNDEFINED : NUMBERS[topology.kind]);
    },
    MPI_Dims_create: (call, nodes, count, at) => {
      if (nodes! < 1) this.state.refuse(call, 'nnodes', nodes!, 'it is 1 or more', ERR_DIMS);
      const made = balanced(nodes!, this.extents(call, count!, at!, 0));
      if (made === undefined)
        this.state.refuse(
          call,
          'dims',
          'given in part',
          `the product of those above 0 divides nnodes, ${nodes}`,
          ERR_DIMS,
        );
      this.state.giveWords(call, 'dims', at!, made);
    },
    MPI_Cart_create: (call, handle, count, dims, periods, _reorder, at) => {
      const comm = this.communicators.intra(call, handle!);
      const grid = this.newGrid(call, count!, dims!, periods!);
      this.first(call, comm, sizeOf(grid), 'dims', grid, at!);
    },
    MPI_Cartdim_get: (call, handle, at) =>
      this.state.give(call, 'ndims', at!, this.grid(call, handle!).topology.extents.length),
    MPI_Cart_get: (call, handle, most, dims, periods, coords) => {
      const { comm, topology } = this.grid(call, handle!);
      const few = (values: readonly number[]) => values.slice(0, Math.max(most!, 0));
      this.state.giveWords(call, 'dims', dims!, few(topology.extents));
      this.state.giveWords(call, 'periods', periods!, few(topology.periods.map(Number)));
      this.state.giveWords(call, 'coords', coords!, few(coordinatesOf(topology, comm.team.rank)));
    },
    MPI_Cart_rank: (call, handle, coords, at) => {
      const { topology } = this.grid(call, handle!);
      const coordinates = Array.from(this.state.words(call, 'coords', coords!, topology.extents.length));
      const rank = rankAt(topology, coordinates);
      const rule = `the grid is ${topology.extents.join(' x ')}`;
      this.state.give(call, 'rank', at!, rank ?? this.state.refuse(call, 'coords', coordinates.join(', '), rule));
    },
    MPI_Cart_coords: (call, handle, rank, most, at) => {
      const { topology } = this.grid(call, handle!);
      this.rank(call, 'rank', rank!, sizeOf(topology));
      this.state.giveWords(call, 'coords', at!, coordinatesOf(topology, rank!).slice(0, Math.max(most!, 0)));
    },
    MPI_Cart_shift: (call, handle, direction, step, source, dest) => {
      const { comm, topology } = this.grid(call, handle!);
      const { length } = topology.extents;
      if (direction! >>> 0 >= length)
        this.state.refuse(call, 'direction', direction!, `dimensions are 0 .. ${length - 1}`, ERR_DIMS);
      this.state.give(call, 'rank_source', source!, this.shifted(topology, comm.team.rank, direction!, -step!));
      this.state.give(call, 'rank_dest', dest!, this.shifted(topology, comm.team.rank, direction!, step!));
    },
    MPI_Cart_sub: (call, handle, remain, at) => this.sub(call, handle!, remain!, at!),
    MPI_Cart_map: (call, handle, count, dims, periods, at) => {
      const { rank } = this.communicators.intra(call, handle!).team;
      const size = sizeOf(this.newGrid(call, count!, dims!, periods!));
      this.state.give(call, 'newrank', at!, rank < size ? rank : UNDEFINED);
    },
    MPI_Graph_create: (call, handle, nodes, index, edges, _reorder, at) => {
      const comm = this.communicators.intra(call, handle!);
      this.state.give(call, 'newcomm', at!, nullOf(COMM));
      const graph = this.newGraph(call, comm, nodes!, index!, edges!);
      if (nodes !== 0) this.first(call, comm, nodes!, 'nnodes', graph, at!);
    },
    MPI_Graphdims_get: (call, handle, nodes, edges) => {
      const { topology } = this.graph(call, handle!);
      this.state.give(call, 'nnodes', nodes!, topology.index.length);
      this.state.give(call, 'nedges', edges!, topology.edges.length);
    },
    MPI_Graph_get: (call, handle, mostIndex, mostEdges, index, edges) => {
      const { topology } = this.graph(call, handle!);
      this.state.giveWords(call, 'index', index!, topology.index.slice(0, Math.max(mostIndex!, 0)));
      this.state.giveWords(call, 'edges', edges!, topology.edges.slice(0, Math.max(mostEdges!, 0)));
    },
    MPI_Graph_neighbors_count: (call, handle, rank, at) => {
      const { topology } = this.graph(call, handle!);
      this.rank(call, 'rank', rank!, topology.index.length);
      this.state.give(call, 'nneighbors', at!, neighboursIn(topology, rank!).length);
    },
    MPI_Graph_neighbors: (call, handle, rank, most, at) => this.giveNeighbours(call, handle!, rank!, most!, at!),
    MPI_Graph_map: (call, handle, nodes, index, edges, at) => {
      const comm = this.communicators.intra(call, handle!);
      this.newGraph(call, comm, nodes!, index!, edges!);
      this.state.give(call, 'newrank', at!, comm.team.rank < nodes! ? comm.team.rank : UNDEFINED);
    },
    MPI_Dist_graph_create: (call, handle, n, sources, degrees, targets, weights, _info, _reorder, at) =>
      this.distributed(call, handle!, n!, sources!, degrees!, targets!, weights!, at!),
    MPI_Dist_graph_create_adjacent: (call, ...parameters) => {
      const [handle, ins, sources, inWeights, outs, targets, outWeights, , , at] = parameters as Ten;
      const comm = this.communicators.intra(call, handle);
      const edgesIn = this.edges(call, comm, 'sources', ins, sources, inWeights);
      const edgesOut = this.edges(call, comm, 'destinations', outs, targets, outWeights);
      this.distribute(call, comm, { kind: 'distributed', sources: edgesIn, destinations: edgesOut }, at);
    },
    MPI_Dist_graph_neighbors_count: (call, handle, ins, outs, weighted) => {
      const { topology } = this.of(call, handle!, 'distributed', 'a distributed graph');
      this.state.give(call, 'indegree', ins!, topology.sources.ranks.length);
      this.state.give(call, 'outdegree', outs!, topology.destinations.ranks.length);
      this.state.give(call, 'weighted', weighted!, topology.sources.weights === undefined ? 0 : 1);
    },
    MPI_Dist_graph_neighbors: (call, ...parameters) => this.giveDistributed(call, ...(parameters as Seven)),
  };
}

function neighboursIn({ index, edges }: Graph, rank: number): readonly number[] {
  return edges.slice(index[rank - 1] ?? 0, index[rank]);
}

/** Edges from the words of a rank, without those that fill up. */
function triples(words: ArrayLike<number>): [number, number, number][] {
  const edges: [number, number, number][] = [];
  for (let i = 0; i + 2 < words.length; i += 3)
    if (words[i]! >= 0) edges.push([words[i]!, words[i + 1]!, words[i + 2]!]);
  return edges;
}

type Seven = [number, number, number, number, number, number, number];
type Ten = [...Seven, number, number, number];
