// The control API of a running sandbox, as the commands use it. If the gateway is not a sandbox,
// the error says so in one sentence.

import { call, Refused, type Call } from './call.ts';
import { Failure } from './failure.ts';
import { gatewayUrl, type Env } from './operator-client.ts';
import type { GatewayOptions } from './options.ts';

export async function callSandbox<Reply>(
  options: GatewayOptions,
  env: Env,
  request: Call,
): Promise<Reply> {
  const url = gatewayUrl(options.url, env);
  try {
    return await call<Reply>(url, request);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      throw new Failure(`the gateway at ${url} is not a sandbox: it does not have ${request.path}`);
    }
    throw error;
  }
}
