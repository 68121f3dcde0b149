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
    // Not `delete`: V8 would make a dictionary of the node, and printing slow.
    if (fields.typeAnnotation !== undefined) fields.typeAnnotation = undefined;
    if (fields.returnType !== undefined) fields.returnType = undefined;
    for (const key in fields) if (key !== 'loc' && typeof fields[key] === 'object') drop(fields[key]);
  }
}
