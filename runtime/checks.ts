/**
 * What is wrong with accesses, and the functions that look: those that code compiled with -g calls, and copies of the library.
 *
 * Takes the memory, the layout and the heaps of a thread.
 */
import { type Environment, FOREIGN_CAST, type PlacedObject, STORE_ACCESS } from './abi.ts';
import type { Rules } from './core/am/rules.ts';
import type { Job } from './core/job.ts';
import { badAccess, foreignCast, misalignedAccess } from './errors.ts';
import {
  accessFault,
  accessTest,
  elsewhereFault,
  type Fault,
  isPrivate,
  memoryFault,
  rangeFault,
  tellEnds,
} from './memory/check.ts';
import { SCRATCH, SCRATCH_SIZE } from './memory/control.ts';
import type { BulkOperations } from './memory/copy.ts';
import { closeGuards, guardFault } from './memory/guards.ts';
import type { Layout } from './memory/layout.ts';
import { closeZones, zoneFault } from './memory/objects.ts';
import { isInMemory, isOwn, offsetOf, rankOf, type Space } from './memory/space.ts';
import type { Watches } from './memory/watches.ts';
import type { SharedHeaps } from './segment/jobheap.ts';
import type { PrivateHeap } from './segment/privateheap.ts';
import { RedZones } from './segment/redzones.ts';
import { keptShared } from './segment/sharedheap.ts';

/** -g: red zones in the two heaps. */
export interface Zones {
  readonly own: RedZones;
  readonly shared: RedZones;
}

/** What a program tells of itself: whether it was compiled with -g, and then the texts of its places, its static objects. */
export interface Checked {
  readonly debug: boolean;
  readonly tellsUnfreed?: boolean;
  readonly places?: readonly string[];
  readonly objects?: readonly PlacedObject[];
}

/** -g: the red zones; those around static objects are closed. */
export function zonesOf(space: Space, layout: Layout, { places = [], objects = [] }: Checked): Zones {
  const own = new RedZones(space, places);
  tellEnds(space, layout);
  closeGuards(own.shadow, space, layout);
  closeZones(own.shadow, space, layout, objects);
  return { own, shared: new RedZones(space, places, keptShared(layout)) };
}

/** Why accesses are invalid. */
export class Faults {
  /** Of an access of the program. */
  readonly access: Fault = (address, size) => {
    if (this.rules?.isInMessage(address, size)) return undefined;
    return accessFault(this.job.space, this.layout, this.heap, address, size) ?? this.block(address, size);
  };

  /** Of memory where a block could be. */
  readonly block: Fault = (address, size) => {
    const { zones } = this;
    if (zones === undefined || this.isOpen(zones, address, size)) return undefined;
    return this.besideObject(address, size) ?? this.besideBlock(zones, address, size);
  };

  /** Of a copy between any two threads. */
  readonly bulk: Fault;

  constructor(
    readonly job: Job,
    private readonly layout: Layout,
    private readonly heap: PrivateHeap,
    private readonly sharedHeap: SharedHeaps,
    private readonly zones: Zones | undefined,
    private readonly program: Checked,
    private readonly rules: Rules | undefined,
    private readonly watches: Watches | undefined,
  ) {
    this.bulk = program.debug ? this.access : (address, size) => rangeFault(job.space, address, size);
  }

  private isOpen({ own }: Zones, address: number, size: number): boolean {
    return !isInMemory(this.job.space, address) || own.shadow.isOpenBeneath(address, size);
  }

  private besideObject(address: number, size: number): string | undefined {
    const { layout, program } = this;
    const { space } = this.job;
    return zoneFault(space, layout, program.objects ?? [], address, size) ?? guardFault(space, layout, address, size);
  }

  private besideBlock({ own, shared }: Zones, address: number, size: number): string {
    return isPrivate(this.job.space, this.layout, address)
      ? own.fault(address, this.heap.starts(), size)
      : shared.fault(...this.sharedHeap.around(address), size);
  }

  // ---------------------------------------------------------------- functions that look

  /** What emitted code calls; `elsewhere`: for addresses of any rank. */
  checks(): Pick<Environment, 'check' | 'checkOwn' | 'aligned'> & { readonly elsewhere: Environment['check'] } {
    const { job, layout, heap, zones, program, rules } = this;
    const { space } = job;
    const isRight = accessTest(space, layout, heap, zones?.own.shadow);
    const isInMessage: Test = (address, size) => rules?.isInMessage(address, size) === true;
    const check = accessCheck(
      job,
      isRight,
      (address, size, isStore) =>
        this.access(address, size) ??
        elsewhereFault(space, address) ??
        this.watches?.access(address, size, isStore === true),
    );
    return {
      check,
      elsewhere: accessCheck(job, () => false, this.access),
      checkOwn: ownCheck(job, check, program.places ?? [], isInMessage),
      aligned: (address, size) =>
        (address & (size - 1)) === 0 ? address : job.fail(badAccess(address, size, misalignedAccess(size))),
    };
  }

  /** What the library copies is looked at as well. */
  checkedBulk({ copy, fill }: BulkOperations): BulkOperations {
    return {
      copy: (destination, source, size) => {
        this.look(destination, size, true);
        this.look(source, size, false);
        copy(destination, source, size);
      },
      fill: (address, byte, size) => {
        this.look(address, size, true);
        fill(address, byte, size);
      },
    };
  }

  private look(address: number, size: number, isStore: boolean): void {
    if (size === 0 || this.isOnTheWay(address)) return;
    const fault =
      memoryFault(this.job.space, address, size >>> 0) ??
      this.block(address, size >>> 0) ??
      this.watches?.access(address, size >>> 0, isStore);
    if (fault !== undefined) this.job.fail(badAccess(address, size >>> 0, fault));
  }

  /** Whether it lies where the runtime has values on their way between threads. */
  private isOnTheWay(address: number): boolean {
    if (!isInMemory(this.job.space, address)) return false;
    const offset = offsetOf(this.job.space, address) >>> 0;
    const { networkStart, networkEnd } = this.layout;
    return (offset >= networkStart && offset < networkEnd) || (offset >= SCRATCH && offset < SCRATCH + SCRATCH_SIZE);
  }
}

type Test = (address: number, size: number) => boolean;

function accessCheck(job: Job, isRight: Test, faultOf: Fault): Environment['check'] {
  return (address, size, how) => {
    if (isRight(address, size)) return address;
    const fault = faultOf(address, size, ((how ?? 0) & STORE_ACCESS) !== 0);
    return fault === undefined ? address : job.fail(badAccess(address, size, fault));
  };
}

/** What the thread reaches through private pointers is its own, unless the library gave them. */
function ownCheck(
  job: Job,
  check: Environment['check'],
  places: readonly string[],
  isInMessage: Test,
): Environment['checkOwn'] {
  const { space } = job;
  const { I32, BASE } = space;
  const word = (BASE + FOREIGN_CAST) >>> 2;
  return (address, size, how) => {
    check(address, size, how);
    if (isOwn(space, address) || I32[word]! <= 0 || isInMessage(address, size)) return address;
    return job.fail(badAccess(address, size, foreignCast(rankOf(space, address), places[I32[word]! - 1] ?? '')));
  };
}
