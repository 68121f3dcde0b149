/**
 * POSIX time zone rules: `std offset [dst [offset] [,start[/time],end[/time]]]`. (POSIX 8.3; RFC 8536 3.3)
 * Takes the text of TZ, or the footer of a zone file; gives the offset, name and daylight flag at any time.
 */
export interface LocalTime {
  /** Seconds east of Greenwich. */
  readonly offset: number;
  readonly name: string;
  readonly daylight: boolean;
}

/** A time zone: gives the local time at a time in seconds since 1970. */
export interface Zone {
  at(time: number): LocalTime;
  /** Names and offset of standard and daylight time, as tzset gives them. */
  readonly standard: LocalTime;
  readonly summer?: LocalTime;
}

export const UTC: Zone = fixedZone({ offset: 0, name: 'UTC', daylight: false });

export function fixedZone(standard: LocalTime): Zone {
  return { at: () => standard, standard };
}

const HOUR = 3600;
const DAY = 86400;

/** Seconds after the start of a year at which the time changes, by the clock before the change. */
type Change = (year: number) => number;

const NAME = /^(?:<([^>]+)>|([A-Za-z]{3,}))/;
const OFFSET = /^([+-]?)(\d{1,3})(?::(\d{1,2}))?(?::(\d{1,2}))?/;

/** Reads from the front of a text. */
class Scanner {
  constructor(private rest: string) {}

  take(pattern: RegExp): RegExpMatchArray | undefined {
    const match = this.rest.match(pattern);
    if (match === null) return undefined;
    this.rest = this.rest.slice(match[0].length);
    return match;
  }
  get done(): boolean {
    return this.rest === '';
  }
  name(): string | undefined {
    const match = this.take(NAME);
    return match?.[1] ?? match?.[2];
  }
  seconds(): number | undefined {
    const match = this.take(OFFSET);
    if (match === undefined) return undefined;
    const [, sign, hours, minutes = '0', seconds = '0'] = match;
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60 + Number(seconds));
  }
}

/** The zone that a rule describes; undefined where the text is none. */
export function zoneOfRule(text: string): Zone | undefined {
  const scanner = new Scanner(text);
  const name = scanner.name();
  const west = scanner.seconds();
  if (name === undefined || west === undefined) return undefined;
  const standard = { offset: -west, name, daylight: false };
  if (scanner.done) return fixedZone(standard);
  return withSummer(standard, scanner);
}

function withSummer(standard: LocalTime, scanner: Scanner): Zone | undefined {
  const name = scanner.name();
  if (name === undefined) return undefined;
  const west = scanner.seconds();
  const summer = { offset: west === undefined ? standard.offset + HOUR : -west, name, daylight: true };
  if (scanner.done) scanner = new Scanner(',M3.2.0,M11.1.0'); // what glibc takes when no rule is given
  const start = change(scanner);
  const end = change(scanner);
  if (start === undefined || end === undefined || !scanner.done) return undefined;
  return { standard, summer, at: (time) => (isSummer(time, standard, summer, start, end) ? summer : standard) };
}

function isSummer(time: number, standard: LocalTime, summer: LocalTime, start: Change, end: Change): boolean {
  const year = new Date((time + standard.offset) * 1000).getUTCFullYear();
  const newYear = startOfYear(year);
  const begins = newYear + start(year) - standard.offset;
  const ends = newYear + end(year) - summer.offset;
  return begins < ends ? time >= begins && time < ends : time >= begins || time < ends;
}

function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1) / 1000;
}

/** `,Mm.w.d/time`, `,Jn/time` or `,n/time` */
function change(scanner: Scanner): Change | undefined {
  const byMonth = scanner
    .take(/^,M(\d{1,2})\.([1-5])\.([0-6])/)
    ?.slice(1)
    .map(Number);
  const julian = byMonth ? undefined : scanner.take(/^,J(\d{1,3})/);
  const plain = byMonth || julian ? undefined : scanner.take(/^,(\d{1,3})/);
  const time = scanner.take(/^\//) === undefined ? 2 * HOUR : scanner.seconds();
  if (time === undefined) return undefined;
  if (byMonth) return (year) => dayOfMonthRule(year, byMonth as [number, number, number]) * DAY + time;
  if (julian) return (year) => julianDay(year, Number(julian[1])) * DAY + time;
  return plain && (() => Number(plain[1]) * DAY + time);
}

/** Day of the year, from 0, of the w-th (5: the last) weekday d of month m. */
function dayOfMonthRule(year: number, [month, week, weekday]: [number, number, number]): number {
  const first = new Date(0);
  first.setUTCFullYear(year, month - 1, 1);
  const length = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  let day = 1 + ((weekday - first.getUTCDay() + 7) % 7) + (week - 1) * 7;
  while (day > length) day -= 7;
  return (first.getTime() / 1000 - startOfYear(year)) / DAY + day - 1;
}

/** 29 February is never counted: J60 is 1 March. */
function julianDay(year: number, day: number): number {
  const leap = new Date(Date.UTC(2000 + (year % 400), 1, 29)).getUTCMonth() === 1;
  return leap && day >= 60 ? day : day - 1;
}
