/**
 * Processes of one host map each other's regions, so that loads and stores reach the memory of all its ranks.
 *
 * Takes the memory of a process; gives it other pages, those of a file without a name that others can open. Regions lie in the order of
 * ranks (memory/space.ts), in the memories of all alike. Those map each other's that hold consecutive ranks: of a host to which a launcher
 * has dealt ranks in turn each process has its own alone. Nobody has to tidy up: the pages go with the last process that has them. Each step tells what the other processes have to know, or why there is no mapping: then all do without.
 */
import { originsOf, startOf } from '../memory/memories.ts';
import { regionBytes } from '../memory/space.ts';
import { platform } from '../platform/linked.ts';
import { MissingPackage, type NativeLibrary } from '../platform/platform.ts';
import type { Part } from './part.ts';

/** Constants of Linux: memfd_create, open, mmap, madvise. */
const MFD_CLOEXEC = 1;
const [O_RDWR, O_CLOEXEC] = [2, 0o2000000];
const READ_WRITE = 3;
const SHARED_FIXED = 0x11;
const DONTDUMP = 16;

/** What a process tells the others: where its file is, or why it does not take part. */
interface Offer {
  readonly process: number;
  readonly descriptor: number;
  readonly why?: string;
}

/** Why there is no mapping. */
class Refusal extends Error {}

export class Mapping {
  private system: System | undefined;
  private descriptor = -1;
  private readonly bytes: Uint8Array;

  /** The processes whose regions this one's memory has, by number. */
  private readonly neighbours: readonly number[];
  /** The rank whose region it begins with. */
  private readonly origin: number;

  constructor(
    memory: WebAssembly.Memory,
    private readonly part: Pick<Part, 'layout' | 'firsts' | 'hosts' | 'index'>,
  ) {
    const { layout, firsts, hosts, index } = part;
    const origins = originsOf(
      firsts.map((first, each) => ({ first, host: hosts[each]! })),
      layout,
    );
    this.bytes = new Uint8Array(memory.buffer);
    this.origin = startOf(origins, firsts[index]!);
    this.neighbours = [...firsts.keys()].filter((each) => startOf(origins, firsts[each]!) === this.origin);
  }

  /** Puts the own regions on pages that others can map. Before anything is written there. */
  offer(): Uint8Array {
    return told(() => {
      if (this.neighbours.length === 1) return;
      const system = new System(openLibrary());
      this.system = system;
      this.descriptor = system.call('memfd_create', system.textAt('regions'), MFD_CLOEXEC);
      system.call('ftruncate', this.descriptor, this.sizeOf(this.part.index));
      this.place(system, this.part.index, this.descriptor);
    }, this.descriptors());
  }

  /** Maps those of the others. */
  accept(offers: readonly Uint8Array[]): Uint8Array {
    return told(() => {
      const refused = whyNot(offers);
      if (refused !== undefined) throw new Refusal(refused);
      for (const index of this.neighbours) {
        const { process, descriptor } = heard(offers[index]!);
        if (index !== this.part.index) this.map(index, `/proc/${process}/fd/${descriptor}`);
      }
    }, this.descriptors());
  }

  /** All have come so far, or nobody goes on: undefined, or why there is no mapping. */
  agree(results: readonly Uint8Array[]): string | undefined {
    if (this.descriptor >= 0) this.system!.call('close', this.descriptor);
    return whyNot(results);
  }

  private descriptors(): () => Offer {
    return () => ({ process: platform.processes.id, descriptor: this.descriptor });
  }

  private map(index: number, file: string): void {
    const system = this.system!;
    const descriptor = system.call('open', system.textAt(file), O_RDWR | O_CLOEXEC);
    this.place(system, index, descriptor);
    system.call('close', descriptor);
  }

  /** Puts the regions of a process where they belong in this memory. A core file has none of them: it would have all, touched or not. */
  private place(system: System, index: number, descriptor: number): void {
    const { firsts, layout } = this.part;
    const at = system.addressOf(this.bytes) + (firsts[index]! - this.origin) * regionBytes(layout.shift);
    system.call('mmap', at, this.sizeOf(index), READ_WRITE, SHARED_FIXED, descriptor, 0);
    system.call('madvise', at, this.sizeOf(index), DONTDUMP);
  }

  private sizeOf(index: number): number {
    const { firsts, layout } = this.part;
    return ((firsts[index + 1] ?? layout.threads) - firsts[index]!) * regionBytes(layout.shift);
  }
}

/** Calls of the system. */
class System {
  /** Where the C library leaves the error of this thread's last call. */
  private readonly errno: number;

  constructor(private readonly libc: NativeLibrary) {
    this.errno = libc.find('__errno_location', 'long', 0)!();
  }

  addressOf(bytes: Uint8Array): number {
    return this.libc.addressOf(bytes);
  }

  /** A text with a zero byte behind it, as native code sees it. */
  textAt(text: string): number {
    return this.libc.addressOf(new TextEncoder().encode(`${text}\0`));
  }

  /** Throws a Refusal if the call fails; its error is read before any other call. */
  call(name: string, ...values: number[]): number {
    const { libc } = this;
    const result = libc.find(name, 'long', values.length)!(...values);
    const error = libc.readInt(this.errno);
    const status = name === 'mmap' ? Math.min(result, 0) : result | 0;
    if (status < 0) throw new Refusal(`${name}: ${libc.readText(libc.find('strerror', 'long', 1)!(error))}`);
    return status;
  }
}

function openLibrary(): NativeLibrary {
  const libc = platform.native.open('libc.so.6');
  if (libc?.find('memfd_create', 'int', 2) === undefined || platform.native.futex() === undefined)
    throw new Refusal('this system has no memfd_create, or no futex that is known');
  return libc;
}

/** Does a step; gives what the others are told. */
function told(step: () => void, outcome: () => Offer): Uint8Array {
  try {
    step();
    return encoded(outcome());
  } catch (error) {
    // Who cannot call native code at all is told by the network.
    const why = error instanceof MissingPackage ? '' : error instanceof Refusal ? error.message : undefined;
    if (why === undefined) throw error;
    return encoded({ ...outcome(), why });
  }
}

const encoded = (offer: Offer): Uint8Array => new TextEncoder().encode(JSON.stringify(offer));
const heard = (bytes: Uint8Array): Offer => JSON.parse(new TextDecoder().decode(bytes)) as Offer;

function whyNot(offers: readonly Uint8Array[]): string | undefined {
  return offers.map((bytes) => heard(bytes).why).find((why) => why !== undefined);
}
