/**
 * Objects with static storage: their contents as bytes and relocations, in private or shared memory.
 *
 * Takes: a StaticObject of the facts. Gives: an ir.Static. The one idea: an initializer's value is lowered like any
 * expression to constants and addresses, which are written into an image of the object. Elements of shared arrays go to
 * the image of the thread with affinity (UPC 6.5.2.1).
 */
import { InternalError } from '../../../../diagnostics/diagnostic.ts';
import { machineTypeOf, memorySize } from '../../../../ir/builders.ts';
import type { Expression, MemoryType, Static } from '../../../../ir/ir.ts';
import type { InitialPart, ObjectInitializer, ObjectSymbol, StaticObject } from '../../semantics/facts.ts';
import { isShared } from '../../semantics/types/primitives.ts';
import { alignmentOf, localSizeOf } from '../../semantics/types/sizes.ts';
import type { QualifiedType } from '../../semantics/types/types.ts';
import { typeText } from '../../semantics/types/typetext.ts';
import { lowerValue } from '../expressions/expressions.ts';
import { FunctionLowering } from '../function.ts';
import { unitOf } from '../places/bits.ts';
import { layoutOf, shapeOf, staticSize } from '../shape.ts';
import type { UnitLowering } from '../unit.ts';
import { partsOf, type Value } from '../value.ts';
import { Image } from './image.ts';
import { isStringOf, stringBytes } from './strings.ts';

/** Destination of initializers. */
interface Target {
  readonly unit: UnitLowering;
  readonly image: Image;
  /** The object, whose non-constant parts are initialized at run time. */
  readonly symbol?: ObjectSymbol;
  /** Values are lowered as in a function, which must not get statements. */
  readonly f: FunctionLowering;
}

export function lowerStatic(unit: UnitLowering, object: StaticObject): Static {
  const { symbol } = object;
  const shared = isShared(symbol.type);
  const image = new Image(shared ? { layout: layoutOf(symbol.type), threads: unit.options.threads } : undefined);
  if (object.bytes) image.bytes(0, object.bytes);
  writeParts({ unit, image, symbol, f: new FunctionLowering(unit) }, 0, object.initializer);
  return {
    name: unit.objectName(symbol),
    linkage: symbol.linkage === 'external' ? 'external' : 'internal',
    space: shared ? 'shared' : 'private',
    size: Math.max(sizeOf(unit, symbol, shared), object.initializer?.size ?? 0, image.end),
    alignment: Math.max(symbol.alignment ?? 1, alignmentOf(symbol.type.type)),
    common: symbol.tentative && !symbol.weak && !object.initializer && symbol.linkage === 'external',
    ...(symbol.weak && { weak: symbol.weak }),
    data: image.data(),
    typeText: typeText(symbol.type),
    at: unit.positionOf(symbol.location),
  };
}

/** Bytes per thread. An array of unspecified length has one element (C99 6.9.2p5). */
function sizeOf(unit: UnitLowering, symbol: ObjectSymbol, shared: boolean): number {
  const { type } = symbol.type;
  if (type.kind === 'array' && type.length === undefined) return staticSize(type.element.type);
  return shared ? (localSizeOf(symbol.type, unit.options.threads) ?? 0) : staticSize(type);
}

/** The constant parts of an automatic aggregate, as a static object to copy from. */
export function lowerTemplate(
  unit: UnitLowering,
  name: string,
  type: QualifiedType,
  parts: readonly InitialPart[],
): Static {
  const image = new Image(undefined);
  writeParts({ unit, image, f: new FunctionLowering(unit) }, 0, { parts });
  return {
    name,
    linkage: 'internal',
    space: 'private',
    size: staticSize(type.type),
    alignment: alignmentOf(type.type),
    common: false,
    data: image.data(),
  };
}

function writeParts(target: Target, base: number, initializer: ObjectInitializer | undefined): void {
  for (const part of initializer?.parts ?? []) writePart(target, base + part.offset, part);
}

function writePart(target: Target, offset: number, part: InitialPart): void {
  if (isStringOf(part)) {
    const bytes = stringBytes(target.unit, part);
    const room =
      part.type.type.kind === 'array' && part.type.type.length === undefined
        ? bytes.length
        : staticSize(part.type.type);
    target.image.bytes(offset, bytes.slice(0, room));
    return;
  }
  if (shapeOf(part.type.type).kind === 'aggregate') {
    writeNested(target, offset, part);
    return;
  }
  const value = lowerValue(target.f, part.value);
  if (target.f.code.length > 0) throw notConstant(part);
  writeValue(target, offset, part, value);
}

/** A compound literal of struct type in a static initializer (GNU): its own parts. */
function writeNested(target: Target, offset: number, part: InitialPart): void {
  const { value } = part;
  if (value.kind !== 'CompoundLiteral') throw notConstant(part);
  writeParts(target, offset, target.unit.facts.initializerOf[value.id]);
}

function notConstant(part: InitialPart): InternalError {
  return new InternalError('the initializer of a static object is no constant', part.value.location);
}

function writeValue(target: Target, offset: number, part: InitialPart, value: Value): void {
  const { unit, image, symbol } = target;
  const { type } = part.type;
  if (part.bitField) {
    image.bits(offset, unitOf(type), part.bitField, numberOf(partsOf(value, type)[0], part));
    return;
  }
  const shape = shapeOf(type);
  if (value.kind === 'shared') {
    const phased = shape.kind === 'shared' && shape.phased;
    const constant = image.sharedPointer(offset, value.pointer, phased);
    if (!constant && symbol) unit.starts.push({ symbol, offset, part });
    return;
  }
  const memory: MemoryType = shape.kind === 'scalar' ? shape.memory : shape.kind === 'complex' ? shape.machine : 'i32';
  partsOf(value, type).forEach((expression, index) => {
    writeScalar(image, offset + index * memorySize(memory), memory, expression, part);
  });
}

function writeScalar(
  image: Image,
  offset: number,
  memory: MemoryType,
  expression: Expression,
  part: InitialPart,
): void {
  const address = expression.op === 'convert' && machineTypeOf(memory) === 'i64' ? expression.operand : expression;
  if (address.op === 'static' || address.op === 'shared' || address.op === 'function') {
    image.clear(offset, memorySize(memory));
    image.address(offset, address.symbol, address.op === 'function' ? 0 : address.offset);
    return;
  }
  if (expression.op !== 'const') throw notConstant(part);
  image.scalar(offset, memory, expression.value);
}

function numberOf(expression: Expression | undefined, part: InitialPart): bigint {
  if (expression?.op !== 'const') throw notConstant(part);
  return BigInt(expression.value);
}
