/**
 * Lines over TCP between processes that know a secret (platform.ts, Sockets).
 *
 * Each end proves that it knows it: who is called sends a nonce; the caller answers with one of its own and an HMAC-SHA-256 of both; who is called
 * answers with another HMAC of both. Until then an end reads so many bytes and no more, and waits a few seconds. Then messages
 * follow (frames.ts), which are not encrypted.
 */
import type { Server, Socket } from 'node:net';
import type { FarLine, Listening, Sockets } from '../platform.ts';
import { Frames, frameOf } from './frames.ts';
import { buffer, crypto, net, os } from './modules.ts';

const NONCE_BYTES = 32;
const PROOF_BYTES = 32;
/** Milliseconds that a proof may take. */
const PATIENCE = 5000;
/** How often all addresses are tried, and milliseconds, more each time, in between. */
const [TRIES, PAUSE] = [5, 50];
/** Connections that have not proved anything yet; the oldest goes where there are more. */
const MOST_STRANGERS = 256;
/** Milliseconds between probes of a silent connection. */
const PROBE = 10_000;

export const sockets: Sockets = { secret: () => crypto().randomBytes(NONCE_BYTES), listen, join };

async function listen(secret: Uint8Array, joined: (line: FarLine) => void): Promise<Listening> {
  const strangers = new Set<Socket>();
  const server = net().createServer((socket) => {
    strangers.add(socket);
    if (strangers.size > MOST_STRANGERS) [...strangers][0]!.destroy();
    socket.on('close', () => strangers.delete(socket));
    admit(socket, secret, () => {
      strangers.delete(socket);
      joined(lineOver(socket));
    });
  });
  const port = await opened(server);
  return { addresses: [...addressesHere(), '127.0.0.1'].map((host) => `${host} ${port}`), close: () => server.close() };
}

function opened(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen({ port: 0, host: '::', ipv6Only: false }, () => resolve((server.address() as { port: number }).port));
  });
}

function addressesHere(): string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
    .map(({ address }) => address);
}

/** The part of who is called. */
function admit(socket: Socket, secret: Uint8Array, admitted: () => void): void {
  const mine = crypto().randomBytes(NONCE_BYTES);
  socket.write(mine);
  receive(socket, NONCE_BYTES + PROOF_BYTES, (bytes) => {
    const theirs = bytes.subarray(0, NONCE_BYTES);
    if (!crypto().timingSafeEqual(bytes.subarray(NONCE_BYTES), proof(secret, 'caller', mine, theirs))) {
      socket.destroy();
      return;
    }
    socket.write(proof(secret, 'called', mine, theirs));
    admitted();
  });
}

/** Who is called may have too many strangers at the moment. */
async function join(addresses: readonly string[], secret: Uint8Array): Promise<FarLine> {
  for (let tries = 1; ; tries++)
    try {
      return await joinOnce(addresses, secret);
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, tries * PAUSE));
    }
}

async function joinOnce(addresses: readonly string[], secret: Uint8Array): Promise<FarLine> {
  const failures: string[] = [];
  for (const address of addresses)
    try {
      return lineOver(await call(address, secret));
    } catch (error) {
      failures.push(`${address.replace(' ', ':')}: ${(error as Error).message}`);
    }
  throw new Error(failures.join('; '));
}

/** The part of the caller. */
function call(address: string, secret: Uint8Array): Promise<Socket> {
  const [host, port] = address.split(' ') as [string, string];
  return new Promise((resolve, reject) => {
    const socket = net().connect({ host, port: Number(port) });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it has hung up')));
    receive(socket, NONCE_BYTES, (theirs) => {
      const mine = crypto().randomBytes(NONCE_BYTES);
      socket.write(buffer.Buffer.concat([mine, proof(secret, 'caller', theirs, mine)]));
      receive(socket, PROOF_BYTES, (bytes) => {
        if (crypto().timingSafeEqual(bytes, proof(secret, 'called', theirs, mine))) resolve(socket);
        else socket.destroy(new Error('it does not know the secret of the job'));
      });
    });
  });
}

function proof(secret: Uint8Array, role: string, called: Uint8Array, caller: Uint8Array): Uint8Array {
  return crypto().createHmac('sha256', secret).update(role).update(called).update(caller).digest();
}

/** Calls `received` with the next `count` bytes; nothing behind them is read. Hangs up after PATIENCE. */
function receive(socket: Socket, count: number, received: (bytes: Buffer) => void): void {
  const timer = setTimeout(() => socket.destroy(new Error('it did not answer in time')), PATIENCE);
  const look = () => {
    const bytes = socket.read(count) as Buffer | null;
    if (bytes === null || bytes.length < count) return;
    clearTimeout(timer);
    socket.off('readable', look);
    received(bytes);
  };
  socket.on('readable', look);
  socket.on('close', () => clearTimeout(timer));
  socket.on('error', () => {}); // it closes
  look();
}

function lineOver(socket: Socket): FarLine {
  const ends: (() => void)[] = [];
  const listeners: ((message: unknown) => void)[] = [];
  const waiting: unknown[] = [];
  const frames = new Frames(
    (message) => {
      if (listeners.length === 0) waiting.push(message);
      for (const listener of [...listeners]) listener(message);
    },
    () => socket.destroy(),
  );
  const listen = (listener: (message: unknown) => void) => {
    listeners.push(listener);
    for (const message of waiting.splice(0)) listener(message);
  };
  socket.on('data', (chunk) => frames.take(chunk));
  socket.setNoDelay(true).setKeepAlive(true, PROBE);
  socket.on('close', () => ends.forEach((end) => void end()));
  return {
    tell: (message) => void socket.write(frameOf(message)),
    onMessage: (listener) => listen(listener as (message: unknown) => void),
    once: (listener) => {
      const first = (message: unknown) => {
        listeners.splice(listeners.indexOf(first), 1);
        listener(message as never);
      };
      listen(first);
    },
    onEnd: (listener) => void (socket.destroyed ? listener() : ends.push(listener)),
    hangUp: () => void socket.destroy(),
  };
}
