/**
 * The processes of a job agree on a provider of libfabric and a network: the first candidate (candidates.ts) that all can open, and that passes
 * its self-test between them.
 *
 * Each step is an all-gather of texts. A process that cannot go on says so in its text, and its error ends the job. Nobody throws before all have come
 * so far: a thread that is stopped by the end of the job while it loads koffi or libfabric would end the process with a trace of koffi's.
 */
import { regionBytes } from '../../../../memory/space.ts';
import { platform } from '../../../../platform/linked.ts';
import type { Variables } from '../../../../platform/platform.ts';
import type { Hardware } from '../../../hardware.ts';
import { FabricError } from '../../errno.ts';
import { candidatesOf, type Offered } from './candidates.ts';
import { Library } from './library.ts';
import { type Offer, offersOf } from './offers.ts';
import { type Local, type Opened, Opening, type Scratch } from './opening.ts';
import { inMebibytes, pins } from './registration.ts';
import type { SelfTest } from './selftest.ts';

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
  const told = tellAll(hardware, tableOf(offers)).map(offeredIn);
  const { candidates, refused: others } = candidatesOf(
    told,
    hardware.hosts,
    tellAll(hardware, platform.processes.network),
  );
  const refused = [...others];
  /** Why the first process whose outcome is not '' does not go on. */
  const refusal = (outcome: string) => {
    const outcomes = tellAll(hardware, outcome);
    const first = outcomes.findIndex((text) => text !== '');
    return first < 0 ? undefined : `process ${first}: ${outcomes[first]}`;
  };
  /** Those of them that all have opened, and that do not serve. */
  const failed: string[] = [];
  const process = hardware.firsts.findLastIndex((first) => first <= hardware.space.MYTHREAD);
  for (const { provider, networks, name } of candidates) {
    const local = openFirst(
      opening,
      offers.filter((offer) => offer.provider === provider && offer.network === networks[process]),
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
      if (why === undefined) return [library, announce(hardware, library, orThrow(met).opened, name, refused, failed)];
      failed.push(`${name} (${why})`);
    }
    refused.push(`${name}: ${why}`);
    opening.close();
  }
  return together(hardware, () => {
    throw new FabricError(`no provider of libfabric serves all processes: ${refused.join('; ')}`);
  });
}

/** Tells the user what is taken, and why not others. */
function announce(
  hardware: Hardware,
  library: Library,
  opened: Opened,
  name: string,
  refused: readonly string[],
  failed: readonly string[],
): Opened {
  if (failed.length > 0)
    hardware.warn(
      `libfabric's ${failed.join(', ')} does not serve between all processes: ${name} is taken; FI_TCP_IFACE chooses an interface, PGAS_PROVIDER=ofi:NAME a provider`,
    );
  const others = refused.length === 0 ? '' : ` (not ${refused.join('; ')})`;
  hardware.inform(`libfabric ${library.version}, provider ${name}${others}`);
  const bytes = pins(opened.mode) ? hardware.area.end : regionBytes(hardware.space.SHIFT);
  hardware.inform(`libfabric: ${inMebibytes(bytes)} of each thread are registered`);
  return opened;
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

/** Lines of offers, for other processes: what of them differs. */
function tableOf(offers: readonly Offered[]): string {
  return [...new Set(offers.map(({ provider, network, address }) => [provider, network, address].join('\t')))].join(
    '\n',
  );
}

function offeredIn(table: string): Offered[] {
  return table.split('\n').map((line) => {
    const [provider = '', network = '', address = ''] = line.split('\t');
    return { provider, network, address };
  });
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

/** The texts of all processes: first how long they are, then they, if there are any. */
function tellAll(hardware: Hardware, text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const lengths = hardware.exchange(new Uint8Array(Uint32Array.of(bytes.length).buffer)).map(numberIn);
  const longest = new Uint8Array(Math.max(...lengths));
  if (longest.length === 0) return lengths.map(() => '');
  longest.set(bytes);
  return hardware.exchange(longest).map((theirs, i) => new TextDecoder().decode(theirs.subarray(0, lengths[i])));
}

const numberIn = (bytes: Uint8Array) => new Uint32Array(bytes.slice().buffer)[0]!;
