/**
 * Collective functions in both forms: those that wait, and those that give a request (MPI 3.1, 5.12).
 *
 * One idea: a function checks its arguments and says which steps its communicator takes; whether anyone waits for them is nothing to it.
 */
import type { Part, Steps, Operation as UnderWay } from '../../runtime/collectives/engine.ts';
import { inHex } from '../../runtime/errors.ts';
import type { Communicator, Communicators } from './communicators.ts';
import { ANY } from './constants.ts';
import { ERR_BUFFER } from './errors.ts';
import { Images } from './images.ts';
import type { Lines } from './lines.ts';
import { NOTHING, Operation } from './operations.ts';
import { Overlaps } from './overlaps.ts';
import type { Packing } from './packing.ts';
import type { Requests } from './requests.ts';
import type { Shortcut } from './shortcut.ts';
import type { Body, State } from './state.ts';

/** A call under way: its name, its buffers, and the images of those with gaps. */
export interface Calling {
  readonly name: string;
  readonly overlaps: Overlaps;
  readonly images: Images;
}

/** What a communicator does together. */
export interface TeamSteps {
  readonly comm: Communicator;
  /** Words that all members give alike. */
  readonly common: readonly number[];
  steps(part: Part): Steps;
  /** The same at the lines of all ranks, if it moves few bytes. */
  readonly short?: Short | undefined;
}

/** Steps of few bytes of each rank, done at once. */
export interface Short {
  readonly bytes: number;
  perform(lines: Lines): void;
}

export const together = (
  comm: Communicator,
  common: readonly number[],
  steps: (part: Part) => Steps,
  short?: Short,
): TeamSteps => ({ comm, common, steps, short });

export type Collective = (call: Calling, ...parameters: number[]) => TeamSteps;

export class CollectiveCalls {
  constructor(
    private readonly state: State,
    private readonly packing: Packing,
    private readonly requests: Requests,
    private readonly communicators: Communicators,
    private readonly lines: Lines,
    private readonly shortcut: Shortcut,
  ) {}

  /** Functions by the name that waits: MPI_Bcast, and with it MPI_Ibcast. `between`: those of intercommunicators. */
  bodies(
    collectives: Readonly<Record<string, Collective>>,
    between: Readonly<Record<string, Collective>> = {},
  ): Record<string, Body> {
    const both = Object.entries(collectives).flatMap(([name, collective]) => {
      const either = this.either(collective, between[name]);
      return [
        [name, this.waiting(either)],
        [begunName(name), this.beginning(either)],
      ] as const;
    });
    return Object.fromEntries(both);
  }

  /** By the communicator, which is the last parameter. */
  private either(within: Collective, between: Collective | undefined): Collective {
    const { communicators } = this;
    return (call, ...parameters) => {
      const handle = parameters.at(-1)!;
      if (!communicators.isInter(handle)) return within(call, ...parameters);
      if (between === undefined) communicators.intra(call.name, handle);
      return between!(call, ...parameters);
    };
  }

  private waiting(collective: Collective): Body {
    return (name, ...parameters) => {
      const images = new Images(this.packing);
      try {
        const { comm, common, steps, short } = this.checked(collective, name, images, parameters);
        this.shortcut.know(comm);
        if (short !== undefined && this.lines.isFor(comm.whole, short.bytes)) short.perform(this.lines);
        else this.state.together.perform(name, comm.whole, common, steps);
        images.deliver();
      } finally {
        images.release();
      }
    };
  }

  private beginning(collective: Collective): Body {
    return (name, ...parameters) => {
      const images = new Images(this.packing);
      const request = parameters.pop()!;
      try {
        this.begin(name, request, images, this.checked(collective, name, images, parameters));
      } catch (mistake) {
        images.release();
        throw mistake;
      }
    };
  }

  private checked(collective: Collective, name: string, images: Images, parameters: readonly number[]): TeamSteps {
    const overlaps = new Overlaps();
    const together = collective({ name, overlaps, images }, ...parameters);
    const found = overlaps.find();
    if (found === undefined) return together;
    const [sent, received] = found;
    const rule = `its ${sent.bytes} bytes overlap ${received.argument}, ${received.bytes} bytes at ${inHex(received.address)}; MPI_IN_PLACE is for that`;
    return this.state.refuse(name, sent.argument, inHex(sent.address), rule, ERR_BUFFER);
  }

  private begin(name: string, request: number, images: Images, { comm, common, steps }: TeamSteps): void {
    const operation = new Begun(comm, name, images);
    this.requests.give(name, request, { operation });
    operation.under = this.state.together.begin(name, comm.whole, common, function* (part) {
      yield* steps(part);
      operation.complete();
    });
  }
}

/** MPI_Ibcast of MPI_Bcast. */
const begunName = (name: string): string => `MPI_I${name.charAt(4).toLowerCase()}${name.slice(5)}`;

/** A collective operation that a request is of. */
export class Begun extends Operation {
  readonly outcome = NOTHING;
  under: UnderWay | undefined;

  constructor(
    comm: Communicator,
    private readonly name: string,
    private readonly images: Images,
  ) {
    super(comm, comm.handle);
  }

  get whom(): number {
    return this.under?.whom ?? ANY;
  }

  get text(): string {
    return `of ${this.name}, ${this.comm.name}`;
  }

  protected conclude(): void {
    this.images.deliver();
    this.images.release();
  }
}
