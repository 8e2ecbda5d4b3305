// Builds the groups of calls from the table of operations: `payments.create` becomes
// `client.payments.create(body, options)`. Arguments are the parameters of the path, the body, the
// query and the options, in this order.

import type { Calls } from '../generated/calls.ts';
import { operations } from '../generated/operations.ts';
import type { CallOptions, Result } from '../result.ts';
import { pathOf, type Operation, type OperationCall, type Query } from './operation.ts';

type Caller = (call: OperationCall, options: CallOptions) => Promise<Result<unknown>>;

type Method = (...values: readonly unknown[]) => Promise<Result<unknown>>;

export function buildCalls(caller: Caller): Calls {
  const groups: Record<string, Record<string, Method>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [group = '', method = ''] = name.split('.');
    (groups[group] ??= {})[method] = (...values) => run(operation, values, caller);
  }
  return groups as unknown as Calls;
}

async function run(
  operation: Operation,
  values: readonly unknown[],
  caller: Caller,
): Promise<Result<unknown>> {
  const count = operation.path.split('{').length - 1;
  const rest = values.slice(count);
  const body = operation.hasBody ? (rest.shift() ?? undefined) : undefined;
  const query = operation.hasQuery ? rest.shift() : undefined;
  const path = pathOf(operation, values.slice(0, count), (query ?? {}) as Query);
  return caller({ operation, path, body }, rest.shift() ?? {});
}
