/**
 * Accumulates by the process that asks for them: it gets a block of the target, adds to it, and puts it back.
 *
 * Meanwhile it holds the target's lock: a get and a put are no atomic operation. So all accumulates of a job, those of memory that is
 * loaded and stored among them, are made in this way. Pipelined, the next block is fetched before the last one is added up, unless
 * the two overlap.
 */
import { COMPLETE } from '../../runtime/conduits/conduit.ts';
import { LOCK_BYTES, lock, unlock } from '../../runtime/core/lock.ts';
import { roomFor } from '../../runtime/core/room.ts';
import { addressOf, offsetOf } from '../../runtime/memory/space.ts';
import type { Protocol } from './accumulates.ts';
import { overlap, piecesOf, type Row } from './rows.ts';
import type { State } from './state.ts';

/** Most bytes of a block. */
const BLOCK = 2 ** 15;
const NAME = 'ARMCI_Acc';

export class SourceDriven implements Protocol {
  /** Offset of each process's lock. */
  private locks: Int32Array = new Int32Array(0);
  /** Address of two blocks. */
  private blocks = 0;

  constructor(
    private readonly state: State,
    private readonly isPipelined: boolean,
  ) {}

  open(name: string): void {
    const { environment, together } = this.state;
    const { runtime, heap } = environment;
    if (this.locks.length > 0) return; // ARMCI begins again
    const own = runtime.sharedHeap.allocateLocal(name, LOCK_BYTES);
    environment.fill(own, 0, LOCK_BYTES);
    this.locks = together.gather(name, runtime.engine.everybody, [offsetOf(environment, own)]).column();
    this.blocks = roomFor(runtime.job, heap, 2 * BLOCK, 'blocks of accumulates');
  }

  begin(proc: number, operation: number, scale: number, _scaleBytes: number, rows: readonly Row[]): () => boolean {
    const { environment } = this.state;
    const { job, words32 } = environment.runtime;
    const word = addressOf(environment, proc, this.locks[proc]!);
    lock(job, words32, word, 0);
    this.addUp(piecesOf(rows, BLOCK), operation, scale);
    unlock(job, words32, word, 0);
    return () => true;
  }

  /** Two blocks take turns; what was put from one must be done before it is filled again. */
  private addUp(pieces: readonly Row[], operation: number, scale: number): void {
    const { transfers } = this.state.environment.runtime;
    const puts = [COMPLETE, COMPLETE];
    const wait = (transfer: number) => transfers.wait(NAME, transfer);
    const settle = (i: number) => {
      wait(puts[i % 2]!);
      puts[i % 2] = COMPLETE;
    };
    const blockOf = (i: number) => this.blocks + BLOCK * (i % 2);
    const get = (i: number) => {
      settle(i);
      return transfers.copy(NAME, blockOf(i), pieces[i]!.to, pieces[i]!.bytes);
    };
    const gets = pieces.length > 0 ? [get(0)] : [];
    pieces.forEach((piece, i) => {
      const following = pieces[i + 1];
      const isEarly = this.isPipelined && following !== undefined && !overlap(piece, following);
      if (isEarly) gets.push(get(i + 1));
      wait(gets[i]!);
      this.state.accumulates(operation, scale, piece.from, blockOf(i), piece.bytes);
      puts[i % 2] = transfers.copy(NAME, piece.to, blockOf(i), piece.bytes);
      if (!isEarly) settle(i);
      if (!isEarly && following !== undefined) gets.push(get(i + 1));
    });
    settle(0);
    settle(1);
  }
}
