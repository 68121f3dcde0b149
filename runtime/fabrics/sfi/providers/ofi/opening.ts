/**
 * Opens what libfabric offers for a process: fabric, domain, one endpoint with its completion queue and address vector. Registers each
 * of its ranks' regions; where that pins them, their beginnings, which programs of others reach. Then the processes tell each other their names and keys.
 */
import { mostRanks } from '../../../../memory/memories.ts';
import { addressOf, regionBytes } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import { FabricError } from '../../errno.ts';
import {
  AV_ATTR,
  CM,
  CQ_ATTR,
  DOMAIN_ATTR,
  EP_ATTR,
  FABRIC_ATTR,
  FI_AV_TABLE,
  FI_CQ_FORMAT_MSG,
  FI_ENABLE,
  FI_GETWAIT,
  FI_MR_VIRT_ADDR,
  FI_MSG,
  FI_READ,
  FI_RECV,
  FI_REMOTE_READ,
  FI_REMOTE_WRITE,
  FI_RMA,
  FI_TRANSMIT,
  FI_WAIT_FD,
  FI_WAIT_NONE,
  FI_WRITE,
  INFO,
  MR_KEY,
  OPS,
  OPS_AV,
  OPS_CM,
  OPS_DOMAIN,
  OPS_FABRIC,
  TX_ATTR,
} from './abi.ts';
import type { Library } from './library.ts';
import { type Offer, withAtomics } from './offers.ts';
import { Registrar } from './registrar.ts';
import { pinnable, pins, refusalOf } from './registration.ts';
import { NAME_BYTES, WIRE_HEADER } from './sizes.ts';
import { VALIDITY_BYTES, validityOf } from './validity.ts';

const ACCESS = FI_MSG + FI_RMA + FI_READ + FI_WRITE + FI_RECV + FI_TRANSMIT + FI_REMOTE_READ + FI_REMOTE_WRITE;
const CQ_SIZE = 4096;
/** What processes tell each other: length of the name, base, atomic operations, the name, keys of the regions. */
const [LENGTH, BASE, ATOMICS, NAME] = [0, 8, 16, 16 + VALIDITY_BYTES];
const KEYS = NAME + NAME_BYTES;
/** How names of endpoints of the provider shm begin. */
const SHM = 'fi_shm://';

/** Memory of this process that native code writes results to: its address for JavaScript, and for native code. */
export interface Scratch {
  readonly here: number;
  readonly there: number;
}

/** Another process, as the endpoint addresses it. */
export interface Peer {
  readonly address: number;
  readonly regions: readonly PeerRegion[];
}

/** The region of a rank: what is added to an offset, and the 64 bits of the key. */
export interface PeerRegion {
  readonly base: number;
  readonly key: readonly [low: number, high: number];
}

export interface Opened {
  readonly domain: number;
  readonly endpoint: number;
  readonly queue: number;
  /** Of the ranks' regions. */
  readonly descriptors: readonly number[];
  /** mr_mode, mr_key_size */
  readonly mode: number;
  readonly keyBytes: number;
  readonly injectSize: number;
  readonly largest: number;
  /** A descriptor of the system to wait for the queue with, and the fabric that is asked before; -1: it cannot be waited for. */
  readonly waitsFor: number;
  readonly fabric: number;
  readonly name: string;
  /** A file that the endpoint lies in, where it does; nobody needs it any more when all have met. */
  readonly file: string | undefined;
  readonly peers: readonly Peer[];
  /** Atomic operations that the providers of all processes have (validity.ts). */
  readonly atomics: readonly number[];
}

/** What a process has opened, before it knows the others. */
export interface Local {
  readonly opened: Omit<Opened, 'peers'>;
  readonly vector: number;
  /** libfabric's, of the ranks' regions. */
  readonly regions: readonly number[];
}

export class Opening {
  private readonly words: Int32Array;
  /** What is to be closed if the others do not come so far: last first. */
  private readonly objects: number[] = [];

  constructor(
    private readonly library: Library,
    private readonly hardware: Hardware,
    private readonly scratch: Scratch,
  ) {
    this.words = hardware.space.I32;
  }

