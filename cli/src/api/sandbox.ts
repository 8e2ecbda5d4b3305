// The control API of a running sandbox and the APIs of its simulated parties, as the commands use
// them. If the gateway is not a sandbox, the error says so in one sentence.

import { connect } from '@bramka/client/src/calls/connection.ts';
import { givenToken } from '@bramka/client/src/calls/token.ts';
import { Failure } from '../failure.ts';
import { callOrThrow, connection, Refused } from './calls.ts';
import { gatewayUrl, type Env, type GatewayOptions } from './options.ts';

interface SandboxRequest {
  readonly path: string;
  /** It is sent with POST. */
  readonly body?: object;
  /** What "not found" means, if it is not that the gateway is no sandbox. */
  readonly notFound?: (refused: Refused, url: string) => string;
}

export async function callSandbox<Reply>(
  options: GatewayOptions,
  env: Env,
  { path, body, notFound = isNoSandbox(path) }: SandboxRequest,
): Promise<Reply> {
  const url = gatewayUrl(options.url, env);
  const method = body === undefined ? 'GET' : 'POST';
  const operation = { method, path, isOpen: true, sentAmounts: 'amount' } as const;
  const settings = connect({ baseUrl: url, ...connection }, givenToken(''));
  try {
    return await callOrThrow<Reply>({ operation, path, body }, settings);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    throw new Failure(notFound(error, url));
  }
}

export const isNoSandbox = (path: string) => (_: Refused, url: string) =>
  `the gateway at ${url} is not a sandbox: it does not have ${path}`;
