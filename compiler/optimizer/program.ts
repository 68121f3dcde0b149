/**
 * The optimizer's second table of contents: what is done to the whole program, after linking.
 *
 * Takes: the functions of a linked program, those of the C-written library among them. Gives: functions that do the
 * same. Here bodies of other units are at hand, so calls can be replaced by them; what that lays open is cleaned up by
 * the passes that each unit had before (passes.ts), and loops get the shape that the machine likes.
 */
import type { Function as Definition, Module, Signature } from '../ir/ir.ts';
import { printModule } from '../ir/text.ts';
import { assertVerified } from '../ir/verify.ts';
import { visitStatements } from '../ir/walk.ts';
import { accessDirectly } from './addresses/direct.ts';
import { expandAddresses, expandAll } from './addresses/expand.ts';
import { withForwarding } from './addresses/library-calls.ts';
import { scalarSignature } from './addresses/narrow.ts';
import { wideSignature } from './addresses/wide.ts';
import { type FunctionEffects, functionEffects } from './analyses/function-effects.ts';
import { hiddenObjects } from './analyses/objects.ts';
import { gatherAllCharges } from './charges/gather.ts';
import { DIRECT, isWide } from './communication/costs.ts';
import { inlineBulk } from './communication/intrinsics.ts';
import { serving } from './communication/serving.ts';
import { replaceAggregates } from './frame/scalar-replacement.ts';
import { duplicateTails } from './frame/tail-duplication.ts';
import { inlineCalls, type Surroundings } from './inline/inline.ts';
import { inlineLate } from './inline/late-inline.ts';
import { specializeCallers } from './inline/specialize.ts';
import { outlineLoops } from './loops/outline.ts';
import { reduceStrength } from './loops/strength-reduction.ts';
import { unrollShortLoops } from './loops/unroll.ts';
import { unrollAndJam } from './loops/unroll-and-jam.ts';
import { expandCopies } from './memory/copy-expansion.ts';
import { hoistInvariants } from './memory/loop-invariants.ts';
import { eliminateRedundancy } from './memory/redundancy.ts';
import { contextIn, isWanted, LAST, type OptimizerOptions, PASSES, type Pass, type PassTerms } from './passes.ts';
import { useRanges } from './ranges/ranges.ts';
import type { PassContext } from './remarks.ts';
import { simplifyControlFlow } from './simplify/control.ts';
import { removeDeadSets } from './simplify/dead.ts';
import { foldExpressions } from './simplify/fold.ts';
import { forwardTemporaries } from './simplify/forward.ts';
import { propagateConstants } from './simplify/propagate.ts';
import { divideOnce } from './simplify/remainders.ts';
import { vectorizeOuterLoops } from './vectors/outer-loop.ts';
import { vectorize } from './vectors/vectorize.ts';

/** What of a linked program is optimized. */
export interface Linked {
  /** The function that it starts with. */
  readonly entry: string;
  /** Functions that have an address. */
  readonly table: readonly string[];
  readonly tableIndex?: ReadonlyMap<string, number>;
  readonly name: string;
  readonly threads?: number;
  readonly functions: readonly Definition[];
  readonly statics: Module['statics'];
  /** Pointers may be of phantom arrays. */
  readonly marks?: boolean;
  readonly libraryNames: readonly string[];
  readonly librarySignatures?: ReadonlyMap<string, Signature>;
}

/** A pass that looks at all functions at once. */
export interface ProgramPass extends PassTerms {
  readonly runOnAll: (
    functions: readonly Definition[],
    surroundings: Surroundings,
    context: PassContext,
  ) => readonly Definition[];
}

