/**
 * The runtime and the libraries in resumable form: functions that may wait become generators, which suspend their rank where it would sleep.
 *
 * Takes: the sources. Gives: the changed texts by path, on the same lines. One idea: whether a call waits is looked at when it is made. It gives a generator if
 * it does, which bears a mark (runtime/simulated/steps.ts); so a call that may reach functions of both kinds is right without more:
 * `f(x)` becomes `(($t = f(x))?.$waits ? yield* $t : $t)`.
 */
import MagicString from 'magic-string';
import ts from 'typescript5';
import { Closures } from './closures.js';
import { enclosing } from './flows.js';
import { canCount, makeGenerator, markMember } from './generators.js';
import { tailsOf } from './tails.js';
import { findWaits } from './waits.js';

/** JavaScript's functions whose callbacks may wait: steps.ts has others in their place. */
const CALLBACKS = new Set(['forEach', 'map', 'filter', 'every', 'from']);
/** Those that keep a callback: it is called elsewhere. */
const KEEPS = new Set(['push', 'set', 'add', 'includes', 'on', 'captureStackTrace', 'bind']);
/** Core/sleep.ts and the like: the build puts others in their places. */
const REPLACED = /^runtime\/core\/(sleep|turn)\.ts$/;

/**
 * Gives `plain`, the texts, and `counted`, in which each generator is noted when it is made and when it is driven: that finds calls that were missed.
 */
export function transform(root, paths) {
  const found = findWaits(root, paths);
  const keep = ({ node }) => !REPLACED.test(found.pathOf(node));
  const calls = found.calls.filter((call) => keep(call) && !isKept(call.callback));
  const functions = found.functions.filter((node) => keep({ node }));
  for (const call of calls) refuse(placeOf(found, call.node), reasonAgainst(call, new Set(functions), found.givers));
  const write = (counts) => rewrite({ ...found, functions, calls }, counts);
  return { plain: write(false), counted: write(true) };
}

function rewrite({ functions, calls, drivers, loops, checker, pathOf }, counts) {
  const texts = new Texts(pathOf);
  const closures = new Closures(checker);
  const tails = tailsIn({ functions, calls, drivers, loops, checker });
  const callbackOf = new Map(
    calls.filter(({ inside }) => !tails.has(inside)).map(({ node, callback }) => [node, callback]),
  );
  for (const [node, callback] of callbackOf)
    if (callback) awaitCallback(texts.of(node), callback);
    else if (!isOwnGenerator(node)) awaitCall(texts.of(node), node);
  // Inner functions first: two may have one end.
  for (const node of functions.toReversed()) {
    const text = texts.of(node);
    const captured = closures.capturedBy(node);
    if (tails.has(node)) for (const statement of tails.get(node)) text.prependRight(statement.getStart(), 'return ');
    else makeGenerator(text, node, captured, counts && canCount(node) ? placeOf({ pathOf }, node) : undefined);
    if ((captured !== undefined || tails.has(node)) && closures.isMember(node)) markMember(text, node);
  }
  for (const node of drivers) driveStep(texts.of(node), node);
  for (const node of loops) passOn(texts.of(node), node);
  return texts.all();
}

/** Functions that wait in their last act alone, with those statements. */
function tailsIn({ functions, calls, drivers, loops, checker }) {
  const callsIn = new Map(functions.map((node) => [node, []]));
  for (const call of calls) callsIn.get(call.inside)?.push(call);
  for (const node of [...drivers, ...loops]) callsIn.delete(enclosing(node));
  const tails = new Map();
  for (const [node, own] of callsIn) {
    const isPlain = own.every(({ node, callback }) => callback === undefined && !isOwnGenerator(node));
    const statements = isPlain
      ? tailsOf(
          checker,
          node,
          own.map(({ node }) => node),
        )
      : undefined;
    if (statements !== undefined) tails.set(node, statements);
  }
  return tails;
}

const isKept = (callback) => callback !== undefined && KEEPS.has(callback.expression.name?.text);

