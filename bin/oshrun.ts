/**
 * `oshrun`: the launcher of OpenSHMEM programs, turned into the command line of a program of pgasc.
 *
 * It takes the flags that launchers have in common: the number of PEs, the hosts, variables. `pgasc env shmem` prints the folder of the
 * command.
 */
import { UsageError } from './argv.ts';
import { checkProgram } from './programs.ts';
import type { Started } from './upcrun.ts';

const USAGE = `usage: oshrun [flags] program [arguments]
  -n, -np, -c N          PEs
  -N, --processes N      processes
  -H, --hosts LIST       hosts of the processes; --hostfile FILE
  -x NAME[=VALUE]        a variable of the environment
  -v, -show              show the command; only show it
  -h`;

/** Flags whose value follows, and the program's flag. */
const VALUED: Readonly<Record<string, string>> = {
  ...{ '-n': '-n', '-np': '-n', '--n': '-n', '--np': '-n', '-c': '-n' },
  ...{ '-N': '--processes=', '--processes': '--processes=' },
  ...{ '-H': '--hosts=', '-host': '--hosts=', '--host': '--hosts=', '--hosts': '--hosts=' },
  ...{ '-hostfile': '--hostfile=', '--hostfile': '--hostfile=' },
};
/** Where ranks are put, and who starts them, is up to the program and the system here. */
const WITHOUT_EFFECT = /^--?(oversubscribe|allow-run-as-root|bind-to-core|q|quiet)$/;

/** A text is what there is to say. Throws UsageError. */
export function readOshrun(words: readonly string[]): Started | string {
  const rest = [...words];
  const flags: string[] = [];
  const variables: Record<string, string> = {};
  let [isShown, isStarted] = [false, true];
  while (rest[0]?.startsWith('-')) {
    const flag = rest.shift()!;
    if (/^--?h(elp)?$/.test(flag)) return USAGE;
    if (flag === '-v') isShown = true;
    else if (flag === '-show') [isShown, isStarted] = [true, false];
    else if (flag === '-x') readVariable(variables, valueAfter(flag, rest));
    else if (!WITHOUT_EFFECT.test(flag)) flags.push(programFlag(flag, rest));
  }
  const [program, ...words_] = rest;
  if (program === undefined) throw new UsageError('oshrun: which program? oshrun -h lists the flags');
  checkProgram('oshrun', program);
  return { words: [program, ...flags, '--', ...words_], variables, isShown, isStarted };
}

function programFlag(flag: string, rest: string[]): string {
  const found = VALUED[flag];
  if (found === undefined) throw new UsageError(`oshrun: ${flag}: there is no such flag; oshrun -h lists them`);
  const value = valueAfter(flag, rest);
  if (found === '-n' && !/^[1-9]\d*$/.test(value))
    throw new UsageError(`oshrun: ${flag} ${value}: it must be a number above 0`);
  return `${found}${value}`;
}

function valueAfter(flag: string, rest: string[]): string {
  const value = rest.shift();
  if (value === undefined) throw new UsageError(`oshrun: ${flag} needs a value`);
  return value;
}

/** One without a value has that of this process, which its children have anyhow. */
function readVariable(variables: Record<string, string>, text: string): void {
  const at = text.indexOf('=');
  if (at > 0) variables[text.slice(0, at)] = text.slice(at + 1);
}
