/** Links from programs of the book to the playground: they run there as the page's command says. */
import { expect, test } from 'vitest';
import { blocksOf } from '../../bin/book/markdown.ts';
import { programLinks } from '../../bin/book/programs.ts';
import { programIn } from '../../bin/shown/link.ts';

const openedBy = async (command: string) => {
  const text = 'int main(int n, char **words) { return n; }';
  const page = `\`\`\`c prog.upc\n${text}\n\`\`\`\n\n\`\`\`console\n$ ${command}\nwords\n\`\`\`\n`;
  const links = await programLinks(blocksOf(page));
  return programIn(links.get(text)!);
};

test.each([
  ['pgasc run prog.upc -n 3 5', { threads: 3, optimize: 0, place: 'smp', arguments: '5' }],
  ['pgasc run -O2 -network=sfi prog.upc -n 2', { threads: 2, optimize: 2, place: 'sfi', arguments: '' }],
  ['pgasc run --simulate=bgq prog.upc -n 8 x "y z"', { threads: 8, optimize: 0, place: 'bgq', arguments: 'x "y z"' }],
  ['pgasc run -T=3 prog.upc', { threads: 3, debug: false, arguments: '' }],
  ['pgasc run -g prog.upc -n 1', { threads: 1, debug: true, arguments: '' }],
])('%s', async (command, settings) => {
  expect(await openedBy(command)).toMatchObject({ files: { 'prog.upc': expect.any(String) }, ...settings });
});
