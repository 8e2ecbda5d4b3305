// What the gateway offers to pages that run in its process: the server to which they add their
// routes, and calls of the API as if they came from the customer over the network.

import type { FastifyInstance } from 'fastify';
import type { PageBuilds } from './page-builds.store.ts';

interface PageCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The customer's address: `request.ip` of the request to the page. */
  readonly address: string;
}

interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
}

export interface PageHost {
  /** Calls an endpoint of the API. All limits apply, those per address to the customer's. */
  call(request: PageCall): Promise<PageAnswer>;
  /** The public URL of this gateway, known once it listens. */
  publicUrl(): string;
  readonly environment: 'sandbox' | 'production';
  /** Where nodes share the scripts of their pages. */
  readonly builds: PageBuilds;
}

/** Adds the routes of pages; called once, before the server listens. */
export type AddPages = (app: FastifyInstance, host: PageHost) => void;

/** Headers that would change which address or host the call is counted for. */
const notPassedOn = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
]);

export function pageHost(
  app: FastifyInstance,
  publicUrl: PageHost['publicUrl'],
  environment: PageHost['environment'],
  builds: PageBuilds,
): PageHost {
  return {
    publicUrl,
    environment,
    builds,
    async call({ method, path, headers, body, address }) {
      const passed = Object.entries(headers).filter(
        ([name]) => !notPassedOn.has(name.toLowerCase()),
      );
      const { statusCode: status, ...reply } = await app.inject({
        method,
        url: path,
        headers: Object.fromEntries(passed),
        remoteAddress: address,
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status, headers: reply.headers, body: reply.payload };
    },
  };
}
