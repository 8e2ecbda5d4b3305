// The routes of acs/http/server.ts for the documentation of the process that serves them. The
// address for SDKs speaks encrypted messages, which that documentation has no words for.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, time } from '@bramka/gateway/http/schema.ts';
import { actions } from './server.ts';

const ID = '019cba1e-92c0-7a1b-8f3e-5d2c4b6a7980';

const params = Type.Object({
  acsTransID: Type.String({ format: 'uuid', description: 'acsTxnId of the acsData' }),
});
const challenge = Type.Object({
  acsTransID: Type.String(),
  threeDSServerTransID: Type.String(),
  merchantName: Type.String(),
  amount: Type.String({ description: 'In major units; empty when nothing is paid' }),
  currency: Type.String(),
  cardMask: Type.String({ description: 'First six and last four digits' }),
  state: oneOf(['OPEN', 'PUSHED', 'FINISHED'], 'PUSHED: the question is in the app of the bank'),
  transStatus: Type.Optional(oneOf(['Y', 'N', 'U'], 'Once finished')),
  triesLeft: Type.Integer({ description: 'How many passwords may still be tried' }),
  isWrongPassword: Type.Boolean(),
  expiresAt: time('When the challenge is over without a result'),
  back: Type.Optional(
    Type.Object(
      {
        url: Type.String(),
        cres: Type.String(),
        threeDSSessionData: Type.Optional(Type.String()),
      },
      { description: 'Once finished in a browser: the form that its page posts to the shop' },
    ),
  ),
});
const exampleReply = {
  acsTransID: ID,
  threeDSServerTransID: '019cba1e-92be-7c55-a1d0-0b7f3f6c2e11',
  merchantName: 'Demo shop',
  amount: '123.45',
  currency: 'PLN',
  cardMask: '491711******0007',
  state: 'OPEN',
  transStatus: null,
  triesLeft: 3,
  isWrongPassword: false,
  expiresAt: '2026-03-01T12:10:00.000Z',
  back: null,
};

const servedElsewhere = (): never => defect('this route is served by acs/http/server.ts');

export function acsDescription(prefix: string): Route[] {
  const look = endpoint({
    summary: 'Look at a challenge of the simulated issuer',
    access: 'open',
    params,
    reply: challenge,
    exampleReply,
    answer: servedElsewhere,
  });
  const act = endpoint({
    summary: 'Do what the customer would do in a challenge',
    description:
      'password 1234 is right and three wrong ones end it. push asks in the app of the bank, ' +
      'approve and reject answer there. cancel is the button on the page. abandon does nothing: ' +
      'the challenge runs out after 10 minutes on the clock of the sandbox. What ends the ' +
      'challenge is answered when the result has been sent to the gateway.',
    access: 'open',
    params,
    body: Type.Object({
      action: oneOf(actions),
      password: Type.Optional(Type.String({ description: 'With action password' })),
    }),
    reply: challenge,
    example: { action: 'password', password: '1234' },
    exampleReply,
    answer: servedElsewhere,
  });
  const path = `${prefix}/challenges/{acsTransID}`;
  return [route('GET', path, look), route('POST', path, act)];
}
