import type { Call } from '../ast/ast.ts';
import type { Analysis } from './analysis.ts';

export function checkFormat(_a: Analysis, _name: string, _node: Call): void {}
