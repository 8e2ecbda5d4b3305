// What gateways and their operators use of the simulated Click to Pay system: its public keys, the
// keys of gateways, and confirmations.

import { Type } from 'typebox';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { amountReply, oneOf, patternText, time } from '@bramka/gateway/http/schema.ts';
import { forAnybody, forKeyHolders, text } from '../../party/schemas.ts';
import { providerReply, type Answer } from '../../wire/unanswered.ts';
import type { ClickToPaySystem } from '../system/click-to-pay.ts';
import { readRecipient } from '../system/response.ts';
import type { SigningKey } from '../system/signing-key.ts';
import { confirmationSchema, forms, order, reference, type ConfirmationBody } from '../request.ts';
import { confirmationView } from './views.ts';

interface Deps {
  readonly system: Pick<ClickToPaySystem, 'register' | 'confirmations'>;
  readonly key: () => Promise<SigningKey>;
  readonly confirm: (request: ConfirmationBody) => Promise<Answer | undefined>;
}

const confirmation = Type.Object({
  srcCorrelationId: text('Id of the checkout.'),
  dpaId: order.dpaId,
  paymentId: text('Id of the payment.'),
  result: oneOf({ SUCCESS: 'Authorized.', FAILURE: 'Not authorized.' }, 'How the checkout ended.'),
  amount: amountReply('Amount of the payment'),
  currency: order.currency,
  form: oneOf(forms, 'What the response contained.'),
  cardLastFour: text('Last four digits of the card.'),
  confirmations: Type.Integer({ description: 'How often it was confirmed.' }),
  confirmedAt: time('When it was confirmed first'),
});

const readKeys = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/keys',
    summary: 'Read the keys that sign Click to Pay checkouts',
    description: 'A JWK set. Gateways in production refuse these keys.',
    reply: Type.Object({
      keys: Type.Array(Type.Unknown({ description: 'A public key as JWK.' }), {
        description: 'The keys.',
      }),
    }),
  },
  async ({ key }: Deps) => ({ keys: [(await key()).jwk] }),
);

const registerKey = endpoint(
  {
    ...forKeyHolders,
    method: 'POST',
    path: '/recipients',
    summary: 'Register the key of a gateway at Click to Pay',
    description:
      'For gateways in another process; the key is that of a credential of kind C2P_ENCRYPTION. ' +
      'The key that was registered last is used.',
    body: Type.Object({
      kid: reference('Id of the credential.'),
      publicKey: patternText('^[A-Za-z0-9+/]{40,1200}={0,2}$', 'a public key in base64', {
        description: 'Public key: base64 of SubjectPublicKeyInfo.',
      }),
    }),
    reply: Type.Object({ kid: text('As in the request.') }),
    refusals: ['INVALID_REQUEST'],
  },
  async ({ system }: Deps, { body: { kid, publicKey } }) => {
    if (!readRecipient(kid, publicKey)) {
      throw invalid('publicKey', 'must be an RSA or elliptic curve key');
    }
    await system.register(kid, publicKey);
    return { kid };
  },
);

const confirmCheckout = endpoint(
  {
    ...forKeyHolders,
    method: 'POST',
    path: '/confirmations',
    summary: 'Confirm how a Click to Pay checkout ended',
    description: 'Sent by gateways; can be repeated. Faults apply.',
    body: confirmationSchema,
    reply: confirmation,
    refusals: [
      'INVALID_REQUEST',
      'CHECKOUT_NOT_FOUND',
      'CONFIRMATION_CONTRADICTS',
      'PROVIDER_OUT_OF_ORDER',
    ],
  },
  async ({ confirm }: Deps, call) => providerReply(call, await confirm(call.body)),
);

const listConfirmations = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/confirmations',
    summary: 'List the confirmations that Click to Pay has received',
    description: 'The newest 100, the newest first.',
    reply: Type.Array(confirmation),
  },
  async ({ system }: Deps) => (await system.confirmations()).map(confirmationView),
);

export const gatewayEndpoints = [readKeys, registerKey, confirmCheckout, listConfirmations];
