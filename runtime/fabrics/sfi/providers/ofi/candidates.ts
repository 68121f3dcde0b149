/**
 * What the processes of a job try together, one after the other: a provider of libfabric in one network.
 *
 * Takes what each process can open, gives the same list to all. The order is that of process 0. A host may have networks of its own, as that of its
 * containers, which others have under the same name: one in which two hosts have the same address is no candidate, and another one
 * fails its self-test (selftest.ts). Hosts that have no network in common, with routers between them, try the networks that each has alone.
 */

/** What a process can open. */
export interface Offered {
  /** libfabric's names of the provider and of the network, as "10.0.0.0/24"; the latter is empty where the provider has no internet addresses. */
  readonly provider: string;
  readonly network: string;
  /** Of this process there, or empty. */
  readonly address: string;
}

export interface Candidate {
  readonly provider: string;
  /** Where, by process. */
  readonly networks: readonly string[];
  /** For messages. */
  readonly name: string;
}

export interface Candidates {
  readonly candidates: readonly Candidate[];
  /** Providers of process 0, and networks, that are none, each with the reason. */
  readonly refused: readonly string[];
}

/** Networks that a message lists. */
const MOST_NAMED = 4;

type ByProcess = readonly (readonly Offered[])[];

/** `offers`: by process; `hosts`: the number of the host of each; `stacks`: texts, the same for those of one network stack. */
export function candidatesOf(offers: ByProcess, hosts: readonly number[], stacks: readonly string[]): Candidates {
  const [candidates, refused]: [Candidate[], string[]] = [[], []];
  for (const provider of distinct(offers[0]!.map((one) => one.provider))) {
    const ofProvider = offers.map((theirs) => theirs.filter((one) => one.provider === provider));
    const lacking = ofProvider.findIndex((theirs) => theirs.length === 0);
    if (lacking >= 0) {
      refused.push(`${provider}: process ${lacking} has none${reaching(hosts)}`);
      continue;
    }
    const networks = ofProvider.map((theirs) => distinct(theirs.map(({ network }) => network)));
    const common = networks[0]!.filter((network) => networks.every((theirs) => theirs.includes(network)));
    for (const network of common) {
      const why = clashIn(network, ofProvider, hosts, stacks);
      if (why === undefined)
        candidates.push({ provider, networks: offers.map(() => network), name: nameOf(provider, network) });
      else refused.push(`${nameOf(provider, network)}: ${why}`);
    }
    const between = routed(provider, networks, common);
    candidates.push(...between);
    if (common.length + between.length === 0) refused.push(`${provider}: ${unroutable(networks)}`);
  }
  return { candidates, refused };
}

/** Between networks that hosts have alone: the first of each, the second of each ..., the last of who has fewer. */
function routed(provider: string, networks: readonly (readonly string[])[], common: readonly string[]): Candidate[] {
  const apart = networks.map((theirs) => theirs.filter((network) => network !== '' && !common.includes(network)));
  const most = Math.max(...apart.map(({ length }) => length));
  if (apart.some(({ length }) => length === 0)) return [];
  return Array.from({ length: most }, (_, turn) => {
    const taken = apart.map((theirs) => theirs[Math.min(turn, theirs.length - 1)]!);
    return { provider, networks: taken, name: `${provider} between ${listed(distinct(taken))}` };
  });
}

/** Some process has no internet address, else what each has alone would be tried. */
function unroutable(networks: readonly (readonly string[])[]): string {
  const process = networks.findIndex((theirs) => theirs.every((network) => network === ''));
  return `no network has all processes, and process ${process} has no internet address to be routed to`;
}

const listed = (networks: readonly string[]) =>
  networks.length > MOST_NAMED ? `${networks.length} networks` : networks.join(' and ');

const nameOf = (provider: string, network: string) => (network === '' ? provider : `${provider} on ${network}`);

const reaching = (hosts: readonly number[]) => (distinct(hosts).length > 1 ? ' whose address other hosts reach' : '');

/** Why addresses of a network do not tell the hosts apart; undefined if they do. Containers may share the network of their host. */
function clashIn(
  network: string,
  offers: ByProcess,
  hosts: readonly number[],
  stacks: readonly string[],
): string | undefined {
  const owners = new Map<string, number>();
  for (const [process, theirs] of offers.entries())
    for (const { address } of theirs.filter((one) => one.network === network && one.address !== '')) {
      const owner = owners.get(address) ?? process;
      if (hosts[owner] !== hosts[process] && stacks[owner] !== stacks[process])
        return `processes ${owner} and ${process}, of two hosts, are both ${address}`;
      owners.set(address, owner);
    }
  return undefined;
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
