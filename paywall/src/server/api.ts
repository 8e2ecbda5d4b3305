// The port to the merchant API, the only thing that the page knows of the gateway. Two
// implementations: the gateway in the same process, and a gateway behind an address.

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** After /v1/ecommerce. */
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** The address of the customer, by which the gateway limits requests. */
  readonly address: string;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

export type MerchantApi = (request: ApiRequest) => Promise<ApiAnswer>;

const PREFIX = '/v1/ecommerce';
const TIME_LIMIT_MS = 20_000;

function headersOf({ token, body, idempotencyKey }: ApiRequest): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

/** What the gateway of the same process offers to its pages. */
interface GatewayHost {
  call(request: {
    readonly method: ApiRequest['method'];
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly address: string;
  }): Promise<{ readonly status: number; readonly body: string }>;
}

/** Calls the gateway of this process without a connection. */
export function hostApi(host: GatewayHost): MerchantApi {
  return async (request) => {
    const { method, path, body, address } = request;
    const answer = await host.call({
      method,
      path: `${PREFIX}${path}`,
      headers: { host: 'localhost', ...headersOf(request) },
      address,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: parse(answer.body) };
  };
}

/** Calls a gateway over HTTP; it must trust this page as a proxy (BRAMKA_TRUST_PROXY). */
export function httpApi(baseUrl: string): MerchantApi {
  return async (request) => {
    try {
      const answer = await fetch(`${baseUrl}${PREFIX}${request.path}`, {
        method: request.method,
        headers: { ...headersOf(request), 'x-forwarded-for': request.address },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIME_LIMIT_MS),
      });
      return { status: answer.status, body: parse(await answer.text()) };
    } catch {
      // Not reachable or too slow: the page says that it is not available.
      return { status: 503, body: null };
    }
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
