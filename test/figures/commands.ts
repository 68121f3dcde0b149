/** What a run is called: the command that does it by hand, which is its key in the store of results too. */
import type { Run } from './figure.ts';

export const commandOf = ({ environment = {}, flags = [], job = [], machine, ranks, program, ...run }: Run): string =>
  [
    ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    'pgasc run -O2',
    ...flags,
    ...job,
    `--simulate=${machine}`,
    `-n ${ranks}`,
    program,
    ...(run.arguments ?? []),
  ].join(' ');
