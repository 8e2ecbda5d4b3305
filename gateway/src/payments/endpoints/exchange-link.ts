// POST /v1/ecommerce/payment/link: the payment page exchanges its link for the CLIENT token of the
// payment, and learns what it needs before it shows anything. The token is never part of an
// address or of the page itself.

import { Type } from 'typebox';
import { present } from '../../core/json/present.ts';
import { refuse } from '../../core/refusals.ts';
import { addressKey } from '../../http/admission/address.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { RateLimit } from '../../http/limits.ts';
import { oneOf, optionalText } from '../../http/schema.ts';
import { findByLink } from '../links/find-by-link.ts';
import { frameOriginsOf, lookOf, lookSchema } from '../links/look.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { isVerification } from '../model/payment.ts';

/** How long the token of a link lasts at least; the page can always exchange its link again. */
export const LINK_TOKEN_MS = 30 * 60_000;
const MAX_LINK_LENGTH = 256;

const kindMeanings = {
  PAYMENT: 'A payment; read the payment.',
  TOKENIZATION: 'A card to be saved; read the tokenization.',
} as const;

const reply = Type.Object({
  kind: oneOf(kindMeanings, 'What the link opens.'),
  paymentId: optionalText('Kind PAYMENT: id of the payment.'),
  tokenizerId: optionalText('Kind TOKENIZATION: id of the tokenization.'),
  clientToken: Type.String({
    description: 'CLIENT token of exactly this payment or tokenization.',
  }),
  expiresIn: Type.Integer({ description: 'Seconds until the token expires.' }),
  language: optionalText('options.language of the payment.'),
  frameOrigins: Type.Array(Type.String(), {
    description: 'Origins whose pages may show this page in a frame; empty: none may.',
  }),
  look: lookSchema,
});

interface LinkDeps extends Pick<PaymentParts, 'store' | 'links' | 'clock' | 'merchants'> {
  /** Bad links by address, counted separately from failed logins. */
  readonly linkFailures: RateLimit;
}

export const exchangeLink = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/link',
    summary: 'Exchange a payment link for its CLIENT token',
    description:
      'For payment pages: the link is the capability, so no other token is needed. Works for ' +
      'every payment that can still be read, also for a finished one. All links that do not ' +
      'work get the same answer.',
    access: 'open',
    emptyIsAbsent: false,
    body: Type.Object({
      link: Type.String({
        maxLength: MAX_LINK_LENGTH,
        description: 'What follows /pay/ in the link.',
      }),
    }),
    reply,
    refusals: ['LINK_NOT_FOUND'],
  },
  async ({ linkFailures: failures, ...parts }: LinkDeps, { body: { link }, address }) => {
    const client = addressKey(address);
    // After too many bad links the right one is refused as well: guessing reveals nothing.
    if (failures.isExhausted(client)) failures.take(client);
    const payment = await findByLink(parts, link);
    // From the database: a token for an old version of the merchant could be revoked already.
    const merchant = payment && (await parts.merchants.read(payment.merchantId));
    if (!payment || !merchant) {
      failures.take(client);
      return refuse('LINK_NOT_FOUND');
    }
    const { merchantId, paymentId, validUntil } = payment;
    const { options } = await parts.store.details(merchantId, paymentId);
    const now = parts.clock.now();
    const expiresAt = Math.max(validUntil, now + LINK_TOKEN_MS);
    const terms = { merchantVersion: merchant.version, expiresAt };
    return {
      ...(isVerification(payment)
        ? { kind: 'TOKENIZATION', tokenizerId: paymentId }
        : { kind: 'PAYMENT', paymentId }),
      clientToken: await parts.links.tokenOf(payment, terms),
      expiresIn: Math.floor((expiresAt - now) / 1000),
      ...present({ language: options?.language }),
      frameOrigins: frameOriginsOf(options, merchant),
      look: lookOf(merchant),
    };
  },
);
