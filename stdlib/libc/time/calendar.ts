/**
 * The Gregorian calendar as struct tm has it. (C99 7.23.1, POSIX 4.16)
 * The idea: days are counted from 1 March 0000 in eras of 400 years, so that leap days end years and every step is a
 * division. (Hinnant, "chrono-compatible low-level date algorithms") Exact for every year an int can hold.
 */
export interface BrokenDown {
  seconds: number;
  minutes: number;
  hours: number;
  day: number;
  /** From 0. */
  month: number;
  /** From 1900. */
  year: number;
  weekday: number;
  /** From 0. */
  yearday: number;
  daylight: number;
  offset: number;
  zone: string;
}

const DAY = 86400;
const DAYS_PER_ERA = 146097;
/** From 1 March 0000 to 1 January 1970. */
const EPOCH = 719468;

export const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const remainder = (x: number, y: number) => x - Math.floor(x / y) * y;

/** Days from 1970-01-01 to a day of a year and month; month from 0 and day from 1 may lie outside their ranges. */
export function daysOf(year: number, month: number, day: number): number {
  const months = year * 12 + month - 2;
  const years = Math.floor(months / 12);
  const era = Math.floor(years / 400);
  const yearOfEra = years - era * 400;
  const dayOfYear = Math.floor((153 * remainder(months, 12) + 2) / 5);
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_PER_ERA + dayOfEra - EPOCH + day - 1;
}

/** Seconds since 1970 of what the clock and calendar say, whatever zone they are in. */
export function secondsOf({ year, month, day, hours, minutes, seconds }: BrokenDown): number {
  return daysOf(year + 1900, month, day) * DAY + hours * 3600 + minutes * 60 + seconds;
}

/** Broken-down time `offset` seconds east of Greenwich. */
export function breakDown(time: number, offset: number, daylight: number, zone: string): BrokenDown {
  const local = time + offset;
  const days = Math.floor(local / DAY);
  const rest = local - days * DAY;
  const { year, month, day } = dateOf(days);
  return {
    seconds: rest % 60,
    minutes: Math.floor(rest / 60) % 60,
    hours: Math.floor(rest / 3600),
    day,
    month,
    year: year - 1900,
    weekday: remainder(days + 4, 7),
    yearday: days - daysOf(year, 0, 1),
    daylight,
    offset,
    zone,
  };
}

function dateOf(days: number): { year: number; month: number; day: number } {
  const shifted = days + EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36524) + Math.floor(dayOfEra / 146096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = (fromMarch + 2) % 12;
  return { year: yearOfEra + era * 400 + (month < 2 ? 1 : 0), month, day };
}

/** ISO 8601: the year that the week belongs to, and its number. */
export function isoWeek({ year, yearday, weekday }: BrokenDown): { year: number; week: number } {
  const full = year + 1900;
  const week = Math.floor((yearday - remainder(weekday - 1, 7) + 10) / 7);
  if (week < 1) return { year: full - 1, week: weeksIn(full - 1) };
  return week > weeksIn(full) ? { year: full + 1, week: 1 } : { year: full, week };
}

function weeksIn(year: number): number {
  const first = remainder(daysOf(year, 0, 1) + 4, 7);
  return first === 4 || (first === 3 && isLeap(year)) ? 53 : 52;
}
