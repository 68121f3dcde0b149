/**
 * Links that open the programs of a page in the playground. A program is a listing with a `main`, with the listings of the page that it includes;
 * it runs as the first command behind it says: threads, level, checks, network or machine, arguments.
 */
import { linkTo } from '../shown/link.ts';
import { checkedSettings, NETWORKS, type Program, type Settings } from '../shown/program.ts';
import type { CodeBlock } from './markdown.ts';

/** Fragments of links, by the block whose program they have. */
export async function programLinks(blocks: readonly CodeBlock[]): Promise<ReadonlyMap<string, string>> {
  const programs = blocks.flatMap((block, k) =>
    isProgram(block) ? [[block, programOf(block, blocks, k)] as const] : [],
  );
  return new Map(
    await Promise.all(programs.map(async ([{ text }, program]) => [text, await linkTo(program)] as const)),
  );
}

const isProgram = ({ rest, text }: CodeBlock): boolean => /\.(upc|c)$/.test(rest) && /\bmain\s*\(/.test(text);

function programOf({ rest, text }: CodeBlock, blocks: readonly CodeBlock[], place: number): Program {
  const own = [...text.matchAll(/^\s*#\s*include\s+"(.*)"/gm)].map(([, name]) => name);
  const included = blocks.filter((block) => own.includes(block.rest)).map((block) => [block.rest, block.text]);
  const session = blocks.slice(place).find(({ language }) => language === 'console')?.text ?? '';
  return { files: { [rest]: text, ...Object.fromEntries(included) }, ...settingsIn(session) };
}

/** Words of the first command that starts a program. */
function settingsIn(session: string): Settings {
  const command = /^\$ (.*(?: -n \d+|pgasc run ).*)$/m.exec(session)?.[1] ?? '';
  const word = (pattern: RegExp): string | undefined => pattern.exec(command)?.[1];
  const network = word(/-network=(\w+)/);
  return checkedSettings({
    ...given('threads', word(/ (?:-n |-T=)(\d+)/)),
    ...given('place', word(/--simulate=([\w-]+)/) ?? NETWORKS.find((name) => name === network)),
    ...given('arguments', word(/ -n \d+ (.*)$/)),
    optimize: / -O[123]/.test(command) ? 2 : 0,
    debug: / -g /.test(command),
  });
}

const given = (name: string, value: string | undefined): object => (value === undefined ? {} : { [name]: value });
