// Documentation of the pages in acs-pages.ts: what a browser posts to them and what it gets.
// Programs use the JSON API instead.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type AnyEndpoint, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const params = Type.Object({
  acsTransID: Type.String({ format: 'uuid', description: 'acsTxnId of the acsData' }),
});
const ERRORS = 'What cannot be done is told on a page, with status 400, 404, 405, 413 or 415.';

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
  description: 'The address of acsURL, to which the page of the shop posts the CReq.',
  bodies: ['form'],
  body: Type.Object({
    creq: Type.String({ description: 'creqPayload of the acsData' }),
    threeDSSessionData: Type.Optional(
      Type.String({ maxLength: 1024, description: 'Comes back with the CRes' }),
    ),
  }),
  browserReply: 'The browser is sent on (303) to the page of the challenge.',
});

const runFingerprint = page(
  'A page that posts the notice that the method has run to the gateway.',
  {
    summary: 'Run the 3DS Method',
    description: 'The address of threeDSMethodURL, to which a hidden frame of the shop posts.',
    bodies: ['form'],
    body: Type.Object({
      threeDSMethodData: Type.String({ description: 'threeDSMethodData of the acsData' }),
    }),
  },
);

const actInChallenge = page('The same question again, or that nothing more can be done here.', {
  summary: 'Answer on the page of a challenge',
  params,
  bodies: ['form'],
  body: Type.Object({
    do: oneOf(
      {
        password: 'Enter the password; 1234 is right.',
        push: 'Send the question to the app of the bank.',
        reject: 'Decline.',
        cancel: 'Press the cancel button.',
        abandon: 'Do nothing more.',
      },
      'What the customer does.',
    ),
    password: Type.Optional(Type.String({ description: 'With do=password; 1234 is right' })),
  }),
  browserReply: 'After a change the browser is sent on (303) to the page of the challenge.',
});

const answerOnPhone = page('The same question again.', {
  summary: 'Answer in the app of the bank',
  params,
  bodies: ['form'],
  body: Type.Object({
    do: oneOf(
      { approve: 'Approve in the app of the bank.', reject: 'Decline.' },
      'What the customer answers.',
    ),
  }),
  browserReply: 'The browser is sent on (303) to the page of the app.',
});

export function acsPagesDescription(prefix: string): Route[] {
  const challenge = `${prefix}/challenge/{acsTransID}`;
  const phone = `${prefix}/phone/{acsTransID}`;
  const shown = 'The question, that it was sent to the app of the bank, or the way back.';
  const watched = 'Whether the app of the bank has answered; asks again by itself.';
  const asked = 'The question as the app of the bank shows it.';
  return [
    route('POST', `${prefix}/challenge`, openChallenge),
    route('POST', `${prefix}/method`, runFingerprint),
    route('GET', challenge, ofId(shown, 'Show the page of a challenge')),
    route('GET', `${challenge}/watch`, ofId(watched, 'Wait for the app of the bank')),
    route('POST', `${challenge}/act`, actInChallenge),
    route('GET', phone, ofId(asked, 'Show the app of the bank')),
    route('POST', `${phone}/act`, answerOnPhone),
  ];
}
