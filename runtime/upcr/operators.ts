/**
 * Element types and operators of reductions, by C name and number, and their kernels.
 */
import { type Kernel, MACHINE_TYPES, type MachineType, makeKernel, type Operator } from '../collectives/kernels.ts';
import type { RuntimeEnvironment } from '../environment.ts';
import { inHex } from '../errors.ts';
import type { Arguments } from './collectivearguments.ts';

/** upc_op_t, as in upc_types.h. */
const OPERATORS: ReadonlyMap<number, Operator> = new Map([
  [1 << 0, 'add'],
  [1 << 1, 'mul'],
  [1 << 2, 'and'],
  [1 << 3, 'or'],
  [1 << 4, 'xor'],
  [1 << 5, 'logand'],
  [1 << 6, 'logor'],
  [1 << 7, 'min'],
  [1 << 8, 'max'],
]);
const BITWISE: readonly string[] = ['and', 'or', 'xor'];

/** Of a upc_op_t. */
export const operatorOf = (op: number): Operator | undefined => OPERATORS.get(op);

/** The kernels of an operator on a type; created on first use. */
export function operatorLoops(
  environment: RuntimeEnvironment,
  given: Arguments,
): (name: string, machine: MachineType, op: number) => Kernel {
  const made = new Map<MachineType, Map<number, Kernel>>(MACHINE_TYPES.map((machine) => [machine, new Map()]));
  return (name, machine, op) => {
    const known = made.get(machine)!.get(op);
    if (known !== undefined) return known;
    const operator = operatorOf(op);
    if (operator === undefined)
      return given.fail(name, 'op', inHex(op), 'it must be one upc_op_t that reductions have');
    if (machine.value[0] === 'f' && BITWISE.includes(operator))
      given.fail(name, 'op', `UPC_${operator.toUpperCase()}`, 'floating-point types have no bitwise operators');
    const kernel = makeKernel(environment.memory, machine, operator);
    made.get(machine)!.set(op, kernel);
    return kernel;
  };
}