export const PROGRAM_PASSES: readonly (Pass | ProgramPass)[] = [
  {
    name: 'specialize',
    level: 2,
    debug: false,
    requires: 'a whole program',
    establishes: 'functions that are given the address of a function, and call it in a loop, call it by name',
    pays: () => true,
    runOnAll: specializeCallers,
  },
  {
    name: 'inline',
    level: 1,
    debug: false,
    requires: 'a whole program',
    establishes: 'no calls of small functions; no functions that nobody calls',
    pays: () => true,
    runOnAll: inlineCalls,
  },
  {
    name: 'unroll',
    level: 2,
    debug: false,
    requires: 'bodies in the place of calls (inline)',
    establishes: 'no loop with a small constant trip count',
    pays: () => true,
    run: unrollShortLoops,
  },
  {
    name: 'link.propagate',
    level: 1,
    requires: 'bodies in the place of calls',
    establishes: 'locals set once to a constant, an address or an unchanging local are replaced by it',
    run: propagateConstants,
  },
  {
    name: 'link.fold',
    level: 1,
    requires: 'what propagate put together',
    establishes: 'addresses of slots with constant offsets are leaves',
    run: foldExpressions,
  },
  {
    name: 'tail-duplicate',
    level: 1,
    debug: false,
    requires: 'addresses of slots are leaves (link.fold)',
    establishes: 'reads of slots that a conditional expression chose are duplicated into its arms',
    run: duplicateTails,
  },
  {
    name: 'sroa',
    level: 1,
    debug: false,
    requires: 'slots are mentioned where they are read and written (link.propagate, link.fold)',
    establishes: 'what of the frame is used as scalars is locals',
    pays: () => true,
    run: replaceAggregates,
  },
  {
    name: 'link.repropagate',
    level: 1,
    requires: 'locals for what was in memory (sroa)',
    establishes: 'locals set once to a constant, an address or an unchanging local are replaced by it',
    run: propagateConstants,
  },
  {
    name: 'link.forward',
    level: 1,
    requires: 'verified IR',
    establishes: 'no local read once whose value could be computed where it is read',
    run: forwardTemporaries,
  },
  {
    name: 'link.refold',
    level: 1,
    requires: 'what propagate and forward put together',
    establishes: 'no operation on constants alone',
    run: foldExpressions,
  },
  {
    name: 'link.control',
    level: 1,
    requires: 'tests that are constant are constants (link.refold)',
    establishes: 'no branch on a constant, no statement after a jump',
    run: simplifyControlFlow,
  },
  {
    name: 'intrinsics',
    level: 1,
    target: 'webassembly',
    requires: 'bodies in the place of calls',
    establishes: 'no call that only copies or fills memory, where the library would do no more',
    run: inlineBulk,
  },
  {
    name: 'expand-copies',
    level: 1,
    target: 'webassembly',
    requires: 'copies instead of calls (intrinsics); objects that can be scalars are',
    establishes: 'no copy or fill of a few bytes but as loads and stores',
    run: expandCopies,
  },
  {
    name: 'expand',
    level: 0,
    requires: 'nothing that knows pointers-to-shared comes after it',
    establishes: 'addresses of shared elements are plain arithmetic on THREADS, MYTHREAD and the size of a region',
    run: expandAddresses,
  },
  {
    name: 'ranges',
    level: 1,
    target: 'webassembly',
    requires: 'numbers of elements, blocks and threads as plain arithmetic (expand)',
    establishes: 'no signed division of what is not negative, no mask, extension or comparison without effect',
    pays: () => true,
    run: useRanges,
  },
  {
    name: 'link.recontrol',
    level: 1,
    target: 'webassembly',
    requires: 'tests that are decided are constants (ranges)',
    establishes: 'no branch on a constant, no statement after a jump',
    run: simplifyControlFlow,
  },
  {
    name: 'direct',
    level: 1,
    target: 'webassembly',
    requires: 'plain addresses (expand)',
    establishes: 'no get or put but strict and volatile ones, and those that may wait, where all memory is one',
    run: accessDirectly,
  },
  {
    name: 'remainders',
    level: 2,
    target: 'webassembly',
    requires: 'divisions of naturals are unsigned (ranges)',
    establishes: 'no unsigned remainder where the quotient is computed too',
    run: divideOnce,
  },
  {
    name: 'licm',
    level: 2,
    requires: 'addresses as plain arithmetic (expand)',
    establishes: 'no loop-invariant load, pure call or division in a loop, if it may be hoisted',
    pays: () => true,
    run: hoistInvariants,
  },
  {
    name: 'gvn',
    level: 2,
    requires: 'addresses as trees (link.forward)',
    establishes: 'no load of what is known to be in memory, no store of it, no repeated pure call or division',
    pays: () => true,
    run: eliminateRedundancy,
  },
  {
    name: 'gather-all-charges',
    level: 1,
    charged: true,
    requires: 'bounds of loops in locals (licm, gvn)',
    establishes: 'no charge in a loop that makes no call, communicates not and is not left for elsewhere',
    pays: () => true,
    run: gatherAllCharges,
  },
  {
    name: 'vectorize',
    level: 2,
    target: 'webassembly',
    simd: true,
    requires: 'addresses of shared elements are plain arithmetic (expand)',
    establishes: 'loops over contiguous elements compute with vectors',
    pays: () => true,
    run: vectorize,
  },
  {
    name: 'outer-vectorize',
    level: 2,
    target: 'webassembly',
    simd: true,
    debug: false,
    requires: 'sums in locals (licm, gvn); inner loops that are better vectors are (vectorize)',
    establishes: 'iterations of outer loops over neighbouring elements go through their inner loop as vectors',
    pays: () => true,
    run: vectorizeOuterLoops,
  },
  {
    name: 'unroll-and-jam',
    level: 2,
    target: 'webassembly',
    debug: false,
    requires: 'sums in locals (licm, gvn); loops that are better vectors are (vectorize)',
    establishes: 'loops that go through a sum several at a time, where they are independent',
    pays: () => true,
    run: unrollAndJam,
  },
  {
    name: 'strength-reduce',
    level: 2,
    target: 'webassembly',
    debug: false,
    requires: 'loops as vectorize leaves them, whose counters it looks for',
    establishes: 'no multiple of an induction variable but where stepping it would cost as much',
    pays: () => true,
    run: reduceStrength,
  },
  {
    name: 'late-inline',
    level: 2,
    target: 'webassembly',
    debug: false,
    requires: 'pure calls where they are to be made (licm, gvn); loops in their last shape',
    establishes: 'no pure calls of small functions in loops',
    pays: () => true,
    runOnAll: inlineLate,
  },
  {
    name: 'outline',
    level: 2,
    target: 'webassembly',
    debug: false,
    requires: 'loops in their last shape, with all that is put into them (late-inline)',
    establishes:
      'no long loop that runs in one call of a function, where it may leave; for pages, as it costs some per cent where engines need it not',
    pays: () => false,
    runOnAll: outlineLoops,
  },
  {
    name: 'link.dead',
    level: 1,
    requires: 'verified IR',
    establishes: 'no assignment without effect to a local that is never read',
    run: removeDeadSets,
  },
];

