// The control API of a running sandbox, as the commands use it; a gateway without one is told in
// one sentence.

import { call, Refused, type Call } from './call.ts';
import { Failure } from './failure.ts';
import { gatewayUrl, type Env } from './operator-client.ts';
import type { GatewayOptions } from './options.ts';

export async function callSandbox<Reply>(
  options: GatewayOptions,
  env: Env,
  asked: Call,
): Promise<Reply> {
  const url = gatewayUrl(options.url, env);
  try {
    return await call<Reply>(url, asked);
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      throw new Failure(
        `the gateway at ${url} does not have ${asked.path}, which is for sandboxes`,
      );
    }
    throw error;
  }
}
