/**
 * Takes the types and module syntax out of an emitted tree: what stays is a script.
 *
 * The emitter puts types in three places only: annotations of names, results of functions, and one type import.
 */
import type { Node } from './tree.ts';

/** The program as a script: no import, no export. The tree that was given is not to be used after. */
export function stripTypes(program: Node): Node {
  const body = (program.body as Node[])
    .filter((node) => node.type !== 'ImportDeclaration')
    .map((node) => (node.type === 'ExportNamedDeclaration' ? (node.declaration as Node) : node));
  const script = { ...program, sourceType: 'script', body };
  drop(script);
  return script;
}

function drop(node: unknown): void {
  if (Array.isArray(node)) for (const item of node) drop(item);
  else if (node !== null && typeof node === 'object') {
    const fields = node as Record<string, unknown>;
    delete fields.typeAnnotation;
    delete fields.returnType;
    for (const key in fields) if (key !== 'loc') drop(fields[key]);
  }
}
