/** Handlers of active messages of the libraries, by index, behind those of the runtime (runtime/extended/handlers.ts). */
import type { NativeFunction } from '../../runtime/abi.ts';
import type { RuntimeEnvironment } from '../../runtime/environment.ts';

/** Of ARMCI: a letter between two processes (armci/letters.ts); an accumulate, and that it is done (armci/target-driven.ts). */
export const [LETTER, ACCUMULATE, ACCUMULATED] = [96, 97, 98];
/** Messages of MPI: with their data, as an offer of them; that an offer has been taken, that credit comes back (mpi/post.ts). */
export const [MPI_EAGER, MPI_OFFER, MPI_TAKEN, MPI_CREDIT] = [110, 111, 112, 113];
/** That an offer is cancelled, and that its receiver has dropped it (mpi/withdrawals.ts). */
export const [MPI_WITHDRAW, MPI_WITHDRAWN] = [114, 115];
/** Of windows: that memory is exposed, or has been accessed (mpi/epochs.ts); an accumulate, and its result (mpi/farupdates.ts). */
export const [MPI_SIGNAL, MPI_UPDATE, MPI_UPDATED] = [120, 121, 122];

/**
 * Registers a handler when its part of a library is made. In a simulated job that may be late, so such a message goes to those alone who have made a collective
 * call of the same part, as MPI_Win_create for MPI_UPDATE. Who wants the names of functions alone gives no runtime.
 */
export function serve(environment: RuntimeEnvironment, index: number, handler: NativeFunction): void {
  environment.runtime?.messages.register(index, handler);
}
