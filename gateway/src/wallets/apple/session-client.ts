// Merchant validation: asks the Apple Pay gateway for a session, with the merchant's identity
// certificate (mutual TLS). The address is the operator's; what a page sends as `validationURL` is
// never called.

import { createHash, X509Certificate } from 'node:crypto';
import { fieldsOf } from '../../core/json/fields.ts';
import { jsonCalls, type JsonAnswer, type JsonCalls } from '../../http/outgoing.ts';
import type { WalletKey } from '../credentials/credential.ts';
import type { ApplePay, SessionAnswer, SessionRequest } from '../wallet-services.ts';

const SESSION_PATH = '/paymentservices/paymentSession';
const IDENTITIES_MAX = 64;
/** Apple's limit, in characters. */
const DISPLAY_NAME_LENGTH_MAX = 64;
const REQUEST_TIMEOUT = 408;

interface SessionClientOptions {
  /** The Apple Pay gateway, such as https://apple-pay-gateway.apple.com. */
  readonly url: string;
  readonly timeoutMs: number;
  /** The authorities of the gateway's certificate (PEM); those of Node.js when absent. */
  readonly ca?: string;
  /** How many merchants keep their connections; the others connect again. */
  readonly identitiesMax?: number;
}

export interface SessionClient extends Pick<ApplePay, 'requestSession'> {
  readonly close: () => Promise<void>;
}

export function httpAppleSessions(options: SessionClientOptions): SessionClient {
  const url = options.url.replace(/\/+$/, '') + SESSION_PATH;
  const pool = new IdentityPool(options);
  return {
    async requestSession(request) {
      try {
        const answer = await pool.callsOf(request.identity)?.post(url, sessionMessage(request));
        return answer ? meaningOf(answer) : { kind: 'unknown' };
      } catch {
        // No answer in time, a broken connection, a refused certificate, or too long an answer.
        return { kind: 'unknown' };
      }
    },
    close: () => pool.close(),
  };
}

/** The body of the request. */
export function sessionMessage({ identity, displayName, domain }: SessionRequest): object {
  return {
    merchantIdentifier: identity.name,
    displayName: [...displayName].slice(0, DISPLAY_NAME_LENGTH_MAX).join(''),
    initiative: 'web',
    initiativeContext: domain,
  };
}

function meaningOf({ status, body }: JsonAnswer): SessionAnswer {
  const session = fieldsOf(body);
  if (status === 200 && session) return { kind: 'session', session };
  // Too many requests (429) concern one merchant: Apple works for the others.
  const isRefused = status >= 400 && status < 500 && status !== REQUEST_TIMEOUT;
  return { kind: isRefused ? 'refused' : 'unknown' };
}

/** The connections of each identity certificate; the one that is unused longest is closed first. */
class IdentityPool {
  readonly #options: SessionClientOptions;
  readonly #calls = new Map<string, JsonCalls>();
  #isClosed = false;

  constructor(options: SessionClientOptions) {
    this.#options = options;
  }

  /** Undefined if the identity has no certificate, or after `close`. */
  callsOf({ certificate, privateKey }: WalletKey): JsonCalls | undefined {
    if (!certificate || this.#isClosed) return undefined;
    const name = createHash('sha256').update(certificate).digest('hex');
    const calls = this.#calls.get(name) ?? this.#open(certificate, privateKey);
    this.#calls.delete(name);
    this.#calls.set(name, calls);
    this.#closeOldest();
    return calls;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#calls.values()];
    this.#calls.clear();
    await Promise.all(open.map((calls) => calls.close()));
  }

  #open(certificate: Buffer, privateKey: WalletKey['privateKey']): JsonCalls {
    const { timeoutMs, ca } = this.#options;
    const cert = new X509Certificate(certificate).toString();
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    return jsonCalls({ key: null, timeoutMs, loadsLate: true, identity: { cert, key, ca } });
  }

  #closeOldest(): void {
    const [oldest] = this.#calls;
    const { identitiesMax = IDENTITIES_MAX } = this.#options;
    if (!oldest || this.#calls.size <= identitiesMax) return;
    const [name, calls] = oldest;
    this.#calls.delete(name);
    // Calls in progress still get their answer.
    calls.close().catch(() => undefined);
  }
}
