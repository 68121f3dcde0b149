/**
 * Collective operations of teams by the hardware of a simulated machine, as steps of the engine.
 *
 * Takes the machine's gatherings. An algorithm (algorithms.ts) asks first whether the hardware does its operation for the team: then it sends no letters, but gives
 * its data, and waits for the result. Sums are added in the hardware's order, node by node.
 */
import type { Collective, Gatherings, RankGroup, Taking } from '../conduits/conduit.ts';
import { isEveryThread } from '../core/everybody.ts';
import type { Combine } from './algorithms.ts';
import type { Awaited, Part, Steps } from './engine.ts';
import type { MachineType, Operator } from './kernels.ts';
import type { Team } from './team.ts';

/** What elements are and how they are combined, of reductions whose operator the machine has. */
export interface Arithmetic {
  readonly type: MachineType;
  readonly operator: Operator;
}

/** Reductions of elements by numbers that the hardware may have, of so many bytes; undefined of others. */
export function reductionOf(bytes: number, arithmetic: Arithmetic | undefined): Collective | undefined {
  const operation = arithmetic && OPERATIONS[arithmetic.operator];
  if (arithmetic === undefined || operation === undefined) return undefined;
  return { kind: 'allreduce', bytes, type: nameOf(arithmetic.type), operation };
}

/** i32, u64, f64 ... */
function nameOf({ value, logSize, signed }: MachineType): string {
  return `${value[0] === 'f' ? 'f' : signed ? 'i' : 'u'}${8 << logSize}`;
}

const OPERATIONS: Readonly<Partial<Record<Operator, string>>> = {
  ...{ add: 'sum', min: 'min', max: 'max', and: 'band', or: 'bor', xor: 'bxor' },
};

/** Groups of the engine's teams are apart from those of a fabric's own collective operations, whose ids are from -1 on. */
const FIRST = -2;
/** Operations one after the other within one of a team. */
const WITHIN = 16;

export const BARRIER: Collective = { kind: 'barrier', bytes: 0 };
const NOTHING = new Uint8Array(0);

export class TeamHardware {
  private readonly groups = new WeakMap<Team, RankGroup>();

  /** `rouse`: this thread has something to see; `completed`: it has. */
  constructor(
    private readonly hardware: Gatherings,
    private readonly threads: number,
    private readonly rouse: () => void,
    private readonly completed: () => void,
    /** Whether an address has no bytes. */
    private readonly isPhantom: (address: number) => boolean,
  ) {}

  does(team: Team, collective: Collective): boolean {
    return team.members.length > 1 && this.hardware.does(collective, this.groupOf(team));
  }

  *meet(part: Part): Steps {
    yield* this.take(part, BARRIER, { given: NOTHING });
  }

  *broadcast(part: Part, root: number, destination: number, source: number, bytes: number): Steps {
    const given = part.rank === root ? this.bytesAt(part, source, bytes) : undefined;
    const result = yield* this.take(part, { kind: 'broadcast', bytes }, { given, root });
    if (part.rank === root) part.copy(destination, source, bytes);
    else this.store(part, destination, result);
  }

  /** At `destination` of those who have one. */
  *reduce(
    part: Part,
    destination: number | undefined,
    source: number,
    collective: Collective,
    combine: Combine,
  ): Steps {
    const { bytes } = collective;
    const [to, from] = [part.room(bytes), part.room(bytes)];
    const added = (sum: Uint8Array, more: Uint8Array) => {
      if (sum.length === 0) return sum;
      this.store(part, to, sum);
      this.store(part, from, more);
      combine(to, from);
      return this.bytesAt(part, to, bytes);
    };
    const result = yield* this.take(part, collective, { given: this.bytesAt(part, source, bytes), combine: added });
    if (destination !== undefined) this.store(part, destination, result);
  }

  private *take(
    part: Part,
    collective: Collective,
    rest: Pick<Taking<Uint8Array>, 'given' | 'root' | 'combine'>,
  ): Generator<Awaited, Uint8Array, void> {
    let result: Uint8Array | undefined;
    this.hardware.take<Uint8Array>(this.groupOf(part.team), part.count * WITHIN + part.stage, {
      ...collective,
      ...rest,
      ...{ me: part.rank, signature: part.description.signature },
      differs: (member, signature) => part.mismatch(part.description, part.team.members[member]!, signature),
      done: (bytes) => {
        result = bytes;
        this.rouse();
      },
    });
    if (result === undefined) yield part.unlessStray(() => result !== undefined);
    part.compare();
    this.completed();
    return result!;
  }

  /** A copy; of a phantom array there are none. */
  private bytesAt({ space }: Part, address: number, bytes: number): Uint8Array {
    return this.isPhantom(address) ? NOTHING : space.U8.slice(address >>> 0, (address >>> 0) + bytes);
  }

  private store({ space }: Part, address: number, bytes: Uint8Array): void {
    if (!this.isPhantom(address)) space.U8.set(bytes, address >>> 0);
  }

  private groupOf(team: Team): RankGroup {
    const { members } = team;
    let group = this.groups.get(team);
    if (group === undefined) {
      const isOfAll = isEveryThread(members, this.threads);
      group = { id: FIRST - team.number, ranks: isOfAll ? undefined : members };
      this.groups.set(team, group);
    }
    return group;
  }
}
