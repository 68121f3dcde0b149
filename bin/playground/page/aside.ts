/** Programs that the person has changed by hand, and that others have taken the place of: the newest few, in the browser's store. */
import { checked, type Program } from '../../shown/program.ts';

export interface Aside {
  /** When it was set aside, in milliseconds since 1970: no two have the same. */
  readonly time: number;
  readonly program: Program;
}

const KEY = 'pgasc.aside';
const MOST = 8;

/** The newest first. */
export function asides(): Aside[] {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '[]') as { time: unknown; program: unknown }[]).flatMap(
      ({ time, program }) =>
        [checked(program)].flatMap((read) => (read ? [{ time: Number(time), program: read }] : [])),
    );
  } catch {
    return [];
  }
}

/** One with the same texts is there once. */
export function setAside(program: Program): void {
  const others = asides().filter((each) => textOf(each.program) !== textOf(program));
  const time = Math.max(Date.now(), (others[0]?.time ?? 0) + 1);
  store([{ time, program }, ...others].slice(0, MOST));
}

/** It is the person's work again, and no longer here. */
export function takeBack(time: number): Program | undefined {
  const all = asides();
  store(all.filter((each) => each.time !== time));
  return all.find((each) => each.time === time)?.program;
}

const textOf = ({ files }: Program): string => JSON.stringify(files);

/** As many of the newest as the browser has room for. */
function store(all: readonly Aside[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    if (all.length > 0) store(all.slice(0, -1));
  }
}
