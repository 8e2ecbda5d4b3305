// Adds a merchant's own credentials to every call to a provider, in one place. If they cannot be
// read at once, nothing is sent: the credentials of the installation belong to another account, and
// a late authorization could arrive after the resolver has concluded that it was lost.

import type { Clock } from '../../core/clock.ts';
import { notAuthorized, notSent } from '../guard/guard.ts';
import { isUnavailable } from '../../storage/errors.ts';
import { wrapFollowUps, type Provider } from '../provider.ts';
import type { Credentials } from './credentials.ts';
import type { AttemptCredentials } from './lookup.ts';

const LOOKUP_LIMIT_MS = 1000;

interface CallParts {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly log: Record<'warn' | 'error', (facts: object, message: string) => void>;
}

export function withCredentials<P extends Provider>(
  provider: P,
  lookup: Pick<AttemptCredentials, 'ofAttempt'>,
  { clock, log }: CallParts,
): P {
  const { name, credentialFields } = provider;
  if (!credentialFields) return provider;
  const add = async <R extends { readonly merchantId: string }, T>(
    request: R,
    attemptId: string,
    send: (request: R) => Promise<T>,
    instead: T,
  ): Promise<T> => {
    const startedMs = clock.monotonicMs();
    let credentials: Credentials | null;
    try {
      credentials = await lookup.ofAttempt(request.merchantId, attemptId);
      if (clock.monotonicMs() - startedMs > LOOKUP_LIMIT_MS) throw new Error('it took too long');
    } catch (error) {
      const facts = { provider: name, merchantId: request.merchantId, attemptId };
      const message = 'the credentials of a merchant cannot be read: nothing was sent';
      // An outage is logged elsewhere, once.
      if (isUnavailable(error)) log.warn({ ...facts, reason: error.message }, message);
      else log.error({ ...facts, err: error }, message);
      return instead;
    }
    return send(credentials ? { ...request, credentials } : request);
  };
  return {
    ...provider,
    authorize: (request) =>
      add(request, request.attemptId, (one) => provider.authorize(one), notAuthorized),
    followUps: wrapFollowUps(
      provider.followUps,
      (send) => (request) => add(request, request.originalAttemptId, send, notSent),
    ),
    inquire: (inquiry) =>
      add(
        inquiry,
        inquiry.originalAttemptId ?? inquiry.attemptId,
        (one) => provider.inquire(one),
        notSent,
      ),
  };
}
