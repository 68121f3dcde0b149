/** Programs in links: as JSON, compressed, in base64url, in the fragment, which no browser sends to a server. */
import { checked, type Program } from './program.ts';

const PREFIX = '#p=';

export async function linkTo(program: Program): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(program)), new CompressionStream('deflate-raw'));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `${PREFIX}${text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Undefined where the fragment has no program. */
export async function programIn(fragment: string): Promise<Program | undefined> {
  if (!fragment.startsWith(PREFIX)) return undefined;
  try {
    const text = atob(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    return checked(JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))));
  } catch {
    return undefined;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