  /** Throws a FabricError, with nothing left open. */
  open(offer: Offer): Local {
    try {
      return this.openObjects(offer);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    for (const object of this.objects.splice(0).reverse()) this.library.close(object);
  }

  private openObjects(offer: Offer): Local {
    const { library } = this;
    const { native } = library;
    const info = withAtomics(library, this.hardware.space, this.scratch, offer);
    const [ep, domainAttributes, fabricAttributes] = [INFO.EP_ATTR, INFO.DOMAIN_ATTR, INFO.FABRIC_ATTR].map((part) =>
      native.readLong(info + part),
    ) as [number, number, number];
    const fabric = this.made('fi_fabric', (out) => library.function('fi_fabric', 'int', 3)(fabricAttributes, out, 0));
    const domain = this.made('fi_domain', (out) =>
      library.operation(fabric, OPS, OPS_FABRIC.DOMAIN, 'int', 4)(fabric, info, out, 0),
    );
    const [queue, waitsFor] = this.openQueue(domain);
    const vector = this.openVector(domain);
    const endpoint = this.made('fi_endpoint', (out) =>
      library.operation(domain, OPS, OPS_DOMAIN.ENDPOINT, 'int', 4)(domain, info, out, 0),
    );
    library.check('fi_ep_bind', library.bind(endpoint, vector, 0));
    library.check('fi_ep_bind', library.bind(endpoint, queue, FI_TRANSMIT + FI_RECV));
    library.check('fi_enable', library.control(endpoint, FI_ENABLE));
    const mode = native.readInt(domainAttributes + DOMAIN_ATTR.MR_MODE);
    const keyBytes = native.readLong(domainAttributes + DOMAIN_ATTR.MR_KEY_SIZE);
    const registrar = new Registrar(library, this.words, this.scratch, { domain, endpoint, mode, keyBytes });
    const regions = this.register(registrar, pins(mode));
    const size = native.readLong(native.readLong(info + INFO.TX_ATTR) + TX_ATTR.INJECT_SIZE);
    if (size < WIRE_HEADER)
      throw new FabricError(`it injects messages up to ${size} bytes only: ${WIRE_HEADER} are needed`);
    const largest = native.readLong(ep + EP_ATTR.MAX_MSG_SIZE);
    const opened = {
      ...{ domain, endpoint, queue, mode, keyBytes },
      descriptors: regions.map((region) => registrar.descriptorOf(region)),
      injectSize: size,
      largest: largest > 0 ? largest : Number.MAX_SAFE_INTEGER, // it is unsigned
      waitsFor,
      fabric,
      name: native.readText(native.readLong(fabricAttributes + FABRIC_ATTR.PROV_NAME)),
      file: this.fileOf(endpoint),
      atomics: validityOf(library, endpoint, this.scratch.there, native.readInt(info + INFO.CAPS)),
    };
    return { opened, vector, regions };
  }

  /** The queue, and the descriptor to wait with. */
  private openQueue(domain: number): [number, number] {
    const { library, words, scratch } = this;
    const open = library.operation(domain, OPS, OPS_DOMAIN.CQ_OPEN, 'int', 4);
    for (const wait of [FI_WAIT_FD, FI_WAIT_NONE]) {
      const attributes = this.zeroed(CQ_ATTR.BYTES);
      words[(attributes + CQ_ATTR.SIZE) >>> 2] = CQ_SIZE;
      words[(attributes + CQ_ATTR.FORMAT) >>> 2] = FI_CQ_FORMAT_MSG;
      words[(attributes + CQ_ATTR.WAIT_OBJ) >>> 2] = wait;
      const at = scratch.there + attributes - scratch.here;
      const [queue, status] = this.call((out) => open(domain, at, out, 0));
      if (status === 0) {
        this.objects.push(queue);
        return [queue, wait === FI_WAIT_NONE ? -1 : this.descriptorOf(queue)];
      }
      if (wait === FI_WAIT_NONE) library.check('fi_cq_open', status);
    }
    throw new FabricError('libfabric: fi_cq_open');
  }

  private descriptorOf(queue: number): number {
    const status = this.library.control(queue, FI_GETWAIT, this.scratch.there);
    return status === 0 ? this.words[this.scratch.here >>> 2]! : -1;
  }

  private openVector(domain: number): number {
    const { library, words, scratch } = this;
    const attributes = this.zeroed(AV_ATTR.BYTES);
    words[(attributes + AV_ATTR.TYPE) >>> 2] = FI_AV_TABLE;
    words[(attributes + AV_ATTR.COUNT) >>> 2] = this.hardware.firsts.length;
    const at = scratch.there + attributes - scratch.here;
    const open = library.operation(domain, OPS, OPS_DOMAIN.AV_OPEN, 'int', 4);
    return this.made('fi_av_open', (out) => open(domain, at, out, 0));
  }

  /** The regions of this process's ranks. */
  private register(registrar: Registrar, arePinned: boolean): number[] {
    const { library } = this;
    const { space, area } = this.hardware;
    const bytes = arePinned ? area.end : regionBytes(space.SHIFT);
    return Array.from({ length: space.REACH }, (_, i) => {
      const region = registrar.register(this.regionAt(i), bytes, ACCESS);
      if (region < 0) {
        const limit = pinnable(library, this.words, this.scratch);
        throw new FabricError(refusalOf(space.REACH * bytes, limit, library.textOf(region)));
      }
      this.objects.push(region);
      return region;
    });
  }

  /** Where native code sees the region of this process's rank FIRST + `i`. */
  private regionAt(i: number): number {
    const { space } = this.hardware;
    return this.scratch.there - this.scratch.here + (addressOf(space, space.FIRST + i, 0) >>> 0);
  }

  /** With the others as the endpoint addresses them, and the atomic operations that all have. */
  meetPeers(local: Local): Opened {
    const all = this.hardware.exchange(this.card(local)).map((bytes) => new DataView(bytes.buffer, bytes.byteOffset));
    const peers = all.map((theirs, process) => ({
      address: this.insert(local.vector, theirs),
      regions: this.regionsOf(theirs, process),
    }));
    const atomics = local.opened.atomics.map((_, type) =>
      all.reduce((bits, theirs) => bits & theirs.getInt32(ATOMICS + 4 * type, true), -1),
    );
    return { ...local.opened, peers, atomics };
  }

  /** Of the ranks of a process. Where addresses do not count from the start of a region, they follow each other. */
  private regionsOf(theirs: DataView, process: number): PeerRegion[] {
    const { firsts, space } = this.hardware;
    const base = theirs.getFloat64(BASE, true);
    return Array.from({ length: (firsts[process + 1] ?? space.THREADS) - firsts[process]! }, (_, i) => ({
      base: base === 0 ? 0 : base + i * regionBytes(space.SHIFT),
      key: [theirs.getInt32(KEYS + 8 * i, true), theirs.getInt32(KEYS + 8 * i + 4, true)],
    }));
  }

  /** What the others must know of this process. */
  private card({ opened: { endpoint, atomics, mode }, regions }: Local): Uint8Array {
    const { library, scratch } = this;
    const { firsts, space } = this.hardware;
    const card = new Uint8Array(KEYS + 8 * mostRanks(space.THREADS, firsts));
    const view = new DataView(card.buffer);
    const length = this.nameOf(endpoint);
    view.setInt32(LENGTH, length, true);
    view.setFloat64(BASE, mode & FI_MR_VIRT_ADDR ? this.regionAt(0) : 0, true);
    regions.forEach((region, i) => {
      view.setInt32(KEYS + 8 * i, library.native.readInt(region + MR_KEY), true);
      view.setInt32(KEYS + 8 * i + 4, library.native.readInt(region + MR_KEY + 4), true);
    });
    atomics.forEach((bits, type) => {
      view.setInt32(ATOMICS + 4 * type, bits, true);
    });
    const name = (scratch.here + 16) >>> 0;
    card.set(space.U8.subarray(name, name + length), NAME);
    return card;
  }

  /** The endpoint of a process gets an address. */
  private insert(vector: number, theirs: DataView): number {
    const { library, scratch, words } = this;
    const insert = library.operation(vector, OPS, OPS_AV.INSERT, 'int', 6);
    const name = new Uint8Array(theirs.buffer, theirs.byteOffset + NAME, NAME_BYTES);
    this.hardware.space.U8.set(name, (scratch.here + 16) >>> 0);
    if (insert(vector, scratch.there + 16, 1, scratch.there, 0, 0) !== 1)
      throw new FabricError('libfabric: fi_av_insert: a process cannot be addressed');
    const word = scratch.here >>> 2;
    return (words[word]! >>> 0) + words[word + 1]! * 2 ** 32;
  }

  /** Writes the endpoint's name into the scratch memory, from byte 16 on; gives its length. */
  private nameOf(endpoint: number): number {
    const { library, scratch } = this;
    const { I32 } = this.hardware.space;
    I32[scratch.here >>> 2] = NAME_BYTES;
    I32[(scratch.here >>> 2) + 1] = 0;
    const getname = library.operation(endpoint, CM, OPS_CM.GETNAME, 'int', 3);
    library.check('fi_getname', getname(endpoint, scratch.there + 16, scratch.there));
    return I32[scratch.here >>> 2]!;
  }

  /** libfabric's provider shm leaves it behind when the process ends. */
  private fileOf(endpoint: number): string | undefined {
    this.nameOf(endpoint);
    const name = this.library.native.readText(this.scratch.there + 16);
    return name.startsWith(SHM) ? `/dev/shm/${name.slice(SHM.length)}` : undefined;
  }

  /** The pointer that a function leaves in its output parameter. */
  private made(what: string, make: (out: number) => number): number {
    const [made, status] = this.call(make);
    this.library.check(what, status);
    this.objects.push(made);
    return made;
  }

  private call(make: (out: number) => number): [number, number] {
    const { words, scratch } = this;
    const word = scratch.here >>> 2;
    const status = make(scratch.there);
    return [(words[word]! >>> 0) + words[word + 1]! * 2 ** 32, status];
  }

  /** Address of so many zero bytes, behind the place for results. */
  private zeroed(bytes: number): number {
    const start = (this.scratch.here + 16) >>> 0;
    this.hardware.space.U8.fill(0, start, start + bytes);
    return start;
  }
}
