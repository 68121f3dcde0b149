/**
 * The collective operations of a context: each is resumed whenever the context is advanced.
 *
 * Packets for an operation that has not started here, or does not need them yet, wait in a box. A one-sided collective
 * starts at the other members with its first packet, which carries a dispatch id.
 */
import { type Algorithm, algorithmsOf, type Steps } from '../algorithms.ts';
import type { EventFunction } from '../completions.ts';
import type { Context } from '../context.ts';
import type { Geometry } from '../geometry.ts';
import { headerAt, PACKET_HEADER } from '../packets.ts';
import { PAMI_INVAL, PAMI_SUCCESS, type Result, refuse } from '../results.ts';
import type { Command, Xfer } from '../xfer.ts';
import { Boxes, boxOf } from './boxes.ts';
import { Call } from './call.ts';
import { type AmDispatch, type AmDispatchFunction, respond } from './onesided.ts';

/** Sender of a packet: a member of a collective, the initiator of a one-sided one, or a responder to it. */
export const TOGETHER = 0;
export const DOWN = 1;
export const UP = 2;

interface Running {
  readonly call: Call;
  readonly steps: Steps;
  readonly done: EventFunction | undefined;
  readonly cookie: number;
}

export class Collectives {
  /** Packets sent since all were last resumed. */
  sent = 0;
  private running: Running[] = [];
  readonly boxes = new Boxes();
  /** The last operation of all members that was started here, by geometry. */
  private readonly last = new Map<number, Call>();
  private readonly dispatches = new Map<number, AmDispatch>();
  private findGeometry: (id: number) => Geometry | undefined = () => undefined;

  constructor(private readonly context: Context) {}

  /** Operations in progress. */
  get active(): number {
    return this.running.length;
  }

  /** Sets the lookup of the client's geometries. */
  attach(findGeometry: (id: number) => Geometry | undefined): void {
    this.findGeometry = findGeometry;
  }

  /** PAMI_Collective. */
  start(geometry: Geometry, { algorithm, cmd, cbDone, cookie = 0, differs }: Xfer): Result {
    const me = geometry.members.numberOf(this.context.endpoint);
    const wrong =
      me < 0 ? 'this context is not a member of the geometry' : wrongWith(algorithm.check(cmd), algorithm.name);
    if (wrong !== undefined) return refuse(PAMI_INVAL, 'PAMI_Collective', wrong);
    const isAlone = algorithm.type.startsWith('am');
    const sequence = geometry.begin(isAlone);
    const signature = isAlone ? 0 : signatureOf(algorithm, cmd);
    const call = new Call(this.context, this, geometry, me, sequence, isAlone ? me : undefined, signature, differs);
    const refused = call.refuses(cmd);
    if (refused !== undefined) return refuse(PAMI_INVAL, 'PAMI_Collective', `${algorithm.type}: ${refused}`);
    this.running.push({ call, steps: algorithm.run(call, cmd), done: cbDone, cookie });
    if (!isAlone) this.last.set(geometry.id, call);
    return PAMI_SUCCESS;
  }

  /** Barrier among the members of a new geometry. */
  meet(geometry: Geometry, event: EventFunction, cookie: number): void {
    const [[barrier]] = algorithmsOf('barrier');
    this.start(geometry, { algorithm: barrier!, cmd: {}, cbDone: event, cookie });
  }

  /** PAMI_AMCollective_dispatch_set: the handler of one-sided collectives with this id. */
  dispatchSet(id: number, call: AmDispatchFunction, cookie: number): Result {
    this.dispatches.set(id, { call, cookie });
    this.context.dispatches.version++;
    return PAMI_SUCCESS;
  }

  /** Resumes all; returns the number of packets sent and of operations completed. */
  goOn(): number {
    this.sent = 0;
    const before = this.running;
    this.running = [];
    const ended = before.filter(({ steps }) => steps.next().done === true);
    this.running = [...before.filter((one) => !ended.includes(one)), ...this.running];
    for (const { done, cookie } of ended) if (done !== undefined) this.context.completions.push(done, cookie);
    return this.sent + ended.length;
  }

  /** Takes a packet; false if it begins an operation whose dispatch is not set, or whose geometry is missing. */
  arrived(packet: number): boolean {
    const { I32, U8 } = this.context.adapter.space;
    const word = packet >>> 2;
    const [first, origin, id, sequence] = [I32[word]!, I32[word + 1]!, I32[word + 2]!, I32[word + 3]!];
    const way = first >>> 8;
    const isTogether = way === TOGETHER;
    const [begins, signature] = isTogether ? [0, I32[word + 4]!] : [I32[word + 4]!, 0];
    const geometry = this.findGeometry(id);
    if (geometry === undefined) return false;
    const from = geometry.members.numberOf(origin);
    if (begins !== 0 && !this.begin(geometry, from, sequence, begins - 1)) return false;
    const start = headerAt(packet) >>> 0;
    const held = { data: U8.slice(start, start + I32[word + 5]!), signature };
    if (isTogether) this.compare(geometry, sequence, from, signature);
    const starter = isTogether ? undefined : way === DOWN ? from : geometry.members.numberOf(this.context.endpoint);
    const box = boxOf(this.boxes.of(id, sequence, starter), from);
    if (begins !== 0)
      box.unshift(held); // it may have been held while later ones arrived
    else box.push(held);
    return true;
  }

  /** A packet for an operation that is running here, or is over: then it is not the one that its sender makes. */
  private compare(geometry: Geometry, sequence: number, from: number, signature: number): void {
    if (!geometry.hasBegun(sequence)) return;
    const isIts = ({ call }: Running) =>
      call.geometry === geometry && call.sequence === sequence && call.starter === undefined;
    const call = this.running.find(isIts)?.call;
    if (call === undefined) this.last.get(geometry.id)?.differs?.(from);
    else if (call.signature !== signature) call.differs?.(from);
  }

  private begin(geometry: Geometry, from: number, sequence: number, dispatch: number): boolean {
    const found = this.dispatches.get(dispatch);
    if (found === undefined) return false;
    const me = geometry.members.numberOf(this.context.endpoint);
    const call = new Call(this.context, this, geometry, me, sequence, from, 0, undefined);
    this.running.push({ call, steps: respond(call, found), done: undefined, cookie: 0 });
    return true;
  }
}

/** A hash of what all members give alike. */
function signatureOf({ type, name }: Algorithm, { root = 0, stypecount = 0, rtypecounts, op }: Command): number {
  const alike = [type, name, root, rtypecounts?.join() ?? stypecount, typeof op === 'string' ? op : ''].join(' ');
  let hash = 1;
  for (let i = 0; i < alike.length; i++) hash = Math.imul(hash ^ alike.charCodeAt(i), 0x9e3779b1);
  return hash;
}

/** Bytes of data in a packet of a collective operation: a multiple of 16. */
export const dataBytes = (largest: number): number => (largest - PACKET_HEADER) & -16;

function wrongWith(isFit: boolean, name: string): string | undefined {
  return isFit ? undefined : `the algorithm "${name}" is not for this command: use one that always works`;
}
