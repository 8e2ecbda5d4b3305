// The access token of the client: requested when it is first needed, shared by all calls, and
// renewed before it expires. Its age is measured on this machine from the moment it was requested,
// so a wrong clock does no harm.

import type { AccessToken } from '../generated/types.ts';
import type { Result } from '../result.ts';
import type { Runtime } from './runtime.ts';

/** A token is renewed when less than a tenth of its life is left, at most a minute. */
const RENEW_SHARE = 0.1;
const RENEW_MAX_MS = 60_000;

export interface TokenSource {
  /** A token that is valid as far as is known. */
  get(): Promise<Result<string>>;
  /** After the gateway has refused this token: the next one is requested anew. */
  drop(token: string): void;
  /** Whether another token may work after one was refused. */
  readonly canRenew: boolean;
}

/** A token that the caller has, or gets with a function of its own. */
export function givenToken(token: string | (() => string | Promise<string>)): TokenSource {
  return {
    async get() {
      const value = typeof token === 'string' ? token : await token();
      return { ok: true, value, traceId: null, isReplayed: false };
    },
    drop: () => undefined,
    canRenew: typeof token === 'function',
  };
}

interface Held {
  readonly token: string;
  readonly lifeMs: number;
  readonly sinceMonotonicMs: number;
  readonly sinceWallClockMs: number;
}

export function issuedToken(
  request: () => Promise<Result<AccessToken>>,
  runtime: Runtime,
): TokenSource {
  let held: Held | undefined;
  let inFlight: Promise<Result<string>> | undefined;

  /** The larger of two measures: one clock may stop or be set back, not both. */
  const ageMs = (one: Held): number =>
    Math.max(
      runtime.monotonicMs() - one.sinceMonotonicMs,
      runtime.wallClockMs() - one.sinceWallClockMs,
    );

  const renew = async (): Promise<Result<string>> => {
    // Before the request: the life of the token starts during it.
    const since = {
      sinceMonotonicMs: runtime.monotonicMs(),
      sinceWallClockMs: runtime.wallClockMs(),
    };
    const result = await request();
    if (!result.ok) return stillUsable(held, ageMs) ?? result;
    const { access_token: token, expires_in: seconds } = result.value;
    held = { token, lifeMs: seconds * 1000, ...since };
    return tokenOf(held);
  };

  return {
    canRenew: true,
    get() {
      if (held && ageMs(held) < held.lifeMs - marginMs(held)) return Promise.resolve(tokenOf(held));
      inFlight ??= renew().finally(() => (inFlight = undefined));
      return inFlight;
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

const marginMs = ({ lifeMs }: Held): number => Math.min(lifeMs * RENEW_SHARE, RENEW_MAX_MS);

const tokenOf = ({ token }: Held): Result<string> => ({
  ok: true,
  value: token,
  traceId: null,
  isReplayed: false,
});

/** A renewal that failed does not matter while the old token is valid. */
function stillUsable(
  held: Held | undefined,
  ageMs: (one: Held) => number,
): Result<string> | undefined {
  return held && ageMs(held) < held.lifeMs ? tokenOf(held) : undefined;
}
