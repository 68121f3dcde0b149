/**
 * Compiled zone files (TZif, RFC 8536): takes the bytes, gives the zone.
 * The idea: the last block of the file has 64-bit times and ends with a rule for what comes after them.
 */
import { type LocalTime, UTC, type Zone, zoneOfRule } from './zone-rule.ts';

interface Header {
  readonly version: number;
  /** Offset of the block's data. */
  readonly start: number;
  readonly size: number;
  readonly times: number;
  readonly types: number;
  readonly characters: number;
}

const HEADER_SIZE = 44;

/** The zone in a file; undefined where the bytes are none. */
export function zoneOfFile(bytes: Uint8Array): Zone | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = header(view, 0, 4);
  if (first === undefined) return undefined;
  if (first.version === 0) return makeZone(view, first, 4, undefined);
  const second = header(view, first.start + first.size, 8);
  if (second === undefined) return undefined;
  const footer = text(bytes, second.start + second.size + 1, '\n');
  return makeZone(view, second, 8, zoneOfRule(footer));
}

function header(view: DataView, at: number, timeSize: number): Header | undefined {
  if (view.byteLength < at + HEADER_SIZE || view.getUint32(at) !== 0x545a6966) return undefined;
  const count = (index: number) => view.getUint32(at + 20 + index * 4);
  const [isUt, isStandard, leap, times, types, characters] = [0, 1, 2, 3, 4, 5].map(count) as number[];
  const size = times! * (timeSize + 1) + types! * 6 + characters! + leap! * (timeSize + 4) + isStandard! + isUt!;
  const start = at + HEADER_SIZE;
  if (view.byteLength < start + size || types === 0) return undefined;
  return { version: view.getUint8(at + 4), start, size, times: times!, types: types!, characters: characters! };
}

function text(bytes: Uint8Array, start: number, end: string): string {
  const stop = bytes.indexOf(end.charCodeAt(0), start);
  return new TextDecoder().decode(bytes.subarray(start, stop < 0 ? undefined : stop));
}

function makeZone(view: DataView, block: Header, timeSize: number, rule: Zone | undefined): Zone {
  const indices = block.start + block.times * timeSize;
  const records = indices + block.times;
  const names = new Uint8Array(view.buffer, view.byteOffset + records + block.types * 6, block.characters);
  const time = (i: number) =>
    timeSize === 8 ? Number(view.getBigInt64(block.start + i * 8)) : view.getInt32(block.start + i * 4);
  const types = Array.from({ length: block.types }, (_, i): LocalTime => {
    const at = records + i * 6;
    return {
      offset: view.getInt32(at),
      daylight: view.getUint8(at + 4) === 1,
      name: text(names, view.getUint8(at + 5), '\0'),
    };
  });
  const times = Array.from({ length: block.times }, (_, i) => time(i));
  const typeAfter = Array.from({ length: block.times }, (_, i) => types[view.getUint8(indices + i)] ?? types[0]!);
  return fromTransitions(times, typeAfter, types[0]!, rule);
}

function fromTransitions(times: number[], after: LocalTime[], before: LocalTime, rule: Zone | undefined): Zone {
  const last = (daylight: boolean) => after.findLast((type) => type.daylight === daylight);
  const standard = rule?.standard ?? last(false) ?? before;
  const summer = rule?.summer ?? (rule === undefined ? last(true) : undefined);
  function at(moment: number): LocalTime {
    if (times.length === 0 || moment >= times.at(-1)!) return rule?.at(moment) ?? after.at(-1) ?? before;
    return moment < times[0]! ? before : after[lastNotAfter(times, moment)]!;
  }
  return summer === undefined ? { at, standard } : { at, standard, summer };
}

/** Index of the last of the ascending times that is not after the moment, by halving. */
function lastNotAfter(times: readonly number[], moment: number): number {
  let low = 0;
  let high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= moment) low = middle;
    else high = middle;
  }
  return low;
}

const DIRECTORY = '/usr/share/zoneinfo/';

/** Reads a file, or gives undefined. */
export type ReadFile = (path: string) => Uint8Array | undefined;

/** The zone that TZ asks for: a rule or a file's name after an optional colon; the system's when TZ is not set; else UTC. */
export function zoneOf(tz: string | undefined, read: ReadFile): Zone {
  if (tz === undefined) return fileZone('/etc/localtime', read) ?? UTC;
  const name = tz.replace(/^:/, '');
  if (name === '') return UTC;
  const path = name.startsWith('/') ? name : DIRECTORY + name;
  return (name.includes('..') ? undefined : fileZone(path, read)) ?? zoneOfRule(name) ?? unknown(name);
}

/** glibc takes what it does not understand as UTC by the name it begins with. */
function unknown(name: string): Zone {
  const letters = name.match(/^[A-Za-z]{3,}/)?.[0];
  return letters === undefined ? UTC : { ...UTC, at: () => ({ ...UTC.standard, name: letters }) };
}

function fileZone(path: string, read: ReadFile): Zone | undefined {
  const bytes = read(path);
  return bytes && zoneOfFile(bytes);
}
