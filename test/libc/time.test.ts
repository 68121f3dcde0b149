/** Time zones by rule and file, sleeping, parsing. */
import { expect, test } from 'vitest';
import { zoneOfFile } from '../../stdlib/libc/time/zone-file.ts';
import { zoneOfRule } from '../../stdlib/libc/time/zone-rule.ts';
import { TestThread } from './thread.ts';

test('a rule gives both changes of a year, also south of the equator', () => {
  const east = zoneOfRule('EST5EDT,M3.2.0,M11.1.0')!;
  const change = Date.UTC(2024, 2, 10, 7) / 1000; // 02:00 EST on the second Sunday of March
  expect(east.at(change - 1)).toEqual({ offset: -18000, name: 'EST', daylight: false });
  expect(east.at(change)).toEqual({ offset: -14400, name: 'EDT', daylight: true });
  const south = zoneOfRule('AEST-10AEDT,M10.1.0,M4.1.0/3')!;
  expect(south.at(Date.UTC(2024, 0, 1) / 1000).name).toBe('AEDT');
  expect(south.at(Date.UTC(2024, 6, 1) / 1000).name).toBe('AEST');
  expect(zoneOfRule('<+0330>-3:30')!.at(0)).toEqual({ offset: 12600, name: '+0330', daylight: false });
  expect(zoneOfRule('nonsense')).toBeUndefined();
  expect(zoneOfRule('EST5EDT,M13')).toBeUndefined();
});

test('a zone file is read by its 64-bit block and its rule', () => {
  const header = (version: number, times: number, types: number, characters: number) => {
    const bytes = new DataView(new ArrayBuffer(44));
    bytes.setUint32(0, 0x545a6966);
    bytes.setUint8(4, version);
    for (const [index, count] of [0, 0, 0, times, types, characters].entries()) bytes.setUint32(20 + index * 4, count);
    return [...new Uint8Array(bytes.buffer)];
  };
  const type = (offset: number, summer: number, name: number) => [0, 0, offset >> 8, offset & 255, summer, name];
  const block = [0, 0, 0, 0, 0, 0, 0, 100, 1, ...type(3600, 0, 0), ...type(7200, 1, 2), 65, 0, 66, 0];
  const footer = [...'\nXXX-3\n'].map((letter) => letter.charCodeAt(0));
  const file = [...header(50, 0, 1, 1), ...type(0, 0, 0), 0, ...header(50, 1, 2, 4), ...block, ...footer];
  const zone = zoneOfFile(new Uint8Array(file))!;
  expect(zone.at(99)).toEqual({ offset: 3600, name: 'A', daylight: false });
  expect(zone.at(100).name).toBe('XXX');
  expect(zoneOfFile(new Uint8Array(10))).toBeUndefined();
});

test('strptime is the way back from strftime', () => {
  const thread = new TestThread();
  thread.variables.TZ = 'UTC0';
  const { I32, I64 } = thread.environment;
  const [tm, back, out, place] = [thread.block(56), thread.block(56), thread.block(100), thread.block(8)];
  I64[place >>> 3] = 1709214310n;
  thread.call('gmtime_r', place, tm);
  for (const pattern of ['%c', '%F %T', '%A %d %B %Y, %I:%M:%S %p', '%j %Y %X']) {
    const format = thread.string(pattern);
    thread.call('strftime', out, 100, format, tm);
    thread.environment.fill(back, 0, 56);
    expect(thread.call('strptime', out, format, back)).toBe(out + thread.text(out).length);
    expect([...I32.slice(back >>> 2, (back >>> 2) + 8)]).toEqual([...I32.slice(tm >>> 2, (tm >>> 2) + 8)]);
  }
  expect(thread.call('timegm', tm)).toBe(1709214310n);
  expect(thread.call('strptime', thread.string('25'), thread.string('%H'), back)).toBe(0);
});

test('a year that is no int is an error', () => {
  const thread = new TestThread();
  const place = thread.block(8);
  thread.environment.I64[place >>> 3] = 2n ** 60n;
  expect(thread.call('gmtime', place)).toBe(0);
  expect(thread.errno).toBe(75);
});
