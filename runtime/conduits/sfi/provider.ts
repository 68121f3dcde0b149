/**
 * The provider that is asked for: libfabric itself between processes of the operating system, unless PGAS_PROVIDER names another.
 */
import { isOfi } from '../../fabrics/sfi/providers/ofi/provider.ts';
import type { Network } from '../conduit.ts';

type Variables = Parameters<NonNullable<Network['separate']>>[0];

/** Undefined for the first that fits. */
export function providerFor({ PGAS_PROVIDER }: Variables, processes: number): string | undefined {
  return PGAS_PROVIDER ?? (processes > 1 ? 'ofi' : undefined);
}

/** Several processes are real ones over libfabric; the providers built in move bytes between memories of one. */
export const separate: Network['separate'] = (variables) =>
  isOfi(providerFor(variables, 2)!) ? 'processes' : 'memories';