function refuse(place, reason) {
  if (reason !== undefined)
    throw new Error(`${place}: ${reason}; a call that may wait must stand where a generator can be suspended`);
}

/** Why a call cannot be suspended. */
function reasonAgainst({ node, inside, callback }, waiting, givers) {
  if (inside === undefined || !waiting.has(inside)) return 'it stands outside of a function';
  if (givers.has(inside))
    return 'its function gives a generator and is none: whoever calls it would drive the wrong one';
  if (ts.isConstructorDeclaration(inside) || ts.isPropertyDeclaration(inside))
    return 'it stands where an object is made';
  if (ts.isNewExpression(node)) return 'it makes an object';
  if (ts.isPropertyAccessExpression(node)) return 'it calls a getter';
  if (isInParameter(node, inside)) return 'it stands in a parameter';
  if (callback && !CALLBACKS.has(callback.expression.name?.text)) return 'a function of JavaScript calls it';
  return undefined;
}

function isInParameter(node, inside) {
  for (let outer = node; outer !== inside; outer = outer.parent) if (ts.isParameter(outer)) return true;
  return false;
}

/** `yield* f()`, where the runtime drives a generator of its own. */
const isOwnGenerator = (node) => ts.isYieldExpression(node.parent) && node.parent.asteriskToken !== undefined;

/** "runtime/core/block.ts:31 block" */
function placeOf({ pathOf }, node) {
  const { line } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return `${pathOf(node)}:${line + 1} ${node.name?.text ?? node.parent?.name?.text ?? ''}`.trim();
}

// ---------------------------------------------------------------- edits

/** Of a module, which gets variables. */
class Text extends MagicString {
  #variables = [];

  newVariable() {
    const name = `$steps${this.#variables.length}`;
    this.#variables.push(name);
    return name;
  }

  toString() {
    const declared = this.#variables.length === 0 ? '' : `var ${this.#variables.join(', ')}; `;
    return declared + super.toString();
  }
}

class Texts {
  #texts = new Map();

  constructor(pathOf) {
    this.pathOf = pathOf;
  }

  of(node) {
    const path = this.pathOf(node);
    if (!this.#texts.has(path)) this.#texts.set(path, new Text(node.getSourceFile().text));
    return this.#texts.get(path);
  }

  all() {
    return Object.fromEntries([...this.#texts].map(([path, text]) => [path, text.toString()]));
  }
}

function awaitCall(text, node) {
  text.prependRight(node.getStart(), '(($t = ');
  text.appendLeft(node.getEnd(), ')?.$waits ? yield* $t : $t)');
}

/** `list.map(f)` to `(yield* $callbacks.map(list, f))`. */
function awaitCallback(text, call) {
  text.prependRight(call.getStart(), `(yield* $callbacks.${call.expression.name.text}(`);
  text.overwrite(call.expression.expression.getEnd(), call.arguments[0].getStart(), ', ');
  text.appendLeft(call.getEnd(), ')');
}

/** `steps.next()` to `(yield* $next(steps))`. */
function driveStep(text, node) {
  text.prependRight(node.getStart(), '(yield* $next(');
  text.overwrite(node.expression.expression.getEnd(), node.getEnd(), '))');
}

/** `for (const x of steps) BODY`: a step in which the generator is suspended is none for BODY, but one of who drives this one. */
function passOn(text, { initializer, statement }) {
  const variable = initializer.declarations[0].name;
  const declared = text.original.slice(initializer.getStart(), initializer.getEnd());
  text.overwrite(variable.getStart(), variable.getEnd(), '$step');
  const isBlock = ts.isBlock(statement);
  const head = `if ($step === $suspend) { yield $step; continue; } ${declared} = $step;`;
  text.appendLeft(isBlock ? statement.getStart() + 1 : statement.getStart(), isBlock ? ` ${head}` : `{ ${head} `);
  if (!isBlock) text.appendLeft(statement.getEnd(), ' }');
}
