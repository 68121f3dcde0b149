/**
 * Checks of printf's and scanf's formats against the arguments (C99 7.19.6), where the format is a literal.
 *
 * One idea: a directive is parsed into what it takes, one or more expected types, and each is held against the
 * argument as the call passes it; signedness is not distinguished, as with gcc.
 */

import type { Location } from '../../../../source/source.ts';
import type { Call, Expression } from '../../ast/ast.ts';
import type { Analysis } from '../analysis.ts';
import {
  CHAR,
  DOUBLE,
  FLOAT,
  INT,
  integerOf,
  isCharacter,
  isInteger,
  isShared,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  pointerTo,
  SHORT,
  UNSIGNED_INT,
  unsignedOf,
  VOID,
  WIDE_CHARACTER,
} from '../types/primitives.ts';
import type { CType, IntegerType } from '../types/types.ts';
import { typeText } from '../types/typetext.ts';

interface Family {
  readonly kind: 'printf' | 'scanf';
  /** Position of the format among the arguments. */
  readonly format: number;
}

const FAMILIES = new Map<string, Family>([
  ['printf', { kind: 'printf', format: 0 }],
  ['fprintf', { kind: 'printf', format: 1 }],
  ['dprintf', { kind: 'printf', format: 1 }],
  ['sprintf', { kind: 'printf', format: 1 }],
  ['snprintf', { kind: 'printf', format: 2 }],
  ['scanf', { kind: 'scanf', format: 0 }],
  ['fscanf', { kind: 'scanf', format: 1 }],
  ['sscanf', { kind: 'scanf', format: 1 }],
]);

/** Arguments that a directive wants: printf's values, scanf's targets. */
interface Wanted {
  readonly directive: string;
  readonly type: CType;
  /** Which argument after the format, where the directive names it (POSIX: `%2$d`). */
  readonly at?: number;
}

export function checkFormat(a: Analysis, name: string, node: Call): void {
  const family = FAMILIES.get(name);
  const format = family && node.arguments[family.format];
  if (!family || format?.kind !== 'StringLiteral' || format.wide) return;
  const text = new TextDecoder().decode(Uint8Array.from(format.units));
  const wanted = [...directives(a, text, family.kind, format.location)];
  const given = node.arguments.slice(family.format + 1);
  wanted.forEach((each, k) => {
    const index = each.at ?? k;
    checkArgument(a, each, given[index], family, index, format.location);
  });
  const count = Math.max(0, ...wanted.map(({ at }, k) => (at ?? k) + 1));
  if (given.length > count) {
    const extra = (given[count] as Expression).location;
    const counts = `${count} wanted, ${given.length} given`;
    a.warning('SEM3230', 'format-extra-args', `too many arguments for format (${counts})`, extra);
  }
}

const DIRECTIVE = {
  printf: /%(\d+\$)?[-+ #0']*(\*(?:\d+\$)?|\d+)?(?:\.(\*(?:\d+\$)?|-?\d+)?)?(hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])?/g,
  scanf: /%(\d+\$)?(\*)?(\d+)?(hh|h|ll|l|L|q|j|z|t|m)?(\[\^?\]?[^\]]*\]|[a-zA-Z%])?/g,
};

function* directives(a: Analysis, text: string, kind: Family['kind'], location: Location): Iterable<Wanted> {
  for (const match of text.matchAll(DIRECTIVE[kind])) {
    const conversion = match.at(-1);
    if (conversion === undefined) {
      a.warning('SEM3231', 'format', `spurious trailing or incomplete '%' in format ('${match[0]}')`, location);
      continue;
    }
    if (kind === 'printf') yield* ofPrintf(a, match, conversion, location);
    else yield* ofScanf(a, match, conversion, location);
  }
}

function* ofPrintf(
  a: Analysis,
  [directive, position, width, precision, length]: RegExpMatchArray,
  conversion: string,
  location: Location,
): Iterable<Wanted> {
  for (const given of [width, precision])
    if (given?.startsWith('*')) yield { directive: directive ?? '', type: INT, ...positioned(given.slice(1)) };
  if (conversion === '%' || conversion === 'm') return;
  const type = printfType(conversion, length ?? '');
  if (type) yield { directive: directive ?? '', type, ...positioned(position) };
  else a.warning('SEM3232', 'format', `unknown conversion type character '${conversion}' in format`, location);
}

