/** A module after pass `expand`, in which nothing about pointers-to-shared may be left. */
import type { Module } from '../../compiler/ir/ir.ts';
import { printModule } from '../../compiler/ir/text.ts';
import { expandAddresses } from '../../compiler/optimizer/addresses/expand.ts';
import { DIRECT } from '../../compiler/optimizer/communication/costs.ts';

export function expanded(module: Module): Module {
  const { threads } = module;
  const context = {
    level: 2 as const,
    ...(threads !== undefined && { threads }),
    communication: DIRECT,
    sharedSizes: new Map(module.statics.map(({ name, size }) => [name, size])),
    imports: () => {},
  };
  const made = { ...module, functions: module.functions.map((f) => expandAddresses(f, context)) };
  const left = /\((?:element|advance|advance\.phase|threadof|counterpart|difference) .*/.exec(printModule(made));
  if (left) throw new Error(`not expanded: ${left[0]}`);
  return made;
}