/** All passes, in order. */
export const ALL_PASSES: readonly PassTerms[] = [...PASSES, ...PROGRAM_PASSES];

/** Passes with a switch of their own: -fNAME and -fno-NAME. */
export const SWITCHES: readonly string[] = ALL_PASSES.filter(({ pays }) => pays).map(({ name }) => name);

/** Passes that move or replace communication: --remarks tells of these. */
export const ABOUT_COMMUNICATION: ReadonlySet<string> = new Set(
  PASSES.filter(({ pays }) => pays).map(({ name }) => name),
);

/** Level of -O from which the passes on a program are run: a module for people to read is left as it was compiled, but for `expand`. */
const runsFor = ({ target, optimize }: OptimizerOptions): boolean =>
  target === 'webassembly' ? optimize >= 1 : optimize >= 2;

/** Checked, recorded, or for a network: then communication is the library's matter. */
const keepsCalls = (options: OptimizerOptions): boolean => options.debug === true || callsAccess(options);

const callsAccess = (options: OptimizerOptions): boolean => options.recorded === true || isWide(options);

/** The program after all passes of its level. */
export function optimizeProgram<T extends Linked>(program: T, options: OptimizerOptions): T {
  return isWide(options) ? optimized(withForwarding(serving(program)), options) : optimized(program, options);
}

function optimized<T extends Linked>(linked: T, options: OptimizerOptions): T {
  if (!runsFor(options)) return scalarized(linked, options);
  const imported = new Map<string, Signature>();
  const context: PassContext = {
    level: options.optimize,
    ...(options.fastMath && { fastMath: true }),
    ...(linked.threads !== undefined && { threads: linked.threads }),
    communication: options.communication ?? DIRECT,
    keepsCalls: keepsCalls(options),
    ...(options.remark && { remark: options.remark }),
    ...(options.strictAliasing !== undefined && { strictAliasing: options.strictAliasing }),
    hidden: hiddenObjects(linked.functions, linked.statics),
    sharedSizes: sizesOfShared(linked.statics),
    addressesWrap: options.target === 'webassembly',
    isLibrary: libraryOf(linked),
    callsAccess: callsAccess(options),
    wide: isWide(options),
    marks: linked.marks === true,
    imports: (symbol, signature) => imported.set(symbol, signature),
  };
  const surroundings = { roots: [linked.entry, ...linked.table], statics: linked.statics };
  const runOn = (functions: readonly Definition[], pass: Pass | ProgramPass): readonly Definition[] => {
    if ('runOnAll' in pass) return pass.runOnAll(functions, surroundings, context);
    const knowing = { ...context, effects: effectsIn(functions) };
    return functions.map((f) => pass.run(f, contextIn(f, knowing)));
  };
  const before = moduleOf(linked);
  const moduleWith = (functions: readonly Definition[]): Module => ({
    ...before,
    functions,
    functionImports: importsOf(functions, linked, imported),
  });
  let current = before;
  for (const pass of PROGRAM_PASSES) {
    if (!isWanted(pass, options, context)) continue;
    options.progress?.(pass.name);
    const functions = runOn(current.functions, pass);
    if (options.verifiesPasses !== false) assertVerified(moduleWith(functions), pass.name, current);
    current = { ...before, functions };
    options.dump?.(pass.name, () => printModule(moduleWith(functions)));
  }
  options.progress?.('verifying');
  if (options.verifiesPasses === false) assertVerified(moduleWith(current.functions), LAST, before);
  const libraryNames = [...new Set([...linked.libraryNames, ...imported.keys()])];
  return { ...linked, functions: current.functions, libraryNames, ...scalarSignatures(linked, options) };
}

