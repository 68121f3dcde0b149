/**
 * Opens what libfabric offers for a process: fabric, domain, one endpoint with its completion queue and address vector, and the process's
 * regions as registered memory. Then the processes tell each other their names and keys.
 */
import { addressOf, regionBytes } from '../../../../memory/space.ts';
import type { Hardware } from '../../../hardware.ts';
import { FabricError } from '../../errno.ts';
import {
  AV_ATTR,
  CM,
  CQ_ATTR,
  DOMAIN_ATTR,
  DOMAIN_MR,
  EP_ATTR,
  FABRIC_ATTR,
  FI_AV_TABLE,
  FI_CQ_FORMAT_MSG,
  FI_ENABLE,
  FI_GETWAIT,
  FI_MR_ENDPOINT,
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
  MR_DESC,
  MR_KEY,
  OPS,
  OPS_AV,
  OPS_CM,
  OPS_DOMAIN,
  OPS_FABRIC,
  OPS_MR,
  TX_ATTR,
} from './abi.ts';
import type { Library } from './library.ts';
import { type Offer, withAtomics } from './offers.ts';
import { pinnable, refusalOf } from './registration.ts';
import { NAME_BYTES, WIRE_HEADER } from './sizes.ts';
import { VALIDITY_BYTES, validityOf } from './validity.ts';

const ACCESS = FI_MSG + FI_RMA + FI_READ + FI_WRITE + FI_RECV + FI_TRANSMIT + FI_REMOTE_READ + FI_REMOTE_WRITE;
const CQ_SIZE = 4096;
const REQUESTED_KEY = 1;
/** In front of a name, as processes tell each other: its length, base, key, atomic operations. */
const [LENGTH, BASE, KEY, ATOMICS, NAME] = [0, 8, 16, 24, 24 + VALIDITY_BYTES];
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
  readonly base: number;
  /** The 64 bits of the key. */
  readonly key: readonly [low: number, high: number];
}

export interface Opened {
  readonly endpoint: number;
  readonly queue: number;
  /** Of this process's memory. */
  readonly descriptor: number;
  readonly injectSize: number;
  readonly largest: number;
  /** A descriptor of the system to wait for the queue with, and the fabric that is asked before; -1: it cannot be waited for. */
  readonly waitsFor: number;
  readonly fabric: number;
  readonly name: string;
  /** A file that the endpoint lies in, where it does; nobody needs it any more when all have met. */
  readonly file: string | undefined;
  /** Bytes of memory. */
  readonly registered: number;
  readonly peers: readonly Peer[];
  /** Atomic operations that the providers of all processes have (validity.ts). */
  readonly atomics: readonly number[];
}

/** What a process has opened, before it knows the others. */
export interface Local {
  readonly opened: Omit<Opened, 'peers'>;
  readonly vector: number;
  readonly region: number;
  readonly mode: number;
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
    const region = this.register(domain, endpoint, mode);
    const size = native.readLong(native.readLong(info + INFO.TX_ATTR) + TX_ATTR.INJECT_SIZE);
    if (size < WIRE_HEADER)
      throw new FabricError(`it injects messages up to ${size} bytes only: ${WIRE_HEADER} are needed`);
    const largest = native.readLong(ep + EP_ATTR.MAX_MSG_SIZE);
    const opened = {
      endpoint,
      queue,
      descriptor: native.readLong(region + MR_DESC),
      injectSize: size,
      largest: largest > 0 ? largest : Number.MAX_SAFE_INTEGER, // it is unsigned
      waitsFor,
      fabric,
      name: native.readText(native.readLong(fabricAttributes + FABRIC_ATTR.PROV_NAME)),
      file: this.fileOf(endpoint),
      registered: this.extent()[1],
      atomics: validityOf(library, endpoint, this.scratch.there, native.readInt(info + INFO.CAPS)),
    };
    return { opened, vector, region, mode };
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
  private register(domain: number, endpoint: number, mode: number): number {
    const { library } = this;
    const { native } = library;
    const [first, bytes] = this.extent();
    const table = native.readLong(domain + DOMAIN_MR);
    const reg = native.at(native.readLong(table + 8 * OPS_MR.REG), 'int', 9);
    const [region, status] = this.call((out) => reg(domain, first, bytes, ACCESS, 0, REQUESTED_KEY, 0, out, 0));
    if (status !== 0) {
      const limit = pinnable(library, this.words, this.scratch);
      throw new FabricError(refusalOf(bytes, limit, library.textOf(status)));
    }
    this.objects.push(region);
    if (mode & FI_MR_ENDPOINT) {
      library.check('fi_mr_bind', library.bind(region, endpoint, 0));
      library.check('fi_mr_enable', library.control(region, FI_ENABLE));
    }
    return region;
  }

  /** Where native code sees the regions of this process's ranks, and their bytes. */
  private extent(): [number, number] {
    const { space } = this.hardware;
    const base = this.scratch.there - this.scratch.here;
    return [base + (addressOf(space, space.FIRST, 0) >>> 0), space.REACH * regionBytes(space.SHIFT)];
  }

  /** With the others as the endpoint addresses them, and the atomic operations that all have. */
  meetPeers(local: Local): Opened {
    const all = this.hardware.exchange(this.card(local)).map((bytes) => new DataView(bytes.buffer, bytes.byteOffset));
    const peers = all.map((theirs) => ({
      address: this.insert(local.vector, theirs),
      base: theirs.getFloat64(BASE, true),
      key: [theirs.getInt32(KEY, true), theirs.getInt32(KEY + 4, true)] as const,
    }));
    const atomics = local.opened.atomics.map((_, type) =>
      all.reduce((bits, theirs) => bits & theirs.getInt32(ATOMICS + 4 * type, true), -1),
    );
    return { ...local.opened, peers, atomics };
  }

  /** What the others must know of this process. */
  private card({ opened: { endpoint, atomics }, region, mode }: Local): Uint8Array {
    const { library, scratch } = this;
    const card = new Uint8Array(NAME + NAME_BYTES);
    const view = new DataView(card.buffer);
    const length = this.nameOf(endpoint);
    view.setInt32(LENGTH, length, true);
    view.setFloat64(BASE, mode & FI_MR_VIRT_ADDR ? this.extent()[0] : 0, true);
    view.setInt32(KEY, library.native.readInt(region + MR_KEY), true);
    view.setInt32(KEY + 4, library.native.readInt(region + MR_KEY + 4), true);
    atomics.forEach((bits, type) => {
      view.setInt32(ATOMICS + 4 * type, bits, true);
    });
    const name = (scratch.here + 16) >>> 0;
    card.set(this.hardware.space.U8.subarray(name, name + length), NAME);
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