function* ofScanf(
  a: Analysis,
  [directive, position, suppressed, , length]: RegExpMatchArray,
  conversion: string,
  location: Location,
): Iterable<Wanted> {
  if (conversion === '%' || suppressed) return;
  const type = scanfType(conversion, length ?? '');
  if (type) yield { directive: directive ?? '', type: pointerTo({ type }), ...positioned(position) };
  else a.warning('SEM3232', 'format', `unknown conversion type character '${conversion}' in format`, location);
}

/** `2$` as the argument that it names. */
function positioned(text: string | undefined): { at?: number } {
  return text ? { at: Number.parseInt(text, 10) - 1 } : {};
}

const INTEGERS: Record<string, IntegerType> = {
  hh: CHAR,
  h: SHORT,
  '': INT,
  l: LONG,
  ll: LONG_LONG,
  q: LONG_LONG,
  L: LONG_LONG,
  j: LONG,
  z: UNSIGNED_INT,
  t: INT,
};

function printfType(conversion: string, length: string): CType | undefined {
  if ('diouxX'.includes(conversion)) {
    const type = length === 'hh' || length === 'h' ? INT : INTEGERS[length];
    return type && ('di'.includes(conversion) ? type : unsignedOf(type));
  }
  if ('aAeEfFgG'.includes(conversion)) return length === 'L' ? LONG_DOUBLE : DOUBLE;
  switch (conversion) {
    case 'c':
      return INT;
    case 's':
      return pointerTo({ type: length === 'l' ? WIDE_CHARACTER : CHAR });
    case 'p':
      return pointerTo({ type: VOID });
    case 'n':
      return pointerTo({ type: INTEGERS[length] ?? INT });
    default:
      return undefined;
  }
}

function scanfType(conversion: string, length: string): CType | undefined {
  if ('dniouxX'.includes(conversion)) return INTEGERS[length];
  if ('aAeEfFgG'.includes(conversion)) return length === 'L' ? LONG_DOUBLE : length === 'l' ? DOUBLE : FLOAT;
  if (conversion === 'p') return pointerTo({ type: VOID });
  if ('cs['.includes(conversion[0] as string)) {
    const character = length === 'l' ? WIDE_CHARACTER : CHAR;
    return length === 'm' ? pointerTo({ type: CHAR }) : character;
  }
  return undefined;
}

function checkArgument(
  a: Analysis,
  { directive, type }: Wanted,
  argument: Expression | undefined,
  { format }: Family,
  index: number,
  location: Location,
): void {
  if (!argument) {
    const text = `format '${directive}' expects a matching '${typeText({ type })}' argument`;
    a.warning('SEM3233', 'format', text, location);
    return;
  }
  const given = a.conversions[argument.id]?.at(-1)?.to ?? a.typeOf[argument.id]?.type;
  if (!given || suits(type, given) || a.failures.has(argument.id)) return;
  const position = index + format + 2;
  const text = `format '${directive}' expects argument of type '${typeText({ type })}', but argument ${position} has type '${typeText({ type: given })}'`;
  a.warning('SEM3234', 'format', text, argument.location);
}

function suits(wanted: CType, given: CType): boolean {
  if (isInteger(wanted)) return isInteger(given) && fillsSlot(wanted, given);
  if (wanted.kind === 'floating')
    return given.kind === 'floating' && (wanted.name === 'long double') === (given.name === 'long double');
  if (wanted.kind !== 'pointer' || given.kind !== 'pointer' || isShared(given.to)) return false;
  return suitsTarget(wanted.to.type, given.to.type);
}

/**
 * size_t and ptrdiff_t have 32 bits here and 64 where most programs come from, which print them with %lu and %ld: an
 * argument is widened to its whole slot, so that is right here too.
 */
function fillsSlot(wanted: CType, given: CType): boolean {
  return sameInteger(wanted, given) || (integerSize(wanted) === 8 && integerSize(given) === 4);
}

function integerSize(type: CType): number | undefined {
  return isInteger(type) ? integerOf(type).size : undefined;
}

/** Size decides: long and long long are one, signed and unsigned too. */
function sameInteger(wanted: CType, given: CType): boolean {
  if (!isInteger(wanted) || !isInteger(given)) return false;
  return integerOf(wanted).size === integerOf(given).size;
}

function suitsTarget(wanted: CType, given: CType): boolean {
  if (wanted.kind === 'void') return true;
  if (wanted.kind === 'pointer') return given.kind === 'pointer';
  if (isCharacter(wanted)) return isCharacter(given) || given.kind === 'void';
  if (isInteger(wanted)) return sameInteger(wanted, given);
  return wanted.kind === given.kind && wanted.kind === 'floating' && wanted.size === (given as typeof wanted).size;
}
