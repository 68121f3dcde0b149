/**
 * The optimizer's table of contents.
 *
 * Takes: a module of verified IR. Gives: a module that does the same, verified after the last pass, or after each (--verify).
 * Each pass is a function from function to function; what it needs and gives is written beside it. A pass is run
 * from the level of -O that the table names; one that has `pays` only if it says so of the conduit's costs, or if
 * -fNAME asks for it.
 */
import type { Function as Definition, Module, Signature } from '../ir/ir.ts';
import { printModule } from '../ir/text.ts';
import { assertVerified } from '../ir/verify.ts';
import type { Communication, CompilerOptions, Remark, Target } from '../options.ts';
import { gatherCharges } from './charges/gather.ts';
import { placeCharges } from './charges/place.ts';
import { followAffinity } from './communication/affinity.ts';
import { coalesce } from './communication/coalesce.ts';
import { DIRECT } from './communication/costs.ts';
import { deferGets } from './communication/defer.ts';
import { recognizeIdioms } from './communication/loop-idiom.ts';
import { privatize } from './communication/privatize.ts';
import { mergeGets } from './communication/redundant-gets.ts';
import { splitPhases } from './communication/split.ts';
import { stripMine } from './communication/strip-mining.ts';
import { versionLoops } from './narrowing/loop-versioning.ts';
import { narrowIntegers } from './narrowing/narrow.ts';
import { gainsByShortCounter } from './narrowing/versioned-loops.ts';
import type { PassContext } from './remarks.ts';
import { simplifyControlFlow } from './simplify/control.ts';
import { removeDeadSets } from './simplify/dead.ts';
import { foldExpressions } from './simplify/fold.ts';
import { forwardTemporaries } from './simplify/forward.ts';
import { propagateConstants } from './simplify/propagate.ts';

export interface Pass extends PassTerms {
  readonly run: (definition: Definition, context: PassContext) => Definition;
}

/** When a pass is run, and what for. */
export interface PassTerms {
  readonly name: string;
  /** Lowest level of -O that runs it. */
  readonly level: 0 | 1 | 2 | 3;
  /** Of a pass for one back end. */
  readonly target?: Target;
  /** Of a pass that makes vectors. */
  readonly simd?: true;
  /** Of a pass for programs whose computation is charged. */
  readonly charged?: true;
  /** Of a pass for programs whose schedules are explored. */
  readonly explored?: true;
  /** Of a pass that is not run under -g: who looks at the program while it runs would miss what is written. */
  readonly debug?: false;
  readonly requires: string;
  readonly establishes: string;
  /** Of a pass that has a switch, -fNAME and -fno-NAME: is it worth while with these costs? */
  readonly pays?: (costs: Communication) => boolean;
}

