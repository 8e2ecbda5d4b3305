// Checks of payments over several providers: routes are consistent, follow-ups stay at the provider
// of the authorization, and no authorization arrives while another one of its payment has money.

import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { name, successOf, type Step } from '../checks/payment-rows.ts';
import type { Findings } from '../checks/findings.ts';
import { chargesAt } from '../checks/rest.ts';
import { short } from '../world/network.ts';
import type { World } from '../world/world.ts';
import { isElsewhere } from './failover-model.ts';
import { preferenceOf } from './providers.ts';

export function checkRoutes(step: Step): void {
  const { world, findings, key, before, after } = step;
  const known = new Set(before.attempts.map(({ attemptId }) => attemptId));
  for (const attempt of after.attempts) {
    if (known.has(attempt.attemptId)) continue;
    if (attempt.verb === 'authorize') checkRoute(step, attempt);
    else checkOwnProvider(step, attempt);
  }
  if (before.payment?.status === 'PENDING' && after.payment?.status === 'COMPLETED') {
    const paid = successOf(after.attempts);
    if (paid && isElsewhere(paid)) world.count('paid elsewhere');
    if (paid && paid.provider !== paid.route?.providers[paid.route.position]) {
      world.count('provider skipped');
    }
  }
  const open = after.attempts.filter((one) => one.verb === 'authorize' && one.finishedAt === null);
  findings.expect(open.length <= 1, 'F1 failover', () => {
    return `${name(key)} is at ${open.map(({ provider }) => provider).join(' and ')} at once`;
  });
}

/** What the model does not say: the route names this provider, of the merchant's providers. */
function checkRoute(step: Step, attempt: Attempt): void {
  const { world, findings, key } = step;
  const { route, provider, merchantId } = attempt;
  const { names } = world.plan;
  const order = route?.providers ?? [];
  const allowed = preferenceOf(names, merchantId).filter((one) => order.includes(one));
  const isOrdered = order.length > 0 && allowed.join() === order.join();
  findings.expect(isOrdered && order.includes(provider), 'F1 failover', () => {
    return `${name(key)} went to ${provider} by the route ${order.join()}`;
  });
  if (isElsewhere(attempt)) {
    const last = step.after.attempts.find(({ finishedAt }) => finishedAt === attempt.startedAt);
    world.count(`elsewhere after ${last?.rejectCode ?? ''}`);
    if (attempt.authenticationId !== null) world.count('elsewhere with a proof');
    return world.count(`provider ${String((route?.position ?? 0) + 1)}`);
  }
  findings.expect(order[0] === provider, 'F1 failover', () => {
    return `${name(key)} began at ${provider}, not at ${order[0] ?? ''}`;
  });
}

function checkOwnProvider({ world, findings, after }: Step, attempt: Attempt): void {
  const success = successOf(after.attempts);
  const own = success?.provider;
  findings.expect(attempt.provider === own && attempt.route === null, 'F2 own provider', () => {
    return `${attempt.verb} of ${name(attempt)} is sent to ${attempt.provider}, not ${own ?? ''}`;
  });
  if (success && isElsewhere(success)) world.count(`${attempt.verb} elsewhere`);
  if (success && isElsewhere(success) && attempt.intent === 'LATE_SUCCESS') {
    world.count('late success elsewhere');
  }
}

/** An authorization arrives for the first time: no other one of its payment has money. */
export function checkArrival(
  world: World,
  findings: Findings,
  { attemptId }: PlainRequest,
  provider: string,
): void {
  const all = world.storage.memory.rows<Attempt>(attempts);
  const attempt = all.find((one) => one.attemptId === attemptId);
  if (!attempt) return;
  findings.expect(attempt.provider === provider, 'F2 own provider', () => {
    return `authorize ${short(attemptId)} of ${attempt.provider} arrives at ${provider}`;
  });
  const charges = chargesAt(world).filter(({ paymentId }) => paymentId === attempt.paymentId);
  if (charges.some((charge) => charge.attemptId === attemptId)) return;
  const other = charges.find(({ verb, result }) => {
    return verb === 'authorize' && (result === 'APPROVED' || result === 'PENDING');
  });
  findings.expect(other === undefined, 'F1 failover', () => {
    return `${name(attempt)} arrives at ${provider} although ${other?.at ?? ''} has its money`;
  });
}
