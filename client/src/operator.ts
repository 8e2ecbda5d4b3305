// The client of the operator API (/v1/admin), for programs and consoles of operators. It shares its
// calls, limits, repeats and errors with the client of merchants.

import { buildCalls } from './calls/build-calls.ts';
import { call } from './calls/call.ts';
import { connect, type ConnectionOptions } from './calls/connection.ts';
import { givenToken } from './calls/token.ts';
import type { Calls } from './generated/operator/calls.ts';
import { operations } from './generated/operator/operations.ts';

export type * from './generated/operator/types.ts';
export type { Calls as OperatorClient } from './generated/operator/calls.ts';
export * from './result.ts';
export type { Amount, Other } from './values.ts';

export interface OperatorOptions extends ConnectionOptions {
  /** The operator key, or a function that returns it. */
  readonly key: string | (() => string | Promise<string>);
}

/** Throws a TypeError if an option cannot be right; calls themselves never throw. */
export function createOperatorClient(options: OperatorOptions): Calls {
  if (!options.key) throw new TypeError('createOperatorClient needs the operator key.');
  const settings = connect(options, givenToken(options.key));
  return buildCalls<Calls>(operations, (one, callOptions) => call(one, callOptions, settings));
}
