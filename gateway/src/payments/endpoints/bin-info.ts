// POST …/binInfo and POST …/{paymentId}/binInfo: the organization of a card and the 3-D Secure
// version for a mobile flow (specification 2.3 and 4.2).

import { Type } from 'typebox';
import { wrongStatus } from '../../core/machine.ts';
import { open } from '../../core/secret.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint, type Endpoint, type DepsOf } from '../../http/endpoint.ts';
import { lookUpCard, type CardLookupParts } from '../../methods/card/look-up/look-up.ts';
import { lookupInstrumentSchema } from '../../methods/card/look-up/look-up-schema.ts';
import { binInfo, binInfoRequest, binInfoSchema } from '../../threeds/bin-info.ts';
import { actorOf, type CardUse } from '../../vault/audit/card-use.ts';
import { changeBeside } from '../decisions/decision.ts';
import type { ScaParts } from '../../methods/card/sca/sca.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { paymentDetails } from '../model/payment-details.ts';
import type { PaymentKey } from '../loading/payment.store.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';

export const readBinInfo = binInfoEndpoint({
  path: '/v1/ecommerce/payment/binInfo',
  summary: 'Look up the organization and 3-D Secure version of a card',
  resource: 'PAYMENT',
});

type LookupParts = ScaParts & CardLookupParts & Pick<PaymentParts, 'openFields'>;

/** Looks up a card before there is a payment; tokenization uses it too. */
export function binInfoEndpoint(about: Pick<Endpoint, 'path' | 'summary' | 'resource'>) {
  return endpoint(
    {
      method: 'POST',
      ...about,
      access: 'merchant',
      lookups: true,
      body: Type.Object({ ...binInfoRequest.properties, instrument: lookupInstrumentSchema }),
      reply: binInfoSchema,
      refusals: ['TOKEN_NOT_FOUND'],
    },
    async (parts: LookupParts, { body, caller }) => {
      const instrument = await parts.openFields(body.instrument);
      const { merchantId } = caller as MerchantCaller;
      const use = { merchantId, actor: actorOf(caller) };
      const { facts, digits } = await lookUpCard(parts, instrument, use);
      return binInfo(parts.threeds, facts, digits, body);
    },
  );
}

type ReadPaymentBinInfoDeps = Pick<PaymentParts, 'threeds' | 'cards'> &
  DepsOf<typeof findPayment | typeof heldNumber | typeof rememberVersion>;

export const readPaymentBinInfo = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/binInfo',
    summary: 'Look up the organization and 3-D Secure version of the card of a payment',
    description: 'Available while the payment has its card number.',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    lookups: true,
    states: ['NEW', 'PENDING'],
    params: paymentParams,
    body: binInfoRequest,
    bodyOptional: true,
    reply: binInfoSchema,
    refusals: ['PAYMENT_NOT_FOUND', 'NOT_IN_THIS_STATE'],
  },
  async (parts: ReadPaymentBinInfoDeps, { params, caller, body }) => {
    const payment = await findPayment(parts, caller, params.paymentId);
    const use = { actor: actorOf(caller), reason: 'LOOK_UP' } as const;
    const number = payment.cardHeld ? await heldNumber(parts, payment, use) : null;
    if (!number) {
      const why = 'binInfo needs a payment whose card is stored until it is processed';
      throw wrongStatus(`The payment is ${payment.status}; ${why}.`);
    }
    const digits = open(number);
    const info = binInfo(parts.threeds, parts.cards.facts(digits), digits, body);
    const isForSdk = (body?.sdkStartProtocol ?? body?.sdkEndProtocol) !== undefined;
    if (isForSdk) await rememberVersion(parts, payment, info.protocolVersion);
    return info;
  },
);

/** The number may be known before the rest of the card, or be that of a stored card. */
async function heldNumber(
  { vault, clock }: Pick<PaymentParts, 'vault' | 'clock'>,
  payment: PaymentKey,
  use: CardUse,
) {
  const part = await vault.findPart(payment, clock.now(), use);
  if (!part || part.tokenId === null) return part?.number;
  return (await vault.find(payment, clock.now(), use))?.card.number;
}

/** The app initializes its SDK with the returned version and need not send it again. */
async function rememberVersion(
  { processor, store }: Pick<PaymentParts, 'processor' | 'store'>,
  key: PaymentKey,
  sdkVersion: string | undefined,
): Promise<void> {
  const { merchantId, paymentId } = key;
  const details = await store.details(merchantId, paymentId);
  if (sdkVersion === undefined || sdkVersion === details.sdkVersion) return;
  await processor.change(key, async (loaded) => {
    const before = await store.details(merchantId, paymentId);
    const decision = changeBeside(loaded);
    decision.draft.update(paymentDetails, {
      merchantId,
      paymentId,
      details: { ...before, sdkVersion },
    });
    return decision;
  });
}