/** The program as back ends take it, after `expand` alone. */
function scalarized<T extends Linked>(linked: T, options: OptimizerOptions): T {
  const addressesWrap = options.target === 'webassembly';
  options.progress?.('expand');
  const functions = expandAll(linked.functions, {
    ...linked,
    sharedSizes: sizesOfShared(linked.statics),
    isLibrary: libraryOf(linked),
    callsAccess: callsAccess(options),
    wide: isWide(options),
    addressesWrap,
  });
  const module = (): Module => moduleOf({ ...linked, functions });
  if (options.verifiesPasses !== false) assertVerified(module(), 'expand');
  options.dump?.('expand', () => printModule(module()));
  return { ...linked, functions, ...scalarSignatures(linked, options) };
}

function scalarSignatures({ librarySignatures }: Linked, options: OptimizerOptions): Pick<Linked, 'librarySignatures'> {
  if (!librarySignatures) return {};
  const scalar = (signature: Signature) =>
    isWide(options) ? wideSignature(signature, true) : scalarSignature(signature);
  const scalars = [...librarySignatures].map(([name, signature]) => [name, scalar(signature)] as const);
  return { librarySignatures: new Map(scalars) };
}

/** Whether the function of a name is the library's. */
export function libraryOf({ libraryNames }: Pick<Linked, 'libraryNames'>): (name: string) => boolean {
  const names = new Set(libraryNames);
  return (name) => names.has(name);
}

const sizesOfShared = (statics: Linked['statics']): ReadonlyMap<string, number> =>
  new Map(statics.filter(({ space }) => space === 'shared').map(({ name, size }) => [name, size]));

/** What the functions do, found out when it is asked. */
function effectsIn(functions: readonly Definition[]): NonNullable<PassContext['effects']> {
  let known: ReadonlyMap<string, FunctionEffects> | undefined;
  return (name) => {
    known ??= functionEffects(functions);
    return known.get(name);
  };
}

/** The program as a module, so that it can be verified and printed like one. */
function moduleOf({ name, threads, functions, statics, ...linked }: Linked): Module {
  const functionImports = importsOf(functions, linked, new Map());
  return { name, ...(threads !== undefined && { threads }), functions, statics, functionImports, staticImports: [] };
}

/** The library's functions, with the signature of a call. */
function importsOf(
  functions: readonly Definition[],
  { libraryNames }: Pick<Linked, 'libraryNames'>,
  imported: ReadonlyMap<string, Signature>,
): Module['functionImports'] {
  const signatures = new Map<string, Signature>(imported);
  for (const name of libraryNames) signatures.set(name, { parameters: [], results: [] });
  for (const f of functions) for (const [name, signature] of callsIn(f)) signatures.set(name, signature);
  for (const { name } of functions) signatures.delete(name);
  return [...signatures].map(([name, signature]) => ({ name, signature }));
}

const CALLS = new WeakMap<Definition, ReadonlyMap<string, Signature>>();

/** What the function calls by name; most functions are what they were after most passes. */
function callsIn(f: Definition): ReadonlyMap<string, Signature> {
  const known = CALLS.get(f);
  if (known) return known;
  const calls = new Map<string, Signature>();
  visitStatements(f.body, (s) => {
    if (s.op === 'call' && 'symbol' in s.callee) calls.set(s.callee.symbol, s.signature);
  });
  CALLS.set(f, calls);
  return calls;
}
