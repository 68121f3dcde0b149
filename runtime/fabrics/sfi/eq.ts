/**
 * Event queues (fi_eq(3)): how the asynchronous ends of control operations are told.
 */
import { FI_EAGAIN, FI_EAVAIL, FI_ENOSPC } from './errno.ts';
import { Fid } from './fid.ts';

/** What has happened, to which object. */
export interface Event {
  readonly event: 'FI_AV_COMPLETE' | 'FI_MR_COMPLETE';
  readonly fid: Fid;
  readonly context: number;
  /** Result of the operation: the number of addresses inserted. */
  readonly data: number;
}

export interface EventError {
  readonly fid: Fid;
  readonly context: number;
  readonly err: number;
}

export class EventQueue extends Fid {
  private readonly events: Event[] = [];
  private readonly errors: EventError[] = [];

  constructor(
    fabric: Fid,
    private readonly size: number,
  ) {
    super(fabric);
  }

  /** The next event; -FI_EAGAIN if there is none, -FI_EAVAIL while an error waits. */
  read(): Event | number {
    if (this.errors.length > 0) return -FI_EAVAIL;
    return this.events.shift() ?? -FI_EAGAIN;
  }

  readerr(): EventError | number {
    return this.errors.shift() ?? -FI_EAGAIN;
  }

  /** Adds an event: 0, or -FI_ENOSPC. */
  write(event: Event): number {
    if (this.events.length >= this.size) return -FI_ENOSPC;
    this.events.push(event);
    return 0;
  }

  /** For the library: an operation has failed. */
  fail(error: EventError): void {
    this.errors.push(error);
  }
}
