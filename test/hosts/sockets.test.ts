/** Lines over TCP: who does not know the secret gets none, and disturbs nobody. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { sockets } from '../../runtime/platform/node/sockets.ts';
import type { FarLine } from '../../runtime/platform/platform.ts';

const heard = (line: FarLine): Promise<unknown> => new Promise((resolve) => line.once(resolve));

async function meeting(secret: Uint8Array) {
  const lines: FarLine[] = [];
  const listening = await sockets.listen(secret, (line) => void lines.push(line));
  const port = Number(listening.addresses.at(-1)!.split(' ')[1]);
  return { lines, listening, port };
}

/** A connection that says `bytes`; gives what it heard before it was hung up on, or before `milliseconds`. */
async function stranger(port: number, bytes: Uint8Array, milliseconds = 300): Promise<Buffer> {
  const socket = connect({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => {});
  socket.write(bytes);
  await new Promise((resolve) => {
    socket.on('close', resolve);
    setTimeout(resolve, milliseconds);
  });
  socket.destroy();
  return Buffer.concat(chunks);
}

test('messages of any size, both ways, also those that were sent at once', async () => {
  const secret = sockets.secret();
  const { lines, listening } = await meeting(secret);
  const line = await sockets.join(listening.addresses, secret);
  line.tell({ rank: 1 });
  line.tell(new Uint8Array(3_000_000).fill(7));
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(await heard(lines[0]!)).toEqual({ rank: 1 });
  const large = (await heard(lines[0]!)) as Uint8Array;
  expect([large.length, large.every((byte) => byte === 7)]).toEqual([3_000_000, true]);
  lines[0]!.tell(['together', 1, undefined]);
  expect(await heard(line)).toEqual(['together', 1, undefined]);
  const gone = new Promise<void>((resolve) => line.onEnd(resolve));
  lines[0]!.hangUp();
  await gone;
  listening.close();
});

test('who has another secret is refused, at both ends', async () => {
  const { lines, listening } = await meeting(sockets.secret());
  await expect(sockets.join(listening.addresses.slice(-1), sockets.secret())).rejects.toThrow('it has hung up');
  expect(lines).toEqual([]);
  listening.close();
});

test('garbage, half a proof, and a replay get nothing but a nonce; the job goes on', async () => {
  const secret = sockets.secret();
  const { lines, listening, port } = await meeting(secret);
  for (const bytes of [Buffer.alloc(64, 1), Buffer.alloc(10), Buffer.alloc(1_000_000, 'x'), Buffer.alloc(0)])
    expect((await stranger(port, bytes)).length).toBeLessThanOrEqual(32);
  expect(lines).toEqual([]);
  await sockets.join(listening.addresses.slice(-1), secret);
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  lines[0]!.hangUp();
  listening.close();
});

test('a proof is of one connection: said again on another one it gets nothing', async () => {
  const secret = sockets.secret();
  const { lines, listening, port } = await meeting(secret);
  const socket = connect({ host: '127.0.0.1', port });
  const [theirs] = (await once(socket, 'data')) as [Buffer];
  const mine = Buffer.alloc(32, 7);
  const proof = createHmac('sha256', secret).update('caller').update(theirs).update(mine).digest();
  socket.write(Buffer.concat([mine, proof]));
  expect(((await once(socket, 'data')) as [Buffer])[0].length).toBe(32);
  expect(lines.length).toBe(1);
  expect((await stranger(port, Buffer.concat([mine, proof]))).length).toBe(32);
  expect(lines.length).toBe(1);
  lines[0]!.hangUp();
  listening.close();
});

test('a flood of strangers keeps nobody out', async () => {
  const secret = sockets.secret();
  const { lines, listening, port } = await meeting(secret);
  const flood = Promise.all(Array.from({ length: 400 }, () => stranger(port, Buffer.alloc(1), 1000)));
  await sockets.join(listening.addresses.slice(-1), secret);
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  await flood;
  lines[0]!.hangUp();
  listening.close();
});
