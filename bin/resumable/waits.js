/**
 * Which functions of the runtime and the libraries may wait, and where they do.
 *
 * Takes: the sources. Gives: functions that wait, calls in them that do. One idea: all waits come to the two functions of SEEDS, and so does each call
 * that may reach them, by the graph of flows.js.
 */
import ts from 'typescript5';
import { Flows } from './flows.js';

const OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
};

/** What suspends a rank: sleeping, a turn of a polling loop; and the program's main and exit actions, which do both. */
const SEEDS = [
  ['runtime/core/sleep.ts', 'sleepOn'],
  ['runtime/core/turn.ts', 'takeTurn'],
  ['runtime/abi.ts', 'main'],
  ['runtime/abi.ts', 'callAfterMain'],
];
/** Runs in no rank of a simulated job. */
const ELSEWHERE = /^runtime\/(platform|simulated|machines|launch\/(?!thread|beginning|instantiate))/;
/** Where steps of the runtime's own generators are made: they may wait, and the generators' own yields end there. */
const DRIVERS = /^runtime\/(collectives\/engine|fabrics\/pami\/collectives\/collectives)\.ts$/;

/** `root` ends with a slash; `paths` are below it. */
export function findWaits(root, paths) {
  const program = ts.createProgram(
    [...paths, 'runtime/webassembly.d.ts'].map((path) => root + path),
    OPTIONS,
  );
  const pathOf = (node) => node.getSourceFile().fileName.slice(root.length);
  const isOwn = (name) => name.startsWith(root) && !name.endsWith('.d.ts') && !name.includes('/node_modules/');
  const flows = new Flows(program, isOwn);
  const isElsewhere = (node) => ELSEWHERE.test(pathOf(node));
  const drivers = flows.calls.filter(({ node }) => DRIVERS.test(pathOf(node)) && isStep(node));
  const may = reached(flows, [...seedsIn(program, root), ...drivers.map(({ inside }) => inside)], isElsewhere);
  const functions = flows.functions.filter((node) => may.has(node) && !isElsewhere(node));
  const calls = flows.calls.filter(
    (call) => call.callees.some((callee) => may.has(callee)) && !drivers.includes(call) && !isElsewhere(call.node),
  );
  const waiting = new Set(functions);
  const loops = flows.loops.filter(
    ({ inside }) => inside && (inside.asteriskToken || waiting.has(inside)) && !isElsewhere(inside),
  );
  return {
    functions,
    calls,
    drivers: drivers.map(({ node }) => node),
    loops: loops.map(({ node }) => node),
    givers: flows.givers,
    checker: flows.checker,
    pathOf,
  };
}

/** `this.steps.next()` */
function isStep({ expression }) {
  return expression?.name?.text === 'next' && /steps/.test(expression.expression.getText());
}

function seedsIn(program, root) {
  return SEEDS.flatMap(([path, name]) => {
    const found = [];
    const look = (node) => {
      if (node.name?.text === name && (ts.isFunctionDeclaration(node) || ts.isPropertySignature(node)))
        found.push(node);
      ts.forEachChild(node, look);
    };
    look(program.getSourceFile(root + path));
    if (found.length === 0) throw new Error(`${path} has no ${name}`);
    return found;
  });
}

/** Nodes that a function which waits may be behind. */
function reached({ calls, edges }, seeds, isElsewhere) {
  const callers = new Map();
  for (const call of calls)
    for (const callee of call.callees) callers.set(callee, [...(callers.get(callee) ?? []), call.inside]);
  const may = new Set();
  const queue = [...seeds];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (may.has(node) || (node.kind && isElsewhere(node))) continue;
    may.add(node);
    queue.push(...(edges.get(node) ?? []), ...(callers.get(node) ?? []).filter(Boolean));
  }
  return may;
}
