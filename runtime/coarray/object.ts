/**
 * Validation of event, lock and atomic arguments, objects on any image given by address.
 */
import { hasFailed } from '../core/standing.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { rangeFault } from '../memory/check.ts';
import { rankOf } from '../memory/space.ts';
import { badObject, onFailedImage } from './errors.ts';
import { FAILED_IMAGE, report } from './status.ts';

/** Ends the job unless the address can hold an object of that size and alignment, a power of two. */
export function checkObject(
  environment: RuntimeEnvironment,
  name: string,
  what: string,
  address: number,
  size: number,
  alignment = size,
): void {
  const fault = rangeFault(environment, address, size);
  const misaligned = (address & (alignment - 1)) !== 0 ? `it is not aligned to ${alignment} bytes` : undefined;
  const reason = fault ?? misaligned;
  if (reason !== undefined) environment.runtime.job.fail(badObject(name, what, address, reason));
}

/** Reports an object on a failed image; returns whether it was. */
export function isLost(environment: RuntimeEnvironment, name: string, address: number, stat: number): boolean {
  const thread = rankOf(environment, address);
  if (!hasFailed(environment, thread)) return false;
  report(environment, stat, FAILED_IMAGE, () => onFailedImage(name, address, thread));
  return true;
}
