// The pages of the simulated issuer for a person with a browser: the challenge, the bank's app on a
// phone, and the 3DS Method. Programs use the JSON API instead.

import { Type, type Static, type TObject } from 'typebox';
import type { HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { page, type PageDefinition } from '../../pages/page.ts';
import { maybe } from '../../party/schemas.ts';
import type { PagesAcs } from './pages-acs.ts';
import {
  applyAction,
  answerOnPhone,
  runFingerprint,
  openChallenge,
  showPhone,
  showChallenge,
  watchChallenge,
} from './steps.ts';
import { visitOf, type Visit } from './visit.ts';

interface Deps {
  readonly acs: PagesAcs;
  /**
   * What precedes /acs, as a path or a URL. Only its path is used, so that the browser stays on the
   * host it came to.
   */
  readonly prefix: string;
}

const ERRORS = 'Errors are shown on a page, with status 400, 404, 405, 413 or 415.';

function issuerPage<Params extends TObject>(
  definition: PageDefinition<Params, TObject>,
  step: (acs: PagesAcs, visit: Visit<Static<Params>>) => RawReply | Promise<RawReply>,
): HandledEndpoint<Deps> {
  const { description } = definition;
  return page(
    { ...definition, description: description === undefined ? ERRORS : `${description} ${ERRORS}` },
    ({ acs, prefix }: Deps, visit) => step(acs, visitOf(visit, prefix)),
  );
}

const params = Type.Object({
  acsTransID: Type.String({ format: 'uuid', description: 'acsTxnId of the acsData' }),
});
const challenge = '/challenge/{acsTransID}';
const phone = '/phone/{acsTransID}';

export const acsPages: readonly HandledEndpoint<Deps>[] = [
  issuerPage(
    {
      method: 'POST',
      path: '/challenge',
      summary: 'Open the page of a challenge',
      description: 'The address in acsURL, to which the shop’s page posts the CReq.',
      form: Type.Object({
        creq: Type.String({ minLength: 1, description: 'creqPayload of the acsData' }),
        threeDSSessionData: Type.Optional(
          Type.String({ maxLength: 1024, description: 'Comes back with the CRes' }),
        ),
      }),
      shows: 'The question, at an address of its own.',
      browserReply: 'The browser is redirected (303) to the page of the challenge.',
      refusals: ['CHALLENGE_NOT_FOUND'],
    },
    openChallenge,
  ),
  issuerPage(
    {
      method: 'POST',
      path: '/method',
      summary: 'Run the 3DS Method',
      description: 'The address in threeDSMethodURL, to which a hidden frame of the shop posts.',
      form: Type.Object({
        threeDSMethodData: Type.String({
          minLength: 1,
          description: 'threeDSMethodData of the acsData',
        }),
      }),
      shows: 'A page that notifies the gateway that the method has run.',
    },
    (_acs, visit) => runFingerprint(visit),
  ),
  issuerPage(
    {
      method: 'GET',
      path: challenge,
      summary: 'Show the page of a challenge',
      params,
      shows:
        'The question, a note that it was sent to the bank app, or the form that returns to the ' +
        'shop.',
    },
    showChallenge,
  ),
  issuerPage(
    {
      method: 'GET',
      path: `${challenge}/watch`,
      summary: 'Wait for the bank app',
      params,
      shows: 'Whether the bank app has answered; the page reloads itself.',
    },
    watchChallenge,
  ),
  issuerPage(
    {
      method: 'POST',
      path: `${challenge}/act`,
      summary: 'Answer on the page of a challenge',
      params,
      form: Type.Object({
        do: oneOf(
          {
            password: 'Enter the password; 1234 is correct.',
            push: 'Send the question to the bank app.',
            reject: 'Decline.',
            cancel: 'Press the cancel button.',
            abandon: 'Do nothing more.',
          },
          'What the customer does.',
        ),
        password: maybe('With do=password; 1234 is correct'),
      }),
      shows: 'The same question again, or a page saying that the challenge has ended.',
      browserReply: 'After a change the browser is redirected (303) to the page of the challenge.',
    },
    applyAction,
  ),
  issuerPage(
    {
      method: 'GET',
      path: phone,
      summary: 'Show the bank app',
      params,
      shows: 'The question as the bank app shows it.',
    },
    showPhone,
  ),
  issuerPage(
    {
      method: 'POST',
      path: `${phone}/act`,
      summary: 'Answer in the bank app',
      params,
      form: Type.Object({
        do: oneOf(
          { approve: 'Approve in the bank app.', reject: 'Decline.' },
          'What the customer answers.',
        ),
      }),
      shows: 'The same question again.',
      browserReply: 'The browser is redirected (303) to the page of the app.',
    },
    answerOnPhone,
  ),
];
