/**
 * The progress thread of a process: it moves on what comes from other processes while the ranks compute or sleep.
 */
import { providerNamed } from '../../fabrics/sfi/provider.ts';
import { isOfi } from '../../fabrics/sfi/providers/ofi/provider.ts';
import type { Host, Network } from '../conduit.ts';
import { providerFor, refused } from './provider.ts';

/** One for each process, where the provider is libfabric. */
export const progressThread: Network['progressThread'] = {
  wanted(variables, rank, firsts) {
    const name = providerFor(variables, firsts.length);
    return name !== undefined && isOfi(name) && firsts.length > 1 && firsts.includes(rank);
  },
  serve,
};

function serve(host: Host): never {
  const name = providerFor(host.variables, host.firsts.length)!;
  try {
    return providerNamed({ hardware: host }, name)!.serve!(host);
  } catch (error) {
    return refused(host, error);
  }
}

/** Whom a rank of this process tells that it is about to sleep; undefined where there is no such thread. */
export function progressOf(host: Host): { rest(): void } | undefined {
  const name = providerFor(host.variables, host.firsts.length);
  return name === undefined ? undefined : providerNamed({ hardware: host }, name)?.rest?.(host);
}
