/**
 * MPI (mpi.h): the ranks of MPI_COMM_WORLD are the threads of the job.
 *
 * One idea: the library is a list of parts over one core, of which a simulated rank has those whose functions it calls. Functions are written
 * as bodies, which throw mistakes, and are given their two names and the error handlers in state.ts. Point-to-point messages are matched in
 * post.ts; collective functions are those of the engine; objects of the program are numbers (handles.ts).
 */
import { allOf, type NativeFunction, sharedBy } from '../../runtime/abi.ts';
import { ofJob, type RuntimeEnvironment } from '../../runtime/environment.ts';
import { Accumulates } from './accumulates.ts';
import { Allocation } from './allocation.ts';
import { Attaching } from './attaching.ts';
import { attributeBodies, COMM_NAMES, Keys, TYPE_NAMES, WIN_NAMES } from './attributes.ts';
import { BegunDuplicates } from './begunduplicates.ts';
import { Buffered } from './buffered.ts';
import { CollectiveCalls } from './collectivecalls.ts';
import { Collectives } from './collectives.ts';
import { Communicators } from './communicators.ts';
import { Constructors } from './constructors.ts';
import { DataAccess } from './dataaccess.ts';
import { Differences } from './differences.ts';
import { dynamic } from './dynamic.ts';
import { Epochs } from './epochs.ts';
import { ErrorCodes } from './errorcodes.ts';
import { ErrorHandlers } from './errorhandlers.ts';
import { FarUpdates } from './farupdates.ts';
import { FileControl } from './filecontrol.ts';
import { FilePointers } from './filepointers.ts';
import { Files } from './files.ts';
import { FortranTypes } from './fortrantypes.ts';
import { Groups } from './groups.ts';
import { Infos } from './info.ts';
import { Intercollectives } from './intercollectives.ts';
import { Intercommunicators } from './intercommunicators.ts';
import { Interreductions } from './interreductions.ts';
import { Joining } from './joining.ts';
import { clock, life } from './life.ts';
import { Lines } from './lines.ts';
import { Mover } from './moving.ts';
import { Neighbourhoods } from './neighbourhoods.ts';
import { Notes } from './notes.ts';
import { Offered } from './offered.ts';
import { Opening } from './opening.ts';
import { Operators } from './operators.ts';
import { Packing } from './packing.ts';
import { PointToPoint } from './pointtopoint.ts';
import { Post } from './post.ts';
import { Posted } from './posted.ts';
import { Probes } from './probes.ts';
import { Reductions } from './reductions.ts';
import { Representations } from './representations.ts';
import { Requests } from './requests.ts';
import { RmaCalls } from './rmacalls.ts';
import { SharedPointers } from './sharedpointers.ts';
import { Shortcut, shortcuts } from './shortcut.ts';
import { type Body, State } from './state.ts';
import { Statuses } from './statuses.ts';
import { Targets } from './targets.ts';
import { TeamNumbers } from './teamnumbers.ts';
import { ToolVariables } from './toolvariables.ts';
import { Topologies } from './topologies.ts';
import { Transfers } from './transfers.ts';
import { Types } from './types.ts';
import { Unfreed } from './unfreed.ts';
import { Updates } from './updates.ts';
import { Waiting } from './waiting.ts';
import { WindowLocks } from './windowlocks.ts';
import { WindowMemory } from './windowmemory.ts';
import { Windows } from './windows.ts';

/** What the parts below share: the objects of the program, and messages. */
const coreOf = sharedBy((environment: RuntimeEnvironment) => {
  const state = new State(environment);
  const shortcut = new Shortcut(state);
  const keys = new Keys(state);
  const infos = new Infos(state);
  const types = new Types(state, keys);
  const groups = new Groups(state);
  const errorCodes = new ErrorCodes(state, keys);
  const errorHandlers = new ErrorHandlers(state, errorCodes);
  const communicators = new Communicators(state, groups, errorHandlers, keys, infos, shortcut);
  const lines = new Lines(state, shortcut);
  const posted = new Posted(state, communicators);
  const offered = new Offered(state, communicators);
  const post = new Post(state, shortcut, posted, offered);
  const packing = new Packing(state, types);
  const operators = new Operators(state, types);
  const statuses = new Statuses(state, types);
  const waiting = new Waiting(state, communicators, post, statuses);
  const requests = new Requests(state, statuses, waiting, post, communicators, [posted, offered]);
  const buffered = new Buffered(state, packing, post, waiting);
  const pointToPoint = new PointToPoint(
    ...([state, types, packing, communicators, post, waiting, requests, buffered, shortcut] as const),
  );
  const probes = new Probes(...([state, communicators, post, waiting, statuses, pointToPoint, requests] as const));
  const unfreed = new Unfreed(state, communicators, post, [
    ...[requests.handles, communicators.handles, types.handles, groups.handles],
    ...[operators.handles, infos.handles, errorHandlers.handles, probes.messages],
  ]);
  new Differences(state, types, operators);
  return {
    ...{
      state,
      shortcut,
      keys,
      infos,
      types,
      groups,
      errorCodes,
      errorHandlers,
      communicators,
      lines,
      posted,
      offered,
    },
    ...{ post, packing, operators, statuses, waiting, requests, buffered, pointToPoint, probes, unfreed },
  };
});

type Core = ReturnType<typeof coreOf>;

function communicatorPart(core: Core): Record<string, Body>[] {
  const { state, communicators, pointToPoint, packing, requests } = core;
  const numbers = new TeamNumbers(state.environment);
  const notes = new Notes(state, core.post, core.waiting);
  return [
    new Intercommunicators(state, communicators, pointToPoint, notes, numbers).bodies,
    new BegunDuplicates(state, communicators, packing, requests, numbers).bodies,
  ];
}

