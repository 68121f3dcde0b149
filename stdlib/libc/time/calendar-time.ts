/**
 * <time.h>, the functions about calendar time. (C99 7.23, POSIX)
 * struct tm: nine ints, then tm_gmtoff (long) at 40 and tm_zone at 48. The time zone is TZ's, read when it is first
 * needed and again by tzset.
 */
import type { LibraryFactory } from '../../../runtime/abi.ts';
import { EOVERFLOW, setErrno } from '../errno.ts';
import { putText, Texts, textAt, textSize } from '../memory.ts';
import { fs } from '../system.ts';
import { type BrokenDown, breakDown, secondsOf } from './calendar.ts';
import { ascTime, formatTime } from './time-format.ts';
import { parseTime } from './time-parse.ts';
import { zoneOf } from './zone-file.ts';
import type { LocalTime, Zone } from './zone-rule.ts';

const TM_SIZE = 56;
const GMTOFF = 40;
const ZONE = 48;
/** Of the buffers that POSIX has callers give, and of the library's own, for any year. */
const GIVEN_SIZE = 26;
const OWN_SIZE = 48;
const DAY = 86400;

export const calendarTimeLibrary: LibraryFactory = (env) => {
  const { I32, I64 } = env;
  const texts = new Texts(env);
  let zone: Zone | undefined;
  let zoneText: string | undefined;
  let sharedTm = 0;
  let sharedText = 0;

  function readFile(path: string): Uint8Array | undefined {
    try {
      return fs.readFileSync(path);
    } catch {
      return undefined; // no such zone
    }
  }

  /** TZ may be set between two calls: POSIX has each function do what tzset does. */
  function zoneNow(): Zone {
    const text = env.variables.TZ;
    if (zone === undefined || text !== zoneText) {
      zone = zoneOf(text, readFile);
      zoneText = text;
    }
    return zone;
  }

  const toUtc = (time: number) => breakDown(time, 0, 0, 'GMT');
  function toLocal(time: number): BrokenDown {
    const { offset, daylight, name } = zoneNow().at(time);
    return breakDown(time, offset, Number(daylight), name);
  }

  /** Writes a struct tm; 0 with errno where the year is no int. */
  function writeTm(address: number, t: BrokenDown): number {
    if (t.year !== (t.year | 0)) {
      setErrno(env, EOVERFLOW);
      return 0;
    }
    const fields = [t.seconds, t.minutes, t.hours, t.day, t.month, t.year, t.weekday, t.yearday, t.daylight];
    I32.set(fields, address >>> 2);
    I64[(address + GMTOFF) >>> 3] = BigInt(t.offset);
    I32[(address + ZONE) >>> 2] = texts.address(t.zone);
    return address;
  }

  /** The zone's name is read only where it is wanted: programs leave it unset. */
  function readTm(address: number, withZone = false): BrokenDown {
    const at = address >>> 2;
    const name = withZone ? I32[(address + ZONE) >>> 2]! : 0;
    return {
      seconds: I32[at]!,
      minutes: I32[at + 1]!,
      hours: I32[at + 2]!,
      day: I32[at + 3]!,
      month: I32[at + 4]!,
      year: I32[at + 5]!,
      weekday: I32[at + 6]!,
      yearday: I32[at + 7]!,
      daylight: I32[at + 8]!,
      offset: Number(I64[(address + GMTOFF) >>> 3]!),
      zone: name === 0 ? '' : textAt(env, name),
    };
  }

  /** Seconds of a local time. If it occurs twice or never, tm_isdst or else the time before decides. */
  function fromLocal(t: BrokenDown): number {
    const local = secondsOf(t);
    const around = [zoneNow().at(local - DAY), zoneNow().at(local + DAY)];
    const valid = around.filter(({ offset }) => zoneNow().at(local - offset).offset === offset);
    const wanted = t.daylight < 0 ? undefined : t.daylight > 0;
    const chosen = wanted === undefined ? valid[0] : (matching(valid, wanted) ?? matching(zoneKinds(), wanted));
    return local - (chosen ?? valid[0] ?? around[0]!).offset;
  }
  const matching = (kinds: readonly LocalTime[], daylight: boolean) => kinds.find((kind) => kind.daylight === daylight);
  function zoneKinds(): LocalTime[] {
    const { standard, summer } = zoneNow();
    return summer === undefined ? [standard] : [standard, summer];
  }

  /** Normalizes the struct and gives the time. */
  function makeTime(address: number, from: (t: BrokenDown) => number, to: (time: number) => BrokenDown): bigint {
    const time = from(readTm(address));
    return writeTm(address, to(time)) === 0 ? -1n : BigInt(time);
  }
  const mktime = (address: number) => makeTime(address, fromLocal, toLocal);

  const timeAt = (place: number) => Number(I64[place >>> 3]!);
  const common = () => (sharedTm ||= env.heap.allocate(TM_SIZE));
  const commonText = () => (sharedText ||= env.heap.allocate(OWN_SIZE));

  function putAscTime(t: BrokenDown, buffer: number, size: number): number {
    const text = ascTime(t);
    if (textSize(text) < size) {
      putText(env, buffer, text);
      return buffer;
    }
    setErrno(env, EOVERFLOW);
    return 0;
  }

  function strftime(buffer: number, size: number, format: number, tm: number): number {
    const pattern = textAt(env, format);
    const text = formatTime(pattern, readTm(tm, /%[^%a-zA-Z]*[EO]?Z/.test(pattern)));
    return textSize(text) < size >>> 0 ? putText(env, buffer, text) : 0;
  }

  function strptime(text: number, format: number, tm: number): number {
    const time = readTm(tm);
    const source = textAt(env, text);
    const taken = parseTime(source, textAt(env, format), time, toLocal);
    const zoneName = I32[(tm + ZONE) >>> 2]!;
    writeTm(tm, time);
    I32[(tm + ZONE) >>> 2] = zoneName;
    if (taken === undefined) return 0;
    return (text + textSize(source.slice(0, taken))) | 0;
  }

  /** For tzset, which is in C because of its variables: name of standard or daylight time, and seconds west or 0 / 1. */
  function zoneName(summer: number): number {
    if (summer === 0) zone = undefined;
    const { standard, summer: daylight } = zoneNow();
    return texts.address(summer === 0 ? standard.name : (daylight ?? standard).name);
  }

  return {
    gmtime: (place: number) => writeTm(common(), toUtc(timeAt(place))),
    gmtime_r: (place: number, tm: number) => writeTm(tm, toUtc(timeAt(place))),
    localtime: (place: number) => writeTm(common(), toLocal(timeAt(place))),
    localtime_r: (place: number, tm: number) => writeTm(tm, toLocal(timeAt(place))),
    mktime,
    timelocal: mktime,
    timegm: (address: number) => makeTime(address, secondsOf, toUtc),
    asctime: (tm: number) => putAscTime(readTm(tm), commonText(), OWN_SIZE),
    asctime_r: (tm: number, buffer: number) => putAscTime(readTm(tm), buffer, GIVEN_SIZE),
    ctime: (place: number) => putAscTime(toLocal(timeAt(place)), commonText(), OWN_SIZE),
    ctime_r: (place: number, buffer: number) => putAscTime(toLocal(timeAt(place)), buffer, GIVEN_SIZE),
    strftime,
    strptime,
    difftime: (end: bigint, start: bigint) => Number(end - start),
    __pgasc_zone_name: zoneName,
    __pgasc_zone_west: () => BigInt(-zoneNow().standard.offset),
    __pgasc_zone_daylight: () => Number(zoneNow().summer !== undefined),
  };
};
