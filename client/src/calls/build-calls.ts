// Builds the groups of calls from a table of operations: `payments.create` becomes
// `client.payments.create(body, options)`. Arguments are the parameters of the path, the body, the
// query and the options, in this order.

import type { CallOptions } from '../result.ts';
import { pathOf, type Operation, type OperationCall, type Query } from './operation.ts';

type Caller = (call: OperationCall, options: CallOptions) => Promise<unknown>;

type Method = (...values: readonly unknown[]) => Promise<unknown>;

/** `Calls` is the interface that was generated with the operations. */
export function buildCalls<Calls>(
  operations: Readonly<Record<string, Operation>>,
  caller: Caller,
): Calls {
  const groups: Record<string, Record<string, Method>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [group = '', method = ''] = name.split('.');
    (groups[group] ??= {})[method] = (...values) => run(operation, values, caller);
  }
  return groups as Calls;
}

async function run(
  operation: Operation,
  values: readonly unknown[],
  caller: Caller,
): Promise<unknown> {
  const count = operation.path.split('{').length - 1;
  const rest = values.slice(count);
  const body = operation.hasBody ? (rest.shift() ?? undefined) : undefined;
  const query = operation.hasQuery ? rest.shift() : undefined;
  const path = pathOf(operation, values.slice(0, count), (query ?? {}) as Query);
  return caller({ operation, path, body }, rest.shift() ?? {});
}
