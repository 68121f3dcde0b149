/**
 * strptime: reads a date by a format, the other way round from strftime. (POSIX)
 * One table from a directive to its field and the member it sets; values implied by the date (weekday, day of the
 * year) is worked out at the end.
 */
import { type BrokenDown, breakDown, daysOf } from './calendar.ts';
import { COMPOSITES, DAYS, MONTHS } from './time-format.ts';

/** Values read that are no members of struct tm. */
interface Pending {
  afternoon?: boolean;
  twelveHours?: boolean;
  century?: number;
  yearOfCentury?: number;
  dateKnown?: boolean;
  yeardayKnown?: boolean;
}

type Target = Partial<BrokenDown>;
type Store = (value: number, time: Target, pending: Pending) => void;

/** Least value, greatest value, digits at most. */
type Numeric = readonly [least: number, most: number, digits: number, store: Store];

const date =
  (store: (value: number, time: Target) => void): Store =>
  (value, time, pending) => {
    store(value, time);
    pending.dateKnown = true;
  };
const hours12: Store = (value, time, pending) => {
  time.hours = value % 12;
  pending.twelveHours = true;
};
const DAY: Numeric = [1, 31, 2, date((value, time) => (time.day = value))];
const HOURS: Numeric = [0, 23, 2, (value, time) => (time.hours = value)];
const HOURS_12: Numeric = [1, 12, 2, hours12];
const IGNORED: Numeric = [0, 53, 2, () => {}];

const NUMBERS: Readonly<Record<string, Numeric>> = {
  C: [0, 99, 2, (value, _time, pending) => (pending.century = value)],
  d: DAY,
  e: DAY,
  H: HOURS,
  k: HOURS,
  I: HOURS_12,
  l: HOURS_12,
  j: [
    1,
    366,
    3,
    (value, time, pending) => {
      time.yearday = value - 1;
      pending.yeardayKnown = true;
    },
  ],
  m: [1, 12, 2, date((value, time) => (time.month = value - 1))],
  M: [0, 59, 2, (value, time) => (time.minutes = value)],
  S: [0, 61, 2, (value, time) => (time.seconds = value)],
  u: [1, 7, 1, (value, time) => (time.weekday = value % 7)],
  w: [0, 6, 1, (value, time) => (time.weekday = value)],
  y: [0, 99, 2, (value, _time, pending) => (pending.yearOfCentury = value)],
  Y: [0, 9999, 4, date((value, time) => (time.year = value - 1900))],
  U: IGNORED,
  V: IGNORED,
  W: IGNORED,
};

/** Local time at a time in seconds. */
export type ToLocal = (time: number) => BrokenDown;

/** Reads `text` into `time`; gives the number of characters read, or undefined where the text is not of that form. */
export function parseTime(text: string, format: string, time: Target, toLocal: ToLocal): number | undefined {
  const parser = new Parser(text, time, toLocal);
  if (!parser.read(format)) return undefined;
  parser.finish();
  return parser.at;
}

class Parser {
  at = 0;
  private readonly pending: Pending = {};
  private readonly text: string;
  private readonly time: Target;
  private readonly toLocal: ToLocal;

  constructor(text: string, time: Target, toLocal: ToLocal) {
    this.text = text;
    this.time = time;
    this.toLocal = toLocal;
  }

