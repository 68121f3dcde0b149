/**
 * Lowering: from the syntax tree and the facts of semantics to the IR (see ir/ir.ts).
 *
 * Takes: a translation unit without errors and its Facts. Gives: an ir.Module. One idea: lowering starts from
 * externally visible definitions and follows uses: an unused internal function or object is not in the module.
 */

import type { Function as Definition, Module, Static } from '../../../ir/ir.ts';
import type { CompilerOptions } from '../../../options.ts';
import type { TranslationUnit } from '../ast/ast.ts';
import type { Facts } from '../semantics/facts.ts';
import { isIntrinsic } from '../semantics/intrinsics/builtins.ts';
import { isShared } from '../semantics/types/primitives.ts';
import { typeText } from '../semantics/types/typetext.ts';
import { lowerAlias } from './aliases.ts';
import { lowerFunction } from './functions.ts';
import { functionTypeOf } from './shape.ts';
import { signatureOfDeclaration } from './signatures.ts';
import { lowerStart } from './statics/start.ts';
import { lowerStatic, lowerTemplate } from './statics/statics.ts';
import { UnitLowering } from './unit.ts';

export function lower(tree: TranslationUnit, facts: Facts, options: CompilerOptions): Module {
  const unit = new UnitLowering(tree, facts, options);
  useWhatOthersSee(unit);
  const functions: Definition[] = [];
  const statics: Static[] = [];
  let objects = 0;
  for (let index = 0; index < unit.usedFunctions.length || objects < unit.usedObjects.length; ) {
    for (; index < unit.usedFunctions.length; index++) functions.push(...definitionAt(unit, index));
    for (; objects < unit.usedObjects.length; objects++) statics.push(...staticAt(unit, objects));
  }
  functions.push(...lowerStart(unit));
  for (const { name, type, parts } of unit.templates) statics.push(lowerTemplate(unit, name, type, parts));
  for (const [text, name] of unit.texts) statics.push(textObject(name, text));
  for (const name of unit.commons) statics.push(commonWord(name));
  return {
    name: tree.name,
    ...(options.threads !== undefined && { threads: options.threads }),
    functions,
    statics,
    functionImports: functionImports(unit, functions),
    staticImports: staticImports(unit),
  };
}

function useWhatOthersSee(unit: UnitLowering): void {
  for (const { symbol } of unit.facts.statics)
    if (symbol.linkage === 'external' && symbol.defined) unit.objectName(symbol);
  for (const { symbol } of unit.facts.functions)
    if (unit.isExternal(symbol) || symbol.beforeMain !== undefined || symbol.afterMain !== undefined)
      unit.functionName(symbol);
  for (const symbol of unit.facts.functionSymbols) if (symbol.alias !== undefined) unit.functionName(symbol);
}

function definitionAt(unit: UnitLowering, index: number): Definition[] {
  const symbol = unit.usedFunctions[index];
  const facts = symbol && unit.definitions.get(symbol);
  if (symbol?.alias !== undefined) return [lowerAlias(unit, symbol, symbol.alias)];
  return facts ? [lowerFunction(unit, facts)] : [];
}

function staticAt(unit: UnitLowering, index: number): Static[] {
  const symbol = unit.usedObjects[index];
  if (!symbol?.defined && symbol?.linkage === 'external') return [];
  const object = symbol && unit.staticObjects.get(symbol);
  return object ? [lowerStatic(unit, object)] : [];
}

/** A zero-terminated text for the runtime. */
function textObject(name: string, text: string): Static {
  const bytes = new TextEncoder().encode(`${text}\0`);
  const data = [{ offset: 0, bytes }];
  return { name, linkage: 'internal', space: 'private', size: bytes.length, alignment: 1, common: false, data };
}

function commonWord(name: string): Static {
  return { name, linkage: 'external', space: 'private', size: 4, alignment: 4, common: true, data: [] };
}

function functionImports(unit: UnitLowering, functions: readonly Definition[]): Module['functionImports'] {
  const known = new Set(functions.map((each) => each.name));
  const imports: Module['functionImports'][number][] = [];
  for (const symbol of unit.usedFunctions) {
    const name = unit.functionName(symbol);
    if (known.has(name) || isIntrinsic(symbol)) continue;
    const signature = unit.called.get(symbol) ?? signatureOfDeclaration(functionTypeOf(symbol.type.type));
    const weak = symbol.weak || symbol.weakReference !== undefined;
    imports.push({ name, signature, ...(weak && { weak }), at: unit.positionOf(symbol.location) });
    known.add(name);
  }
  for (const [name, signature] of unit.library) if (!known.has(name)) imports.push({ name, signature });
  return imports;
}

function staticImports(unit: UnitLowering): Module['staticImports'] {
  const imported = unit.usedObjects.filter((symbol) => symbol.linkage === 'external' && !symbol.defined);
  return imported.map((symbol) => ({
    name: symbol.name,
    space: isShared(symbol.type) ? 'shared' : 'private',
    typeText: typeText(symbol.type),
    ...(symbol.weak && { weak: symbol.weak }),
    at: unit.positionOf(symbol.location),
  }));
}
