/** A link to the program: in the address bar, and on the clipboard where the browser lets the page write there. */
import { linkTo } from '../../shown/link.ts';
import type { Program } from '../../shown/program.ts';

/** Gives what the person is told. */
export async function share(program: Program): Promise<string> {
  history.replaceState(null, '', await linkTo(program));
  const isCopied = await navigator.clipboard.writeText(location.href).then(
    () => true,
    () => false,
  );
  return `The link is ${isCopied ? 'copied' : 'in the address bar'}: it has the program in it, and how it runs.`;
}
