// Documentation of the pages in acs-pages.ts: what a browser posts to them and what it gets.
// Programs use the JSON API instead.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type AnyEndpoint, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const params = Type.Object({
  acsTransID: Type.String({ format: 'uuid', description: 'acsTxnId of the acsData' }),
});
const ERRORS = 'Errors are shown on a page, with status 400, 404, 405, 413 or 415.';

const servedElsewhere = (): never => defect('this route is served by acs/pages/acs-pages.ts');

function page(shows: string, about: Pick<AnyEndpoint, 'summary'> & Partial<AnyEndpoint>) {
  const { description } = about;
  return endpoint({
    access: 'open',
    neighbour: {},
    replyType: 'text/html',
    reply: Type.String({ description: shows }),
    answer: servedElsewhere,
    ...about,
    description: description === undefined ? ERRORS : `${description} ${ERRORS}`,
  });
}

const ofId = (shows: string, summary: string) => page(shows, { summary, params });

const openChallenge = page('The question, at an address of its own.', {
  summary: 'Open the page of a challenge',
  description: 'The address in acsURL, to which the shop’s page posts the CReq.',
  bodies: ['form'],
  body: Type.Object({
    creq: Type.String({ minLength: 1, description: 'creqPayload of the acsData' }),
    threeDSSessionData: Type.Optional(
      Type.String({ maxLength: 1024, description: 'Comes back with the CRes' }),
    ),
  }),
  browserReply: 'The browser is redirected (303) to the page of the challenge.',
  refusals: ['CHALLENGE_NOT_FOUND'],
});

const runFingerprint = page('A page that notifies the gateway that the method has run.', {
  summary: 'Run the 3DS Method',
  description: 'The address in threeDSMethodURL, to which a hidden frame of the shop posts.',
  bodies: ['form'],
  body: Type.Object({
    threeDSMethodData: Type.String({
      minLength: 1,
      description: 'threeDSMethodData of the acsData',
    }),
  }),
});

const actInChallenge = page(
  'The same question again, or a page saying that the challenge has ended.',
  {
    summary: 'Answer on the page of a challenge',
    params,
    bodies: ['form'],
    body: Type.Object({
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
      password: Type.Optional(Type.String({ description: 'With do=password; 1234 is correct' })),
    }),
    browserReply: 'After a change the browser is redirected (303) to the page of the challenge.',
  },
);

const answerOnPhone = page('The same question again.', {
  summary: 'Answer in the bank app',
  params,
  bodies: ['form'],
  body: Type.Object({
    do: oneOf(
      { approve: 'Approve in the bank app.', reject: 'Decline.' },
      'What the customer answers.',
    ),
  }),
  browserReply: 'The browser is redirected (303) to the page of the app.',
});

export function acsPagesDescription(prefix: string): Route[] {
  const challenge = `${prefix}/challenge/{acsTransID}`;
  const phone = `${prefix}/phone/{acsTransID}`;
  const shown =
    'The question, a note that it was sent to the bank app, or the form that returns to the shop.';
  const watched = 'Whether the bank app has answered; the page reloads itself.';
  const asked = 'The question as the bank app shows it.';
  return [
    route('POST', `${prefix}/challenge`, openChallenge),
    route('POST', `${prefix}/method`, runFingerprint),
    route('GET', challenge, ofId(shown, 'Show the page of a challenge')),
    route('GET', `${challenge}/watch`, ofId(watched, 'Wait for the bank app')),
    route('POST', `${challenge}/act`, actInChallenge),
    route('GET', phone, ofId(asked, 'Show the bank app')),
    route('POST', `${phone}/act`, answerOnPhone),
  ];
}
