// The operator's endpoints for routing: why the authorizations of a payment went where they went,
// where a payment would go, and how often authorizations succeed. The rules themselves are
// settings of merchants.

import { Type } from 'typebox';
import type { CardKnowledge } from '../../cards/card-knowledge.ts';
import type { Clock } from '../../core/clock.ts';
import { isUuid } from '../../core/id.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { PaymentStore } from '../../payments/loading/payment.store.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import { explainRoute } from '../../routing/find-route.ts';
import type { SuccessRates } from '../../routing/rates/success-rate.ts';
import { readCounts } from '../../routing/rates/success-rate.store.ts';
import type { Queryable } from '../../storage/database.ts';
import { midField, midParams, requireMerchant } from '../fields.ts';
import { questionSchema, readFacts } from '../routing/read-facts.ts';
import { groupField, rateSchema, rateViews } from '../routing/rate.view.ts';
import {
  authorizationSchema,
  authorizationView,
  explainedSchema,
  explainedView,
} from '../routing/route.view.ts';

interface RouteTools {
  readonly merchants: Pick<MerchantStore, 'read'>;
  readonly store: Pick<PaymentStore, 'load'>;
  readonly providers: ProviderRegistry;
  readonly cards: CardKnowledge;
  readonly rates: SuccessRates;
  readonly database: Queryable;
  readonly clock: Clock;
}

const readPaymentRoutes = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}/payments/{paymentId}/routes',
    summary: 'Read where the authorizations of a payment went, and why',
    access: 'operator',
    params: Type.Object({
      merchantId: midField,
      paymentId: Type.String({ maxLength: 64, description: 'Id of the payment' }),
    }),
    reply: Type.Object({
      paymentId: Type.String({ description: 'Id of the payment' }),
      authorizations: Type.Array(authorizationSchema, {
        description: 'In the order in which they were made.',
      }),
    }),
    refusals: ['MERCHANT_NOT_FOUND', 'PAYMENT_NOT_FOUND'],
  },
  async (tools: RouteTools, { params: { merchantId, paymentId } }) => {
    await requireMerchant(tools, merchantId);
    const loaded = isUuid(paymentId) ? await tools.store.load(merchantId, paymentId) : undefined;
    const { attempts } = loaded ?? refuse('PAYMENT_NOT_FOUND');
    const authorizations = attempts.filter(({ verb }) => verb === 'authorize');
    return { paymentId, authorizations: authorizations.map(authorizationView) };
  },
);

const explainCardRoute = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/routes/explain',
    summary: 'Find out which routing rule would decide about a payment',
    description:
      'Says of each rule of the merchant whether it fits and why, and to which providers the ' +
      'payment would go. Only the first digits of a card are taken. A rule with a share decides ' +
      'for some payments only, by their ids, so it is named as such and the next rules follow.',
    access: 'operator',
    onlyReads: true,
    params: midParams,
    body: questionSchema,
    reply: explainedSchema,
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (tools: RouteTools, { params: { merchantId }, body }) => {
    const { settings } = await requireMerchant(tools, merchantId);
    const { providers, rates } = tools;
    const facts = readFacts(tools.cards, body, tools.clock.now());
    const explained = explainRoute({ rates, providers: providers.list }, settings, facts);
    return explainedView(providers, facts, explained);
  },
);

const listSuccessRates = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/success-rates',
    summary: 'List how many authorizations of each provider succeed',
    description:
      'Counted from the stored authorizations of all merchants, up to a minute ago. An ' +
      'authorization that goes on with strong authentication, or that was stopped for the ' +
      'customer, is not counted. At most 1000 rows, the most frequent first.',
    access: 'operator',
    query: Type.Object({ by: groupField }),
    reply: Type.Object({
      rates: Type.Array(rateSchema, { description: 'The most frequent first.' }),
    }),
  },
  async ({ database, clock }: RouteTools, { query: { by = 'PROVIDER' } }) => ({
    rates: rateViews(await readCounts(database, clock.now()), by),
  }),
);

export const routeEndpoints = [readPaymentRoutes, explainCardRoute, listSuccessRates];
