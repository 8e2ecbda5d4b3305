// Calls the HTTP API of the gateway in the same process, without a connection. The request passes
// every check of the server and has the address of the reader.

import type { FastifyInstance } from 'fastify';
import { writeJson } from '@bramka/gateway/core/json.ts';

interface GatewayCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The address of the reader. */
  readonly address: string;
  readonly token?: string;
  readonly body?: object;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export type CallGateway = (call: GatewayCall) => Promise<GatewayAnswer>;

export function callWithin(app: () => FastifyInstance): CallGateway {
  return async ({ method, path, address, token, body }) => {
    const reply = await app().inject({
      method,
      url: path,
      remoteAddress: address,
      headers: {
        host: 'localhost',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: writeJson(body) }),
    });
    const text = reply.body;
    return { status: reply.statusCode, text, body: JSON.parse(text) as GatewayAnswer['body'] };
  };
}
