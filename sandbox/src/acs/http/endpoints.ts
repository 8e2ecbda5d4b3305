// The simulated ACS for programs: challenges as JSON, so that a test can finish one without a
// browser, and the URL to which SDKs post their encrypted messages.

import { Type } from 'typebox';
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf, time } from '@bramka/gateway/http/schema.ts';
import { forAnybody, maybe, text } from '../../party/schemas.ts';
import type { SimulatedAcs } from '../acs.ts';
import { actionMeanings } from '../authentication.ts';
import type { ChallengeView } from '../view.ts';

interface Deps {
  readonly acs: Pick<SimulatedAcs, 'viewChallenge' | 'applyAction' | 'answerSdk'>;
}

const params = Type.Object({
  acsTransID: Type.String({ format: 'uuid', description: 'acsTxnId of the acsData' }),
});

const challenge = Type.Object({
  acsTransID: text('Id of the challenge at the ACS.'),
  threeDSServerTransID: text('Id of the authentication at the gateway.'),
  merchantName: text('Name of the shop.'),
  amount: text('In major units; empty when nothing is paid'),
  currency: text('ISO 4217 code.'),
  cardMask: text('First six and last four digits'),
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
        url: text('Where the form goes.'),
        cres: text('Field cres of the form.'),
        threeDSSessionData: maybe('Field threeDSSessionData, as it came with the CReq.'),
      },
      { description: 'Once finished in a browser: the form that its page posts to the shop' },
    ),
  ),
});

const readChallenge = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/challenges/{acsTransID}',
    summary: 'Read a challenge of the simulated issuer',
    params,
    reply: challenge,
    refusals: ['CHALLENGE_NOT_FOUND'],
  },
  async ({ acs }: Deps, { params: { acsTransID } }) => show(await acs.viewChallenge(acsTransID)),
);

const actInChallenge = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/challenges/{acsTransID}',
    summary: 'Act as the customer in a challenge',
    description:
      'password: 1234 is correct, and the third wrong one ends the challenge. push sends the ' +
      'question to the bank app; approve and reject answer it. cancel is the button on the ' +
      'page. abandon does nothing: the challenge times out after 10 minutes on the clock of the ' +
      'sandbox. An action that ends the challenge is answered when the result has been sent to ' +
      'the gateway.',
    params,
    body: Type.Object({
      action: oneOf(actionMeanings, 'What the customer does.'),
      password: maybe('With action password'),
    }),
    reply: challenge,
    refusals: ['INVALID_REQUEST', 'CHALLENGE_NOT_FOUND'],
  },
  async ({ acs }: Deps, { params: { acsTransID }, body: { action, password } }) => {
    if (action !== 'password') return show(await acs.applyAction(acsTransID, { do: action }));
    if (password === undefined) throw invalid('password', 'is required with action password');
    return show(await acs.applyAction(acsTransID, { do: action, password }));
  },
);

function show(view: ChallengeView | undefined) {
  return view ? { ...view, expiresAt: isoTime(view.expiresAt) } : refuse('CHALLENGE_NOT_FOUND');
}

const JOSE = 'application/jose';

const answerSdk = endpoint(
  {
    method: 'POST',
    path: '/app',
    summary: 'Act as a 3DS SDK in an app challenge',
    description:
      'The address is in acsSignedContent. The body is a CReq as a compact JWE, encrypted with ' +
      'the key that SDK and ACS agreed on (alg dir, kid the acsTransID). The first CReq contains ' +
      'no answer and gets the question; challengeDataEntry contains the password, ' +
      'challengeCancel ends the challenge. An unreadable message is answered with an Erro as ' +
      'application/json, status 200.',
    access: 'open',
    simulated: { bodyType: JOSE },
    body: text('The CReq, encrypted'),
    refusals: ['INVALID_REQUEST'],
    replyType: JOSE,
    reply: Type.String({
      description: 'The CRes, encrypted in the same way: the question, or transStatus at the end.',
    }),
  },
  async ({ acs }: Deps, { body }) => {
    if (body === undefined) throw invalid('body', 'is required');
    const answer = await acs.answerSdk(body);
    if (answer.kind !== 'jose') return answer.body;
    return new RawReply(200, { 'content-type': `${JOSE}; charset=utf-8` }, answer.body);
  },
);

export const acsEndpoints = [readChallenge, actInChallenge, answerSdk];
