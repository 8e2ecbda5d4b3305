// The simulated operator over HTTP: the calls of Autopay's public protocol, which the guide about
// bank transfers names, the link of a customer, and the logos of the banks.

import { Type, type TSchema } from 'typebox';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { endpoint, type Endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { autopayBanks } from '../bank/bank-list.ts';
import { page } from '../pages/page.ts';
import { redirect } from '../pages/visit.ts';
import { forAnybody, maybe, text } from '../party/schemas.ts';
import { iconOf } from './icon.ts';
import { operations } from './operator.ts';
import type { OperatorAnswer, OperatorCall } from './requests.ts';

export type HandleCall = (call: OperatorCall) => Promise<OperatorAnswer | undefined>;

interface Deps {
  readonly handle: HandleCall;
  /** The address of the page on which the customer pays. */
  readonly bankPage: (remoteId: string, token: string) => string;
}

type Fields = Readonly<Record<string, TSchema>>;
type BmHeader = 'pay-bm' | 'pay-bm-continue-transaction-url';

/** The hash covers the text of the message, so the operator reads it itself. */
function callOf(
  verb: keyof typeof operations,
  facts: Pick<Endpoint, 'summary' | 'description' | 'body' | 'reply'> & Partial<Endpoint>,
): HandledEndpoint<Deps> {
  const [path] = operations[verb];
  return endpoint(
    {
      ...facts,
      method: 'POST',
      path,
      description: `${facts.description} The Hash is checked as in Autopay's protocol.`,
      access: 'open',
      simulated: { ownFaults: true, readsText: true },
    },
    async ({ handle }, { header, body = '' }) => {
      const answer = await handle({
        path,
        headers: { bmheader: header('bmheader') },
        body: body as string,
      });
      if (answer === undefined) return undefined;
      const type = answer.body.startsWith('{') ? 'application/json' : 'text/xml';
      const headers = { 'content-type': `${type}; charset=utf-8` };
      return new RawReply(answer.status, headers, answer.body);
    },
  );
}

const form = (header: BmHeader, fields: Fields) => ({
  bodies: ['form'] as const,
  headers: Type.Object({ BmHeader: oneOf({ [header]: 'For this call.' }, 'Always this.') }),
  body: Type.Object({ ...fields, Hash: text('Hash of the values and the key.') }),
  replyType: 'text/xml',
  reply: text("Autopay's answer, with its hash where it has one."),
  otherReplies: { '406': 'INVALID_FORMAT or INVALID_HASH: the request was refused.' },
});

const json = (body: Fields, reply: Fields) => ({
  body: Type.Object(body),
  reply: Type.Object(reply),
});

const message = {
  serviceId: Type.Integer({ description: 'Id of the service.' }),
  messageId: text('Id of the message, 32 letters and digits.'),
  hash: text('Hash of the values and the key.'),
};
const faults = {
  errorStatus: maybe('Why it was refused.'),
  errorStatusCode: Type.Optional(Type.Integer({ description: 'The same as a number.' })),
  errorMessages: maybe('The same as a sentence.'),
};
const { serviceId, messageId } = message;
const answered = {
  serviceId: Type.Optional(serviceId),
  messageId: Type.Optional(messageId),
  hash: maybe('Hash of the values and the key.'),
  ...faults,
};

const order = { ServiceID: text('Id of the service.'), OrderID: text('Id of the order.') };

export const operatorCalls = [
  callOf('start', {
    summary: 'Start a bank transfer at the simulated operator',
    description: 'Answers a link for the customer, or why there is none.',
    ...form('pay-bm-continue-transaction-url', {
      ...order,
      Amount: text('In major units with two decimals, such as 12.50.'),
      Description: maybe('What the customer sees.'),
      GatewayID: text('Id of the bank.'),
      Currency: maybe('ISO 4217 code; absent: PLN.'),
      ValidityTime: maybe('Until when the customer can pay, in Warsaw; absent: 6 days.'),
      ReturnURL: maybe('Where the customer returns to: an address of the gateway.'),
    }),
  }),
  callOf('status', {
    summary: 'Ask the simulated operator for the transactions of an order',
    description: 'An order may have several transactions.',
    ...form('pay-bm', order),
  }),
  callOf('cancel', {
    summary: 'Cancel an order at the simulated operator',
    description: 'Only an order that waits for the customer is cancelled.',
    ...form('pay-bm', {
      ...order,
      MessageID: text('Id of the message, 32 letters and digits.'),
    }),
  }),
  callOf('refund', {
    summary: 'Order a refund at the simulated operator',
    description: 'The same messageId orders one refund. It is made after one minute.',
    ...json(
      {
        ...message,
        remoteId: text('Id of the transaction.'),
        amount: Type.Optional(Type.Number({ description: 'Absent: all that is left.' })),
        currency: maybe('ISO 4217 code.'),
      },
      answered,
    ),
  }),
  callOf('refund-status', {
    summary: 'Ask the simulated operator for the result of a refund',
    description: 'PROCESSING, then DONE or the reason why it was not made.',
    ...json(
      { ...message, method: text('TRANSACTION_REFUND.') },
      {
        ...answered,
        status: maybe('State of the refund.'),
        remoteOutId: maybe('With DONE: id of the outgoing transfer.'),
      },
    ),
  }),
  callOf('list', {
    summary: 'List the banks of the simulated operator',
    description: 'With state, limits and the address of the logo.',
    ...json(
      {
        ServiceID: Type.Integer({ description: 'Id of the service.' }),
        MessageID: text('Id of the message, 32 letters and digits.'),
        Currencies: text('Such as PLN.'),
        Language: maybe('Such as PL.'),
        Hash: text('Hash of the values and the key.'),
      },
      {
        result: text('OK or ERROR.'),
        errorStatus: Type.Optional(Type.Unknown({ description: 'With ERROR: why.' })),
        description: Type.Optional(Type.Unknown({ description: 'With ERROR: a sentence.' })),
        serviceID: maybe('As in the request.'),
        messageID: Type.Union([Type.String(), Type.Null()], {
          description: 'As in the request; null with ERROR.',
        }),
        gatewayGroups: Type.Optional(
          Type.Array(Type.Unknown(), { description: 'Kinds of banks.' }),
        ),
        gatewayList: Type.Optional(Type.Array(Type.Unknown(), { description: 'The banks.' })),
      },
    ),
  }),
];

const openLink = page(
  {
    method: 'GET',
    path: '/payment/continue/{remoteID}/{token}',
    summary: 'Open the link of a bank transfer',
    description: 'The address that the customer is sent to.',
    params: Type.Object({
      remoteID: text('Id of the transaction at the operator'),
      token: text('Token of the link'),
    }),
    shows: 'Nothing.',
    browserReply: 'The browser is redirected (303) to the page of the bank.',
  },
  ({ bankPage }: Deps, { params: { remoteID, token } }) =>
    redirect(bankPage(encodeURIComponent(remoteID), encodeURIComponent(token))),
);

const readIcon = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/icons/{file}',
    summary: 'Read the logo of a simulated bank',
    params: Type.Object({ file: text('Bank id and .svg') }),
    replyType: 'image/svg+xml',
    reply: text('The logo.'),
    refusals: ['ROUTE_NOT_FOUND'],
  },
  async (_deps: Deps, { params: { file } }) => {
    const bank = autopayBanks.find(({ bankId }) => `${bankId}.svg` === file);
    if (!bank) return refuse('ROUTE_NOT_FOUND');
    return new RawReply(200, { 'content-type': 'image/svg+xml' }, iconOf(bank.name));
  },
);

export const autopayEndpoints = [...operatorCalls, openLink, readIcon];
