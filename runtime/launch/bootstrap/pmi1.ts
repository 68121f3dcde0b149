/**
 * PMI-1 over the descriptor PMI_FD: MPICH's mpirun (hydra), and Slurm's srun --mpi=pmi2, which speaks it too.
 *
 * Lines of `name=value` words, each answered by one. Long texts go in pieces under keys of their own, as values are of bounded length.
 * (PMI: A Scalable Parallel Process-Management Interface for Extreme-Scale Systems, EuroMPI 2010; MPICH's simple PMI.)
 */
import { LaunchError } from '../../errors.ts';
import { platform } from '../../platform/linked.ts';
import type { Variables } from '../../platform/platform.ts';
import type { Bootstrap } from './bootstrap.ts';

/** Characters of a value that every implementation takes. */
const PIECE = 200;
const KEY = 'pgasc';

export function pmi1({ PMI_FD, PMI_RANK, PMI_SIZE }: Variables): Bootstrap | undefined {
  if (PMI_FD === undefined || PMI_RANK === undefined || PMI_SIZE === undefined) return undefined;
  const rank = Number(PMI_RANK);
  const connection = new Connection(Number(PMI_FD));
  return {
    name: 'PMI-1',
    rank,
    size: Number(PMI_SIZE),
    async share(text) {
      connection.ask('cmd=init pmi_version=1 pmi_subversion=1', 'response_to_init');
      const { kvsname } = connection.ask('cmd=get_my_kvsname', 'my_kvsname');
      if (text !== undefined) put(connection, kvsname!, coded(text));
      connection.ask('cmd=barrier_in', 'barrier_out');
      const shared = text ?? decoded(get(connection, kvsname!));
      connection.ask('cmd=finalize', 'finalize_ack');
      return shared;
    },
  };
}

/** Values have no spaces. */
const coded = (text: string): string => platform.encodeBase64(new TextEncoder().encode(text));
const decoded = (text: string): string => new TextDecoder().decode(platform.decodeBase64(text));

function put(connection: Connection, kvs: string, text: string): void {
  const pieces = Math.ceil(text.length / PIECE);
  const all = [String(pieces), ...Array.from({ length: pieces }, (_, i) => text.slice(i * PIECE, (i + 1) * PIECE))];
  for (const [i, value] of all.entries())
    connection.ask(`cmd=put kvsname=${kvs} key=${KEY}${i} value=${value}`, 'put_result');
}

function get(connection: Connection, kvs: string): string {
  const piece = (i: number) => connection.ask(`cmd=get kvsname=${kvs} key=${KEY}${i}`, 'get_result').value ?? '';
  return Array.from({ length: Number(piece(0)) }, (_, i) => piece(i + 1)).join('');
}

class Connection {
  constructor(private readonly descriptor: number) {}

  /** The words of the answer. */
  ask(line: string, expected: string): Record<string, string> {
    platform.files.write(this.descriptor, new TextEncoder().encode(`${line}\n`), 0);
    const answer = this.readLine();
    const words = Object.fromEntries(answer.split(' ').map((word) => word.split(/=(.*)/s) as [string, string]));
    if (words.cmd === expected && (words.rc ?? '0') === '0') return words;
    throw new LaunchError(`PMI-1: '${line}' is answered by '${answer}'`);
  }

  private readLine(): string {
    let line = '';
    const byte = new Uint8Array(1);
    for (;;) {
      if (platform.files.readSome(this.descriptor, byte) === 0)
        throw new LaunchError('PMI-1: the launcher has hung up');
      if (byte[0] === 10) return line;
      line += String.fromCharCode(byte[0]!);
    }
  }
}
