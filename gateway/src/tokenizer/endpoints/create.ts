// POST /v1/ecommerce/tokenizer: starts the tokenization of a card (specification 4.3). The card is
// verified by strong authentication and an authorization without an amount.

import { present } from '../../core/json/present.ts';
import { refuse } from '../../core/refusals.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { isOpen as hasPage } from '../../payments/links/links.ts';
import { mayNeedCustomer, recordAfter } from '../../payments/replies/customer-step.ts';
import type { Payment } from '../../payments/model/payment.ts';
import { rejectReasons } from '../../methods/registry.ts';
import { checkLanguage, checkParties } from '../../payments/requests/check-request.ts';
import { detailsOf, refuseOtherParties } from '../../payments/requests/new-payment.ts';
import { beginPayment } from '../../payments/steps/begin-payment.ts';
import { actorOf } from '../../vault/audit/card-use.ts';
import { addTokenization, newTokenization } from '../advance-tokenization.ts';
import type { TokenizerParts } from '../parts.ts';
import { continueTokenization } from '../processing/continue-tokenization.ts';
import { refuseOtherInstruments, verificationOf } from '../requests/new-tokenization.ts';
import { tokenizeSchema } from '../requests/schema.ts';
import { statusView, tokenizationSchema } from '../tokenization.view.ts';

const description =
  'Verifies the card by strong authentication and an authorization without an amount, then ' +
  'stores it as a token. Without an instrument the tokenization waits for it (dataRequest ' +
  'INSTRUMENT). If the card needs 3-D Secure, the answer contains acsData, or dataRequest ' +
  'DEVICE. Read the result with GET …/{tokenizerId}, or receive TOKENIZATION_STATUS. The ' +
  'same card of the same customer (customer.extCustomerId) gets the same token again.';

export const createTokenization = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer',
    summary: 'Tokenize a card',
    description,
    access: 'merchant',
    resource: 'TOKENIZER',
    idempotent: true,
    body: tokenizeSchema,
    reply: tokenizationSchema,
    refusals: ['MERCHANT_MISMATCH', 'TOO_MANY_DECLINES'],
  },
  async (
    parts: Pick<TokenizerParts, 'merchants' | 'clock' | 'ids' | 'links' | 'processor'> &
      DepsOf<
        typeof beginPayment | typeof recordAfter | typeof continueTokenization | typeof statusView
      >,
    { body, caller, address, keep },
  ) => {
    const owner = caller as MerchantCaller;
    refuseOtherParties(body, owner);
    refuseOtherInstruments(body);
    checkLanguage(body.options?.language);
    checkParties(body);
    const merchant = await parts.merchants.find(owner.merchantId);
    if (!merchant) return refuse('TOKEN_INVALID');
    const now = { at: parts.clock.now(), ids: parts.ids };
    const tokenizerId = now.ids.next();
    const fresh = verificationOf(body, owner, merchant, tokenizerId, now.at);
    const details = detailsOf(body, merchant);
    const { merchantId, channel } = fresh;
    const { kind = 'COF', customer: { extCustomerId = null } = {} } = body;
    const fields = { merchantId, tokenizerId, kind, channel, extCustomerId };
    const tokenization = newTokenization(
      { ...fields, paymentId: tokenizerId, sourceTokenId: null },
      now,
    );
    const origin = { caller, address };
    const by = { actor: actorOf(caller), origin, customerPresent: true };
    const request = { payment: fresh, merchant, details, ...by, now };
    const { decision, missingFields } = await beginPayment(parts, request, body.instrument, [
      {
        register(registered) {
          addTokenization(registered.draft, tokenization, now);
          return registered;
        },
      },
    ]);
    const { payment } = decision.loaded;
    const link = hasPage(payment) ? await parts.links.of(payment) : {};
    const view = { ...firstView(payment, kind), ...link, ...present({ missingFields }) };
    keep(decision.draft, view);
    const committed = await parts.processor.begin(decision);
    const isAsked = mayNeedCustomer(committed.loaded);
    if (isAsked) await recordAfter(parts, committed, () => ({}));
    const after = (await continueTokenization(parts, tokenization)) ?? tokenization;
    if (!isAsked) return view;
    return {
      ...(await statusView(parts, after, caller)),
      ...link,
      ...present({ missingFields }),
    };
  },
);

/** The answer to a repeated request: the tokenization as it was when its payment was registered. */
function firstView({ paymentId, status, dataRequest, rejectCode }: Payment, kind: string): object {
  const rejectInfo = rejectCode && rejectReasons[rejectCode].info;
  const shown = { tokenizerId: paymentId, status, kind };
  return { ...shown, ...present({ dataRequest, rejectCode, rejectInfo }) };
}
