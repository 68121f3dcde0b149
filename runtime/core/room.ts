/** Room that the runtime itself needs on a thread's private heap. */
import type { Heap } from '../abi.ts';
import { privateHeapExhausted } from '../errors.ts';
import type { Job } from './job.ts';

/** Address of so many bytes; ends the job if there are none. `purpose`: what they are for, as the message says it. */
export function roomFor(job: Pick<Job, 'fail'>, heap: Pick<Heap, 'allocate'>, bytes: number, purpose: string): number {
  return heap.allocate(bytes) || job.fail(privateHeapExhausted(bytes, purpose));
}
