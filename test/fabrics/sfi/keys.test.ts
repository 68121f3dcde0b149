/** Keys of registered memory, which a stranger who reaches the endpoint shall not guess. */
import { describe, expect, test } from 'vitest';
import { FI_ENOKEY, FI_ENOMEM } from '../../../runtime/fabrics/sfi/errno.ts';
import { FI_MR_PROV_KEY, MR_KEY } from '../../../runtime/fabrics/sfi/providers/ofi/abi.ts';
import { newKey } from '../../../runtime/fabrics/sfi/providers/ofi/keys.ts';
import { Library } from '../../../runtime/fabrics/sfi/providers/ofi/library.ts';
import { offersOf } from '../../../runtime/fabrics/sfi/providers/ofi/offers.ts';
import { Opening } from '../../../runtime/fabrics/sfi/providers/ofi/opening.ts';
import { type Registering, Registrar } from '../../../runtime/fabrics/sfi/providers/ofi/registrar.ts';
import { libfabricLacks } from '../../support/libfabric.ts';
import { hardwareOf, makeMemory } from './machine.ts';

test('a key has the bytes of the domain, and no more', () => {
  const most = (bytes: number) =>
    Array.from({ length: 2000 }, () => BigInt.asUintN(64, newKey(bytes))).reduce((a, b) => (a > b ? a : b));
  for (const bytes of [1, 2, 4, 8]) {
    const end = 1n << BigInt(8 * bytes);
    expect(most(bytes)).toBeLessThan(end);
    expect(most(bytes)).toBeGreaterThan((end / 10n) * 9n - 1n);
  }
  expect(most(32)).toBeGreaterThan(1n << 62n);
});

/** A domain with keys of a byte, in which this many registrations may be; it refuses a key that is in use. */
class Domain {
  readonly keys: bigint[] = [];
  most = 256;
  private readonly I32 = new Int32Array(2);
  private readonly reg = (...values: (number | bigint)[]): number => {
    const key = values[5] as bigint;
    if (this.keys.length === this.most) return -FI_ENOMEM;
    if (this.keys.includes(key)) return -FI_ENOKEY;
    this.keys.push(key);
    this.I32[0] = this.keys.length;
    return 0;
  };

  registrar(more: Partial<Registering> = {}): Registrar {
    const library = { native: { readLong: () => 0, at: () => this.reg } } as unknown as Library;
    return new Registrar(library, this.I32, { here: 0, there: 0 }, { ...OPENED, ...more });
  }
}

const OPENED: Registering = { domain: 0, endpoint: 0, mode: 0, keyBytes: 1 };

test('each registration has a key of its own, also where few are left', () => {
  const domain = new Domain();
  const registrars = [domain.registrar(), domain.registrar()];
  for (let i = 0; i < 200; i++) expect(registrars[i % 2]!.register(0, 1, 0)).toBe(i + 1);
  expect(domain.keys).not.toEqual([...domain.keys].sort());
  expect(domain.keys.every((key) => key >= 0n && key < 256n)).toBe(true);
});

test('a domain without a key left says so, and other refusals are not tried again', () => {
  const domain = new Domain();
  for (let key = 0n; key < 256n; key++) domain.keys.push(key);
  domain.most = 257;
  expect(domain.registrar().register(0, 1, 0)).toBe(-FI_ENOKEY);
  domain.most = 256;
  expect(domain.registrar().register(0, 1, 0)).toBe(-FI_ENOMEM);
});

test('a provider that chooses keys is asked for none', () => {
  const domain = new Domain();
  domain.registrar({ mode: FI_MR_PROV_KEY }).register(0, 1, 0);
  expect(domain.keys).toEqual([0n]);
});

describe.skipIf(libfabricLacks !== '')(`libfabric${libfabricLacks}`, () => {
  const RANKS = 4;
  /** Of the regions of a process that has opened the provider. */
  function keysOver(provider: string): bigint[] {
    const library = Library.open();
    const hardware = hardwareOf(makeMemory(RANKS), 0, RANKS);
    const { space } = hardware;
    const here = hardware.area.take(1024);
    const scratch = { here, there: library.native.addressOf(space.U8) + here };
    const opening = new Opening(library, hardware, scratch);
    const { regions } = opening.open(offersOf(library, space, scratch, provider, false)[0]!);
    const word = (address: number) => BigInt(library.native.readInt(address) >>> 0);
    const keys = regions.map((region) => word(region + MR_KEY) + (word(region + MR_KEY + 4) << 32n));
    opening.close();
    return keys;
  }

  test.each(['tcp', 'shm', 'sockets'])('keys over %s are random', (provider) => {
    const keys = [...keysOver(provider), ...keysOver(provider)];
    expect(new Set(keys).size).toBe(2 * RANKS);
    for (const key of keys) expect(key).toBeGreaterThan(1n << 40n);
  });
});
