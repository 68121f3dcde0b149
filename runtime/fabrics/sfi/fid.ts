/**
 * What all objects of the fabric have in common (struct fid): they can be closed, but not while others depend on them.
 */
import { FI_EBADF, FI_EBUSY } from './errno.ts';

export abstract class Fid {
  private users = 0;
  private open = true;
  private readonly used: Fid[] = [];

  constructor(...uses: Fid[]) {
    for (const other of uses) this.use(other);
  }

  /** This object depends on another one from now on. */
  protected use(other: Fid): void {
    this.used.push(other);
    other.users++;
  }

  /** fi_close: 0; -FI_EBUSY while other objects depend on it; -FI_EBADF if it has been closed. */
  close(): number {
    if (!this.open) return -FI_EBADF;
    if (this.users > 0) return -FI_EBUSY;
    this.open = false;
    for (const other of this.used) other.users--;
    this.released();
    return 0;
  }

  /** Gives back what it holds. */
  protected released(): void {}
}
