/** Room that the runtime itself needs on a thread's private heap. */
import type { Heap } from '../abi.ts';
import { privateHeapExhausted } from '../errors.ts';
import type { Job } from './job.ts';

/** Address of so many bytes; ends the job if there are none. `purpose`: what they are for, as the message says it. */
export function roomFor(
  job: Pick<Job, 'fail' | 'hint'>,
  heap: Pick<Heap, 'allocate'>,
  bytes: number,
  purpose: string,
): number {
  const address = heap.allocate(bytes);
  if (address !== 0) return address;
  job.hint = () => undefined; // the message has it
  return job.fail(privateHeapExhausted(bytes, purpose));
}
