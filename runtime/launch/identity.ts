/**
 * What all processes of a job must have alike, so that they lay out memory and read each other's bytes in one way.
 *
 * Takes the program's file; gives texts by what they are of, and the line that tells the first difference. One idea: the process that starts the
 * job computes them before it starts others, which compare theirs: a file may be replaced meanwhile, or be another one on another host.
 */
import { platform } from '../platform/linked.ts';
import { VERSION } from '../version.ts';

/** Texts by what they are of. */
export type Identity = Readonly<Record<string, string>>;

const DIGITS = 16;
/** They choose the fabric's provider. */
const PROVIDER = ['PGAS_PROVIDER', 'FI_PROVIDER'];

export function identityOf(file: string): Identity {
  const variables = platform.variables();
  return {
    'SHA-256 of the program': platform.files.digest(file).slice(0, DIGITS),
    'version of the runtime': VERSION,
    architecture: platform.architecture,
    ...Object.fromEntries(PROVIDER.map((name) => [name, variables[name] ?? 'not set'])),
  };
}

/** The line that tells in what a process differs from that which has started the job; undefined: in nothing. */
export function difference(process: number, own: Identity, starting: Identity): string | undefined {
  const what = Object.keys(starting).find((name) => own[name] !== starting[name]);
  if (what === undefined) return undefined;
  const values = `${what} is ${own[what]} there, and ${starting[what]} where the job was started`;
  return `process ${process} on ${platform.hostName} is not like the others: ${values}; all must run the same file, with the same settings`;
}
