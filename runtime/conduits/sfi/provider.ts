/**
 * The provider that is asked for: libfabric itself between processes of the operating system, unless PGAS_PROVIDER names another.
 */
import { FabricError } from '../../fabrics/sfi/errno.ts';
import { isOfi } from '../../fabrics/sfi/providers/ofi/provider.ts';
import { platform } from '../../platform/linked.ts';
import type { Host, Network } from '../conduit.ts';

type Variables = Parameters<NonNullable<Network['separate']>>[0];

/** Undefined for the first that fits. */
export function providerFor({ PGAS_PROVIDER }: Variables, processes: number): string | undefined {
  return PGAS_PROVIDER || (processes > 1 ? 'ofi' : undefined);
}

/**
 * Several processes are real ones over libfabric; the providers built in move bytes between memories of one. Who asks for libfabric, or for
 * accesses by messages, has all that way.
 */
export const separate: Network['separate'] = ({ PGAS_PROVIDER, PGAS_EXTENDED }) => {
  if (PGAS_PROVIDER && !isOfi(PGAS_PROVIDER)) return 'memories';
  return PGAS_PROVIDER || PGAS_EXTENDED ? 'processes' : 'mapped';
};

/** libfabric's provider shm has a file for each endpoint, PID:UID:NUMBER, which goes when all processes have met. */
export const sweep: Network['sweep'] = (process) => platform.files.removeAll('/dev/shm', `${process}:`);

/** Ends the job because the provider cannot be opened. */
export function refused({ variables, firsts, hosts, fail }: Host, error: unknown): never {
  if (!(error instanceof FabricError)) throw error;
  const isOne = hosts.every((host) => host === hosts[0]);
  const instead = isOne
    ? '; or set PGAS_PROVIDER=shm: then all processes live in one, each with a memory of its own'
    : '; pgasc network --hosts=... tries each provider between them';
  const isChosen = Boolean(variables.PGAS_PROVIDER);
  return fail(`PGAS_PROVIDER=${providerFor(variables, firsts.length)}: ${error.message}${isChosen ? '' : instead}`);
}