function collectivePart({ state, types, communicators, operators, packing, ...core }: Core): Record<string, Body>[] {
  const calls = new CollectiveCalls(state, packing, core.requests, communicators, core.lines, core.shortcut);
  const reductions = new Reductions(state, types, communicators, operators, packing);
  const collectives = new Collectives(state, types, communicators);
  const topologies = new Topologies(state, communicators);
  return [
    topologies.bodies,
    calls.bodies(collectives.all, new Intercollectives(state, communicators, collectives).all),
    calls.bodies(reductions.all, new Interreductions(state, communicators, collectives, reductions).all),
    reductions.bodies,
    calls.bodies(new Neighbourhoods(collectives, communicators, topologies).all),
  ];
}

function oneSidedPart(core: Core): Record<string, Body>[] {
  const { state, shortcut, keys, infos, types, packing, communicators } = core;
  const { groups, errorHandlers, requests, operators } = core;
  const allocation = new Allocation(state);
  const windows = new Windows(state, groups, errorHandlers, infos, shortcut);
  const targets = new Targets(state, types);
  const calls = new RmaCalls(state, windows, requests);
  const updates = new Updates(state, packing, operators);
  const farUpdates = new FarUpdates(state, types, updates);
  const memory = new WindowMemory(state, windows, communicators, errorHandlers, keys, infos, allocation);
  const accumulates = new Accumulates(
    ...([state, types, packing, operators, targets, updates, farUpdates, calls] as const),
  );
  core.unfreed.keep(windows.handles);
  return [
    attributeBodies(keys, 'windows', WIN_NAMES, (call, handle) => windows.at(call, handle)),
    allocation.bodies,
    windows.bodies,
    memory.bodies,
    new Attaching(state, windows, targets).bodies,
    new Epochs(state, windows, groups, core.waiting).bodies,
    new WindowLocks(state, windows, targets).bodies,
    new Transfers(state, types, packing, targets, calls).bodies,
    accumulates.bodies,
  ];
}

function filePart(core: Core): Record<string, Body>[] {
  const { state, types, packing, infos, groups, communicators, errorHandlers } = core;
  const files = new Files(state, errorHandlers);
  const representations = new Representations(state, packing);
  const pointers = new SharedPointers(state);
  const mover = new Mover(state);
  const access = new DataAccess(
    ...([
      state,
      types,
      packing,
      files,
      pointers,
      mover,
      new Joining(state, mover),
      core.waiting,
      core.requests,
    ] as const),
  );
  core.unfreed.keep(files.handles);
  const bodies = [
    new Opening(state, files, communicators, infos, types, representations, pointers).bodies,
    new FileControl(state, files, infos, types, groups, errorHandlers, representations, pointers).bodies,
    new FilePointers(state, files, pointers).bodies,
    access.bodies,
    representations.bodies,
  ];
  return bodies.map((each) => files.calls(each));
}

/** The parts of the library: a program of a simulated job has those whose functions it calls. */
const parts: readonly ((core: Core) => Record<string, Body>[])[] = [
  ({ state, communicators, keys, shortcut, lines, post, requests, unfreed }) => [
    life(state, communicators, keys, shortcut, lines, unfreed, [post, requests]),
  ],
  ({ errorHandlers, communicators }) => [errorHandlers.bodies(communicators)],
  ({ errorCodes }) => [errorCodes.bodies],
  ({ state, communicators }) => [dynamic(state, communicators)],
  ({ state, post }) => [new ToolVariables(state, post).bodies],
  ({ communicators }) => [communicators.bodies],
  ({ keys, communicators }) => [
    attributeBodies(keys, 'communicators', COMM_NAMES, (call, handle) => communicators.at(call, handle)),
  ],
  ({ keys, types }) => [
    attributeBodies(keys, 'datatypes', TYPE_NAMES, (call, handle) => types.at(call, 'datatype', handle)),
  ],
  ({ groups }) => [groups.bodies],
  ({ infos }) => [infos.bodies],
  ({ types }) => [types.bodies],
  ({ state, types, keys }) => [new Constructors(state, types, keys).bodies],
  ({ state, types }) => [new FortranTypes(state, types).bodies],
  ({ packing }) => [packing.bodies],
  ({ operators }) => [operators.bodies],
  ({ statuses }) => [statuses.bodies],
  ({ requests }) => [requests.bodies],
  ({ buffered }) => [buffered.bodies],
  ({ pointToPoint }) => [pointToPoint.bodies],
  ({ probes }) => [probes.bodies],
  ...[communicatorPart, collectivePart, oneSidedPart, filePart],
];

/** Functions that are no bodies: those that functions in C call. */
const plainFunctions: readonly ((core: Core) => Record<string, NativeFunction>)[] = [
  ({ communicators }) => communicators.functions(),
  ({ pointToPoint, offered }) => pointToPoint.functions(offered),
  ({ state, shortcut, posted, offered }) => shortcuts(state, shortcut, posted, offered),
  ({ lines }) => lines.functions(),
];

export const mpiLibrary = ofJob([
  ...parts.map((bodies) => (own: RuntimeEnvironment) => {
    const core = coreOf(own);
    return allOf(bodies(core).map((each) => core.state.calls(each)));
  }),
  ...plainFunctions.map((functions) => (own: RuntimeEnvironment) => functions(coreOf(own))),
  clock,
]);
