// Documentation of the routes in acs/http/server.ts: the JSON API for challenges, and the URL for
// SDKs, whose encrypted messages are described in prose.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, time } from '@bramka/gateway/http/schema.ts';
import type { ChallengeAction } from '../authentication.ts';

const servedElsewhere = (): never => defect('this route is served by acs/http/server.ts');

const params = Type.Object({
  acsTransID: Type.String({ format: 'uuid', description: 'acsTxnId of the acsData' }),
});
const actionMeanings: Readonly<Record<ChallengeAction['do'], string>> = {
  password: 'Enter the password; 1234 is correct.',
  push: 'Send the question to the bank app.',
  approve: 'Approve in the bank app.',
  reject: 'Decline.',
  cancel: 'Press the cancel button.',
  abandon: 'Do nothing more.',
};

const challenge = Type.Object({
  acsTransID: Type.String({ description: 'Id of the challenge at the ACS.' }),
  threeDSServerTransID: Type.String({ description: 'Id of the authentication at the gateway.' }),
  merchantName: Type.String({ description: 'Name of the shop.' }),
  amount: Type.String({ description: 'In major units; empty when nothing is paid' }),
  currency: Type.String({ description: 'ISO 4217 code.' }),
  cardMask: Type.String({ description: 'First six and last four digits' }),
  state: oneOf(
    {
      OPEN: 'Waits for the customer.',
      PUSHED: 'The question is in the bank app.',
      FINISHED: 'Has a result.',
    },
    'State of the challenge.',
  ),
  transStatus: Type.Optional(
    oneOf(
      { Y: 'Authenticated.', N: 'Not authenticated.', U: 'Not available.' },
      'Result, once finished.',
    ),
  ),
  triesLeft: Type.Integer({ description: 'How many passwords may still be tried' }),
  isWrongPassword: Type.Boolean({ description: 'Whether the last password was wrong.' }),
  expiresAt: time('When the challenge is over without a result'),
  back: Type.Optional(
    Type.Object(
      {
        url: Type.String({ description: 'Where the form goes.' }),
        cres: Type.String({ description: 'Field cres of the form.' }),
        threeDSSessionData: Type.Optional(
          Type.String({ description: 'Field threeDSSessionData, as it came with the CReq.' }),
        ),
      },
      { description: 'Once finished in a browser: the form that its page posts to the shop' },
    ),
  ),
});
const askedBySdk = endpoint({
  summary: 'Act as a 3DS SDK in an app challenge',
  description:
    'The address is in acsSignedContent. The body is a CReq as a compact JWE, encrypted with ' +
    'the key that SDK and ACS agreed on (alg dir, kid the acsTransID). The first CReq contains ' +
    'no answer and gets the question; challengeDataEntry contains the password, challengeCancel ' +
    'ends the challenge. An unreadable message is answered with an Erro as application/json, ' +
    'status 200.',
  access: 'open',
  neighbour: { bodyType: 'application/jose' },
  body: Type.String({ description: 'The CReq, encrypted' }),
  refusals: ['INVALID_REQUEST'],
  replyType: 'application/jose',
  reply: Type.String({
    description: 'The CRes, encrypted in the same way: the question, or transStatus at the end.',
  }),
  answer: servedElsewhere,
});

export function acsDescription(prefix: string): Route[] {
  const look = endpoint({
    summary: 'Read a challenge of the simulated issuer',
    access: 'open',
    neighbour: {},
    params,
    reply: challenge,
    refusals: ['CHALLENGE_NOT_FOUND'],
    answer: servedElsewhere,
  });
  const act = endpoint({
    summary: 'Act as the customer in a challenge',
    description:
      'password: 1234 is correct, and the third wrong one ends the challenge. push sends the ' +
      'question to the bank app; approve and reject answer it. cancel is the button on the ' +
      'page. abandon does nothing: the challenge times out after 10 minutes on the clock of the ' +
      'sandbox. An action that ends the challenge is answered when the result has been sent to ' +
      'the gateway.',
    access: 'open',
    neighbour: {},
    params,
    body: Type.Object({
      action: oneOf(actionMeanings, 'What the customer does.'),
      password: Type.Optional(Type.String({ description: 'With action password' })),
    }),
    reply: challenge,
    refusals: ['INVALID_REQUEST', 'CHALLENGE_NOT_FOUND'],
    answer: servedElsewhere,
  });
  const path = `${prefix}/challenges/{acsTransID}`;
  return [
    route('GET', path, look),
    route('POST', path, act),
    route('POST', `${prefix}/app`, askedBySdk),
  ];
}