  read(format: string): boolean {
    for (const [item, letter] of format.matchAll(/%[_\-0^#]*\d*[EO]?(.)|\s+|./gs)) {
      if (letter !== undefined) {
        if (!this.directive(letter)) return false;
      } else if (/^\s/.test(item)) this.skipSpace();
      else if (this.text[this.at++] !== item) return false;
    }
    return true;
  }

  private directive(letter: string): boolean {
    if (letter in COMPOSITES) return this.read(COMPOSITES[letter]!);
    if (letter in NUMBERS) return this.number(NUMBERS[letter]!);
    switch (letter) {
      case 'a':
      case 'A':
        return this.name(DAYS, (index) => (this.time.weekday = index));
      case 'b':
      case 'B':
      case 'h':
        return this.name(MONTHS, (index) =>
          date((value, time) => (time.month = value))(index, this.time, this.pending),
        );
      case 'p':
      case 'P':
        return this.name(['AM', 'PM'], (index) => (this.pending.afternoon = index === 1));
      default:
        return this.other(letter);
    }
  }

  private other(letter: string): boolean {
    switch (letter) {
      case 'n':
      case 't':
        this.skipSpace();
        return true;
      case 's':
        return this.secondsSinceEpoch();
      case 'z':
        return this.offset();
      case 'Z':
        this.take(/\w*/y);
        return true;
      case '%':
        return this.take(/%/y) !== undefined;
      default:
        return false;
    }
  }

  private skipSpace(): void {
    this.take(/\s*/y);
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match;
  }

  private number([least, most, digits, store]: Numeric): boolean {
    this.skipSpace();
    const digit = () => (/\d/.test(this.text[this.at] ?? '') ? Number(this.text[this.at++]) : undefined);
    let value = digit();
    if (value === undefined) return false;
    // Another digit only where the greatest value leaves room for one: so "%u%H" reads "109".
    for (let count = 1; count < digits && value * 10 <= most; count++) {
      const next = digit();
      if (next === undefined) break;
      value = value * 10 + next;
    }
    if (value < least || value > most) return false;
    store(value, this.time, this.pending);
    return true;
  }

  private name(names: readonly string[], store: (index: number) => void): boolean {
    const rest = this.text.slice(this.at).toLowerCase();
    const index = names.findIndex((full) => rest.startsWith(full.slice(0, 3).toLowerCase()));
    if (index < 0) return false;
    const full = names[index]!.toLowerCase();
    this.at += rest.startsWith(full) ? full.length : 3;
    store(index);
    return true;
  }

  private secondsSinceEpoch(): boolean {
    const match = this.take(/\d+/y);
    if (match !== undefined) Object.assign(this.time, this.toLocal(Number(match[0])));
    return match !== undefined;
  }

  private offset(): boolean {
    this.skipSpace();
    if (this.take(/Z/y)) {
      this.time.offset = 0;
      return true;
    }
    const match = this.take(/([+-])(\d\d):?(\d\d)?/y);
    if (match === undefined) return false;
    const size = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60;
    this.time.offset = match[1] === '-' ? -size : size;
    return true;
  }

  finish(): void {
    const { time, pending } = this;
    if (pending.twelveHours && pending.afternoon) time.hours = (time.hours ?? 0) + 12;
    this.finishYear();
    if (pending.dateKnown) this.finishDate();
    else if (pending.yeardayKnown) this.finishYearday();
  }

  /** Years 69 to 99 of no century are of the twentieth. */
  private finishYear(): void {
    const { time, pending } = this;
    const { century, yearOfCentury } = pending;
    if (century === undefined && yearOfCentury === undefined) return;
    const short = yearOfCentury ?? 0;
    time.year = century === undefined ? (short < 69 ? short + 100 : short) : century * 100 + short - 1900;
    pending.dateKnown = true;
  }

  private finishDate(): void {
    const { year = 0, month = 0, day = 0 } = this.time;
    const days = daysOf(year + 1900, month, day);
    this.time.weekday = (((days + 4) % 7) + 7) % 7;
    if (!this.pending.yeardayKnown) this.time.yearday = days - daysOf(year + 1900, 0, 1);
    else if (day === 0) this.finishYearday();
  }

  private finishYearday(): void {
    const { year = 0, yearday = 0 } = this.time;
    const { month, day, weekday } = breakDown((daysOf(year + 1900, 0, 1) + yearday) * 86400, 0, 0, '');
    Object.assign(this.time, { month, day, weekday });
  }
}
