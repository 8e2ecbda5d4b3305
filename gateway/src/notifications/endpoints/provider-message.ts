// POST and GET /v1/ecommerce/notifications/{provider}: messages of any provider, and customers who
// come back from it. There is no access token; each provider proves its messages in its own way.

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { endpoint, type Call, type DepsOf } from '../../http/endpoint.ts';
import { RawReply } from '../../http/pages/raw-reply.ts';
import { oneOf } from '../../http/schema.ts';
import type { PaymentParts } from '../../payments/processing/parts.ts';
import type { Provider } from '../../providers/provider.ts';
import type { MessageQuery } from '../../providers/provider-message.ts';
import { handleMessage } from '../handle-message.ts';
import { handleReturn } from '../handle-return.ts';

const path = '/v1/ecommerce/notifications/{provider}';
const params = Type.Object({
  provider: Type.String({ maxLength: 64, description: 'Name of the provider.' }),
});

export const messageReply = Type.Object({
  status: oneOf({ OK: 'The message was received.' }, 'Receipt.'),
});

export type MessageDeps = Pick<PaymentParts, 'providers'> & DepsOf<typeof handleMessage>;
export type ReturnDeps = Pick<PaymentParts, 'providers'> & DepsOf<typeof handleReturn>;

export const receiveMessage = endpoint(
  {
    method: 'POST',
    path,
    summary: 'Receive a message of a provider',
    description:
      'For providers, not for merchants. The provider reads and verifies the message in its own ' +
      'protocol; BLIK and Autopay may use their own addresses instead. Repeated, late and ' +
      'contradicting messages change nothing, and a success about another amount or currency is ' +
      'never recorded. A provider that expects another answer, such as XML, gets that one.',
    access: 'open',
    params,
    anyNames: true,
    bodies: ['json', 'form'],
    body: Type.Object(
      {},
      { additionalProperties: true, description: 'As the protocol of the provider defines it.' },
    ),
    reply: messageReply,
    textTypes: ['text/xml', 'text/plain'],
    refusals: ['NOTIFICATION_NOT_AUTHENTIC'],
  },
  async (deps: MessageDeps, call) => {
    const provider = named(deps, call.params.provider, 'readMessage');
    return answerMessage(deps, provider ?? refuse('ROUTE_NOT_FOUND'), call);
  },
);

export const receiveReturn = endpoint(
  {
    method: 'GET',
    path,
    summary: 'Bring a customer back from a provider',
    description:
      'For browsers, not for merchants: the address to which a provider sends the customer. The ' +
      'provider verifies the query in its own way. The query never sets a status.',
    access: 'open',
    params,
    reply: Type.Object({}, { description: 'Never sent: browsers are redirected.' }),
    browserReply:
      'The browser is redirected (303) to the merchant’s redirectURL or to the page of the ' +
      'payment, on channel PAYWALL always to the page.',
    refusals: ['NOTIFICATION_NOT_AUTHENTIC'],
  },
  async (deps: ReturnDeps, { params: { provider: name }, query }) => {
    const provider = named(deps, name, 'readReturn') ?? refuse('ROUTE_NOT_FOUND');
    return RawReply.redirect(await handleReturn(deps, [provider], textsOf(query)));
  },
);

/** The provider of this name, if it has such messages. */
export function named(
  { providers }: Pick<PaymentParts, 'providers'>,
  name: string,
  reads: 'readMessage' | 'readReturn',
): Provider | undefined {
  return providers.list.find((one) => one.name === name && one[reads] !== undefined);
}

/** The answer is that of the provider's protocol, or a receipt. */
export async function answerMessage(
  deps: MessageDeps,
  provider: Provider,
  { bodyText: text, body, header, query }: Call<unknown, unknown, unknown>,
): Promise<unknown> {
  const fields = body as Readonly<Record<string, unknown>>;
  const message = { text, fields, header, query: textsOf(query) };
  const answer = await handleMessage(deps, provider, message);
  if (!answer) return { status: 'OK' };
  return new RawReply(200, { 'content-type': `${answer.mediaType}; charset=utf-8` }, answer.text);
}

function textsOf(query: unknown): MessageQuery {
  const texts = Object.entries(query ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as MessageQuery;
}
