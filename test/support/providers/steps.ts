// Steps that the proofs of providers share: an approved authorization, an operation on it, and the
// comparison of results.
import assert from 'node:assert/strict';
import { money, type Money } from '@bramka/gateway/core/money.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import type { Approved, Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type {
  Authorization,
  FollowUp,
  FollowUpVerb,
  Provider,
} from '@bramka/gateway/providers/provider.ts';
import type { Connected, Line } from './line/broken-calls.ts';
import type { Counterpart, ProvenProvider } from './counterpart.ts';
import { authorization, followUpOf, inquiryOf } from './requests.ts';

/** The adapter and its counterpart, open while the tests run. */
export interface Opened extends Line<Provider> {
  readonly counterpart: Counterpart;
  readonly key: Secret<string>;
  readonly proof: ProvenProvider;
  connect(timeoutMs: number, key?: Secret<string>): Connected<Provider>;
}

export type MoneyVerb = Exclude<FollowUpVerb, 'stop'>;

/** Each operation has an amount of its own, so that it cannot be taken from the authorization. */
const amounts: Readonly<Record<MoneyVerb, Money>> = {
  capture: money(7_000n, 'PLN'),
  adjust: money(12_000n, 'PLN'),
  reverse: money(10_000n, 'PLN'),
  refund: money(2_500n, 'PLN'),
};

/** The operation on a new authorization that was approved. */
export async function followUpRequest(
  verb: MoneyVerb,
  opened: Opened,
): Promise<FollowUp & { readonly original: Authorization }> {
  const kind = verb === 'capture' || verb === 'adjust' ? 'hold' : 'sale';
  const original = await authorization(opened.counterpart.approved, kind);
  const { outcome } = await approve(opened, original);
  return { ...followUpOf(original, outcome.reference, amounts[verb]), original };
}

/** Authorizes and, if the provider waits for the customer, confirms. */
export async function approve(
  { counterpart, adapter }: Opened,
  request: Authorization,
): Promise<{ request: Authorization; outcome: Approved }> {
  let outcome: Finding = await adapter.authorize(request);
  if (counterpart.customer && outcome.kind === 'pending') {
    await counterpart.customer.confirm(request.attemptId);
    outcome = await inquire(adapter, request, outcome);
  }
  assert.ok(outcome.kind === 'approved', JSON.stringify(outcome));
  return { request, outcome };
}

/** An authorization that the provider or the customer has declined. */
export async function decline({ counterpart, adapter }: Opened): Promise<Authorization> {
  const request = await authorization(counterpart.declined ?? counterpart.approved);
  const outcome = await adapter.authorize(request);
  if (counterpart.declined) assert.equal(outcome.kind, 'declined');
  else await counterpart.customer?.refuse(request.attemptId);
  return request;
}

export function inquire(
  adapter: Provider,
  { attemptId, paymentId, kind, amount }: Authorization,
  outcome?: Outcome,
): Promise<Finding> {
  const reference = outcome ? referenceOf(outcome) : null;
  const asked = inquiryOf(attemptId, 'authorize', reference, amount, { paymentId, kind });
  return adapter.inquire(asked);
}

/** Asks about an operation, by its own id and amount. */
export function inquireOperation(
  adapter: Provider,
  verb: FollowUpVerb,
  request: FollowUp,
  reference: string | null = null,
): Promise<Finding> {
  const { attemptId, amount, paymentId, originalAttemptId, originalReference } = request;
  const original = { paymentId, originalAttemptId, originalReference };
  return adapter.inquire(inquiryOf(attemptId, verb, reference, amount, original));
}

export function referenceOf(outcome: Finding): string | null {
  return 'reference' in outcome ? outcome.reference : null;
}

export function sender(
  adapter: Provider,
  verb: FollowUpVerb,
): (request: FollowUp) => Promise<Outcome> {
  const send = adapter.followUps[verb];
  assert.ok(send, `${adapter.name} has ${verb}`);
  return send;
}

/** What the customer must do may be left out when it is reported again. */
export function assertSame(found: Finding, first: Outcome): void {
  if (first.kind === 'pending' && found.kind === 'pending' && found.customer === null) {
    assert.equal(found.reference, first.reference);
  } else {
    assert.deepEqual(found, first);
  }
}

/** A refund by transfer may be pending when it was received. */
export function isSuccess({ kind }: Finding): boolean {
  return kind === 'approved' || kind === 'pending';
}
