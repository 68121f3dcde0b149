/**
 * The processes of a job agree on a provider of libfabric: the first, in the order of process 0's libfabric, that all have and can open, and
 * that passes its self-test between them.
 *
 * Each step is one all-gather of texts. A process that cannot go on says so in it, and its error ends the job: nobody throws before all have come
 * so far, since who loads koffi or libfabric while the end of the job stops it would end the process with a trace of koffi's.
 */
import { platform } from '../../../../platform/linked.ts';
import type { Variables } from '../../../../platform/platform.ts';
import type { Hardware } from '../../../hardware.ts';
import { FabricError } from '../../errno.ts';
import { Library } from './library.ts';
import { type Offer, offersOf } from './offers.ts';
import { type Local, type Opened, Opening, type Scratch } from './opening.ts';
import { inMebibytes } from './registration.ts';
import type { SelfTest } from './selftest.ts';

/** Of a text that a process tells the others. */
const TEXT_BYTES = 1024;

/** Providers whose processes share memory with locks in it (1.17's smr_lock): who dies may hold one, and the others spin for ever. */
const SHARES_LOCKS = /^shm/;
const sharesLocks = (provider: string) =>
  `libfabric's provider ${provider} has locks in memory that processes share, one of which a lost process may hold: take another one for --failed-images`;

/** `wanted`: the name of libfabric's provider, if one is wanted; `scratch`: bytes for results. Throws a FabricError. */
export function openFabric(
  hardware: Hardware,
  wanted: string,
  scratch: number,
  testOf: (library: Library, opened: Opened) => SelfTest,
): [Library, Opened] {
  const several = hardware.hosts.some((host) => host !== hardware.hosts[0]);
  const [library, offers] = together(hardware, () => findOffers(hardware, wanted, scratch, several));
  const opening = new Opening(library, hardware, scratchOf(library, hardware, scratch));
  const names = tellAll(hardware, namesOf(offers).join('\n')).map((text) => text.split('\n'));
  const common = names[0]!.filter((name) => names.every((theirs) => theirs.includes(name)));
  const refused = names[0]!.filter((name) => !common.includes(name)).map((name) => lackOf(name, names, several));
  /** Why the first process whose outcome is not '' does not go on. */
  const refusal = (outcome: string) => {
    const outcomes = tellAll(hardware, outcome);
    const first = outcomes.findIndex((text) => text !== '');
    return first < 0 ? undefined : `process ${first}: ${outcomes[first]}`;
  };
  /** Those of them that all have opened, and that do not serve. */
  const failed: string[] = [];
  for (const name of common) {
    const local = openFirst(
      opening,
      offers.filter(({ provider }) => provider === name),
    );
    let why = refusal(outcomeOf(local));
    if (why === undefined) {
      const met = attempt(() => {
        const opened = opening.meetPeers(orThrow(local));
        return { opened, test: testOf(library, opened) };
      });
      why =
        refusal(outcomeOf(met)) ??
        refusal(orThrow(met).test.run((text) => hardware.warn(`libfabric's ${name}: ${text}`)));
      if (why === undefined) return [library, told(hardware, library, orThrow(met).opened, refused, failed)];
      failed.push(`${name} (${why})`);
    }
    refused.push(`${name}: ${why}`);
    opening.close();
  }
  return together(hardware, () => {
    throw new FabricError(`no provider of libfabric serves all processes: ${refused.join('; ')}`);
  });
}

function told(
  hardware: Hardware,
  library: Library,
  opened: Opened,
  refused: readonly string[],
  failed: readonly string[],
): Opened {
  if (failed.length > 0)
    hardware.warn(
      `libfabric's ${failed.join(', ')} does not serve between all processes: ${opened.name} is taken; FI_TCP_IFACE chooses an interface, PGAS_PROVIDER=ofi:NAME a provider`,
    );
  const others = refused.length === 0 ? '' : ` (not ${refused.join('; ')})`;
  hardware.inform(`libfabric ${library.version}, provider ${opened.name}${others}`);
  hardware.inform(`libfabric: ${inMebibytes(hardware.area.end)} of each thread are registered`);
  return opened;
}

/** A provider that process 0 has, and another one does not. */
function lackOf(name: string, names: readonly (readonly string[])[], several: boolean): string {
  const process = names.findIndex((theirs) => !theirs.includes(name));
  return `${name}: process ${process} has none${several ? ' whose address other hosts reach' : ''}`;
}

function findOffers(hardware: Hardware, wanted: string, scratch: number, several: boolean): [Library, Offer[]] {
  const library = Library.open();
  const offers = offersOf(library, hardware.space, scratchOf(library, hardware, scratch), wanted, several);
  const serving = hardware.outlivesPeers ? offers.filter(({ provider }) => !SHARES_LOCKS.test(provider)) : offers;
  if (serving.length > 0) return [library, serving];
  if (offers.length > 0) throw new FabricError(sharesLocks(offers[0]!.provider));
  const what = `libfabric offers no provider ${wanted === '' ? '' : `'${wanted}' `}with reliable datagrams and RMA`;
  const where = several ? ' between hosts' : ' here';
  throw new FabricError(`${what}${where}${excluding(platform.variables())}; pgasc network lists those there are`);
}

/** libfabric's own variable chooses among its providers before anybody else does. */
const excluding = ({ FI_PROVIDER }: Variables) =>
  FI_PROVIDER === undefined ? '' : `, of those that FI_PROVIDER=${FI_PROVIDER} leaves`;

function scratchOf(library: Library, { space }: Hardware, scratch: number): Scratch {
  return { here: scratch, there: library.native.addressOf(space.U8) + scratch };
}

function namesOf(offers: readonly Offer[]): string[] {
  return [...new Set(offers.map(({ provider }) => provider))];
}

/** At the first address where it can be opened. */
function openFirst(opening: Opening, offers: readonly Offer[]): Local | FabricError {
  let failed = new FabricError('libfabric: nothing is offered');
  for (const offer of offers) {
    const local = attempt(() => opening.open(offer));
    if (!(local instanceof FabricError)) return local;
    failed = local;
  }
  return failed;
}

/** What the action gives, if all processes succeed; else the first process that does not throws, and ends the job. */
function together<T>(hardware: Hardware, action: () => T): T {
  const result = attempt(action);
  const outcomes = tellAll(hardware, outcomeOf(result));
  const first = outcomes.findIndex((text) => text !== '');
  if (first >= 0 && hardware.firsts[first] !== hardware.space.FIRST) tellAll(hardware, ''); // does not return
  return orThrow(result);
}

const outcomeOf = (result: unknown) => (result instanceof FabricError ? result.message : '');

function attempt<T>(action: () => T): T | FabricError {
  try {
    return action();
  } catch (error) {
    if (error instanceof FabricError) return error;
    throw error;
  }
}

function orThrow<T>(result: T | FabricError): T {
  if (result instanceof FabricError) throw result;
  return result;
}

/** The texts of all processes. */
function tellAll(hardware: Hardware, text: string): string[] {
  const bytes = new Uint8Array(TEXT_BYTES);
  bytes.set(new TextEncoder().encode(text).subarray(0, TEXT_BYTES));
  return hardware.exchange(bytes).map((theirs) => new TextDecoder().decode(theirs).replace(/\0+$/, ''));
}