export const PASSES: readonly Pass[] = [
  {
    name: 'charge',
    level: 0,
    charged: true,
    requires: 'IR as lowering gives it: what is charged is the same for all targets and levels of -O',
    establishes: 'all that is computed is charged, once; no pass drops a charge',
    pays: () => true,
    run: placeCharges,
  },
  {
    name: 'fold',
    level: 0,
    requires: 'verified IR',
    establishes: 'no operation on constants alone, no extension of what has the range already',
    run: foldExpressions,
  },
  {
    name: 'control',
    level: 0,
    requires: 'tests that are constant are constants (fold)',
    establishes: 'no branch on a constant, no statement after a jump, no block without a jump to its end',
    run: simplifyControlFlow,
  },
  {
    name: 'propagate',
    level: 1,
    requires: 'verified IR',
    establishes: 'locals set once to a constant, an address or an unchanging local are replaced by it',
    run: propagateConstants,
  },
  {
    name: 'forward',
    level: 0,
    requires: 'verified IR',
    establishes: 'no local read once whose value could be computed where it is read',
    run: forwardTemporaries,
  },
  {
    name: 'gather-charges',
    level: 1,
    charged: true,
    requires: 'tests of loops as trees (forward)',
    establishes: 'no charge in a loop that runs a known number of times, but of what an iteration may skip',
    pays: () => true,
    run: gatherCharges,
  },
  {
    name: 'narrow',
    level: 1,
    requires: 'trees as large as they get (forward)',
    establishes: 'no 64-bit arithmetic whose upper half is dropped or known',
    run: narrowIntegers,
  },
  {
    name: 'loop-versioning',
    level: 1,
    target: 'typescript',
    requires: 'cuts to 32 bits stand at the leaves (narrow)',
    establishes: 'loops on 64-bit counters have a version on 32-bit ones for when these suffice',
    run: (definition) => versionLoops(definition, () => true),
  },
  {
    name: 'loop-versioning.wasm',
    level: 1,
    target: 'webassembly',
    requires: 'cuts to 32 bits stand at the leaves (narrow)',
    establishes: 'the same of loops that other passes take up: through own elements, or by vectors',
    run: (definition) => versionLoops(definition, gainsByShortCounter),
  },
  {
    name: 'renarrow',
    level: 1,
    requires: 'what versions put together',
    establishes: 'no 64-bit arithmetic whose upper half is dropped or known',
    run: narrowIntegers,
  },
  {
    name: 'affinity',
    level: 1,
    requires: 'counters of 32 bits (renarrow)',
    establishes: 'no loop that asks at each iteration for its affinity, where that depends on its counter alone',
    pays: () => true,
    run: followAffinity,
  },
  {
    name: 'redundant-gets',
    level: 1,
    requires: 'addresses as trees (forward)',
    establishes: 'no get of what is known from an earlier get or put',
    pays: () => true,
    run: mergeGets,
  },
  {
    name: 'privatize',
    level: 1,
    requires: 'counters of 32 bits (renarrow); what loops through own iterations know (affinity)',
    establishes: 'no shared access that affinity proves local; no own elements on loops',
    pays: () => true,
    run: privatize,
  },
  {
    name: 'strip-mine',
    level: 1,
    requires: 'own elements private (privatize): what is left may be of any thread',
    establishes: 'no division in loops that count by one through long blocks',
    pays: () => true,
    run: stripMine,
  },
  {
    name: 'reforward',
    level: 1,
    requires: 'gets that became loads (privatize)',
    establishes: 'no local read once whose value could be computed where it is read',
    run: forwardTemporaries,
  },
  {
    name: 'loop-idiom',
    level: 1,
    requires: 'what is read stands where it is written (reforward); runs through blocks (strip-mine)',
    establishes: 'no loop that only copies neighbours one by one, where there are many of them',
    pays: () => true,
    run: recognizeIdioms,
  },
  {
    name: 'coalesce',
    level: 1,
    requires: 'what is read stands where it is written (reforward); loops that only copy are copies (loop-idiom)',
    establishes: 'gets and puts of counted loops go in bulk, through buffers',
    pays: ({ direct }) => !direct,
    run: coalesce,
  },
  {
    name: 'split',
    level: 1,
    requires: 'gets and puts that nothing spares (redundant-gets, privatize, loop-idiom, coalesce)',
    establishes: 'gets start early and puts complete late',
    pays: ({ overlaps }) => overlaps,
    run: splitPhases,
  },
  {
    name: 'defer',
    level: 0,
    explored: true,
    requires: 'gets and puts in the order of the program: no pass that moves communication has run',
    establishes: 'gets complete where their values are wanted',
    run: deferGets,
  },
  {
    name: 'dead',
    level: 0,
    requires: 'verified IR',
    establishes: 'no assignment without effect to a local that is never read; no local that is never mentioned',
    run: removeDeadSets,
  },
  {
    name: 'refold',
    level: 1,
    requires: 'what propagate and forward put together',
    establishes: 'no operation on constants alone',
    run: foldExpressions,
  },
  {
    name: 'recontrol',
    level: 1,
    requires: 'tests that are constant are constants (refold)',
    establishes: 'no branch on a constant, no statement after a jump',
    run: simplifyControlFlow,
  },
];

/** Settings of the compiler that matter here. */
export type OptimizerOptions = Pick<
  CompilerOptions,
  | 'optimize'
  | 'dump'
  | 'passes'
  | 'communication'
  | 'remark'
  | 'target'
  | 'fastMath'
  | 'simd'
  | 'recorded'
  | 'charged'
  | 'explored'
  | 'strictAliasing'
  | 'verifiesPasses'
  | 'progress'
