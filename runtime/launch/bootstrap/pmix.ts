/**
 * PMIx by the system's libpmix: Open MPI's mpirun, Slurm's srun --mpi=pmix, prrte. (PMIx standard 4; its ABI is that of OpenPMIx 2 to 5.)
 *
 * Process 0 puts a text, all fence, the others get it. Then PMIx is left: a launcher takes who goes without for failed.
 */
import { LaunchError } from '../../errors.ts';
import { platform } from '../../platform/linked.ts';
import { MissingPackage, type NativeLibrary, type Variables } from '../../platform/platform.ts';
import type { Bootstrap } from './bootstrap.ts';

const NAMES = ['libpmix.so.2', 'libpmix.so'];
const KEY = 'pgasc.where';
/** pmix_proc_t: a name of 256 bytes, a rank. */
const PROC = { BYTES: 260, RANK: 256 } as const;
/** pmix_value_t: a type of 16 bits, and 8 bytes further the value, of at most 24. */
const VALUE = { BYTES: 32, TYPE: 0, DATA: 8 } as const;
const PMIX_STRING = 3;
const PMIX_GLOBAL = 3;

export function pmix({ PMIX_RANK, PMIX_NAMESPACE, ...variables }: Variables): Bootstrap | undefined {
  if (PMIX_RANK === undefined || PMIX_NAMESPACE === undefined) return undefined;
  const size = Number(
    variables.OMPI_COMM_WORLD_SIZE ?? variables.SLURM_NTASKS ?? variables.PMIX_SIZE ?? variables.PGAS_SIZE,
  );
  if (Number.isNaN(size))
    throw new LaunchError(
      `PMIX_RANK=${PMIX_RANK}, and no variable says of how many processes (OMPI_COMM_WORLD_SIZE, SLURM_NTASKS, PMIX_SIZE): set PGAS_SIZE`,
    );
  return { name: 'PMIx', rank: Number(PMIX_RANK), size, share: async (text) => share(openLibrary(), text) };
}

function share(library: NativeLibrary, text: string | undefined): string {
  const call = (name: string, ...values: number[]) => {
    const status = library.find(name, 'int', values.length)!(...values);
    if (status === 0) return;
    const words = library.readText(library.find('PMIx_Error_string', 'long', 1)!(status));
    throw new LaunchError(`${name}: ${words}`);
  };
  const own = new Uint8Array(PROC.BYTES);
  const ownAddress = library.addressOf(own);
  const key = new TextEncoder().encode(`${KEY}\0`);
  const keyAddress = library.addressOf(key);
  call('PMIx_Init', ownAddress, 0, 0);
  if (text !== undefined) {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const value = new Uint8Array(VALUE.BYTES);
    const view = new DataView(value.buffer);
    view.setUint16(VALUE.TYPE, PMIX_STRING, true);
    view.setBigUint64(VALUE.DATA, BigInt(library.addressOf(bytes)), true);
    call('PMIx_Put', PMIX_GLOBAL, keyAddress, library.addressOf(value));
    call('PMIx_Commit');
  }
  call('PMIx_Fence', 0, 0, 0, 0);
  const shared = text ?? get();
  call('PMIx_Finalize', 0, 0);
  return shared;

  function get(): string {
    const first = own.slice();
    new DataView(first.buffer).setUint32(PROC.RANK, 0, true);
    const out = new Uint8Array(8);
    const outAddress = library.addressOf(out);
    call('PMIx_Get', library.addressOf(first), keyAddress, 0, 0, outAddress);
    const value = library.readLong(outAddress);
    return library.readText(library.readLong(value + VALUE.DATA));
  }
}

function openLibrary(): NativeLibrary {
  try {
    for (const name of NAMES) {
      const library = platform.native.open(name);
      if (library?.find('PMIx_Init', 'int', 3) !== undefined) return library;
    }
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    throw new LaunchError(
      `PMIx is called by the npm package ${error.packageName}, which is neither beside this program nor beside pgasc: npm install ${error.packageName}`,
    );
  }
  throw new LaunchError(
    `the launcher speaks PMIx, but libpmix is not installed on ${platform.hostName}: apt install libpmix2`,
  );
}