> &
  Partial<Pick<CompilerOptions, 'debug' | 'systemIncludeDirectories'>>;

/** A pass that is wanted, with what it says and asks for while it is run. */
interface Step {
  readonly pass: Pass;
  readonly context: PassContext;
  readonly remarks: Remark[];
  /** Library functions that it calls. */
  readonly imported: Map<string, Signature>;
}

/**
 * The module after all passes of its level. A function goes through all of them before the next one does, so that what a
 * pass leaves behind is garbage while it is young; where each pass is verified or dumped, all functions go together.
 */
export function optimize(module: Module, options: OptimizerOptions): Module {
  const steps = stepsOn(module, options);
  const isWatched = options.dump !== undefined || options.verifiesPasses !== false;
  const batches = isWatched ? [module.functions] : module.functions.map((f) => [f]);
  const functions = batches.flatMap((batch) => {
    let current = batch;
    for (const { pass, context } of steps) {
      options.progress?.(pass.name);
      const before = current;
      current = before.map((f) => pass.run(f, contextIn(f, context)));
      if (isWatched) look(pass, withImports(module, current, steps), { ...module, functions: before }, options);
    }
    return current;
  });
  for (const { remarks } of steps) for (const remark of remarks) options.remark?.(remark);
  options.progress?.('verifying');
  const optimized = withImports(module, functions, steps);
  if (options.verifiesPasses === false) assertVerified(optimized, LAST);
  return optimized;
}

/** For those who look at the module after each pass. */
function look(pass: Pass, after: Module, before: Module, options: OptimizerOptions): void {
  if (options.verifiesPasses !== false) assertVerified(after, pass.name, before);
  options.dump?.(pass.name, () => printModule(after));
}

function stepsOn({ threads }: Module, options: OptimizerOptions): Step[] {
  const common = {
    level: options.optimize,
    ...(threads !== undefined && { threads }),
    communication: options.communication ?? DIRECT,
    ...(options.systemIncludeDirectories && { libraryFolders: options.systemIncludeDirectories }),
  };
  const wanted = PASSES.filter((pass) => isWanted(pass, options, common));
  return wanted.map((pass) => {
    const remarks: Remark[] = [];
    const imported = new Map<string, Signature>();
    const context: PassContext = {
      ...common,
      ...(options.remark && { remark: (said) => remarks.push(said) }),
      imports: (symbol, signature) => imported.set(symbol, signature),
    };
    return { pass, context, remarks, imported };
  });
}

/** Of what is verified at the end: the pass at fault is found otherwise. */
export const LAST = 'the last pass (--verify finds the pass at fault)';

/** The context with remarks that say which function they are about. */
export function contextIn({ name }: Definition, context: PassContext): PassContext {
  const { remark } = context;
  return remark ? { ...context, remark: (said) => remark({ function: name, ...said }) } : context;
}

/** The module with these functions, and the library functions that passes call. */
function withImports(module: Module, functions: readonly Definition[], steps: readonly Step[]): Module {
  const imported = new Map(steps.flatMap((step) => [...step.imported]));
  for (const { name } of [...module.functionImports, ...functions]) imported.delete(name);
  if (imported.size === 0) return { ...module, functions };
  const added = [...imported].map(([name, signature]) => ({ name, signature }));
  return { ...module, functions, functionImports: [...module.functionImports, ...added] };
}

/** Whether the options ask for the pass. */
export function isWanted(
  { name, level, target, simd, charged, explored, debug, pays }: PassTerms,
  options: OptimizerOptions,
  { communication }: Pick<PassContext, 'communication'>,
): boolean {
  if (level > options.optimize || (target && target !== (options.target ?? 'typescript'))) return false;
  if ((charged && !options.charged) || (explored && !options.explored)) return false;
  if ((debug === false && options.debug) || (simd && options.simd === false)) return false;
  return options.passes?.get(name) ?? pays?.(communication) ?? true;
}
