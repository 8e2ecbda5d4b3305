// The 3-D Secure test cards of the trigger catalogue, as data: what the simulated issuer and
// directory server do with each, and how a payment with it ends.

import type { Trigger } from '../../party/trigger.ts';

type Row = readonly [outcome: string, card: string, what: string];

const passed = 'COMPLETED';
const unavailable =
  'REJECTED SCA_UNAVAILABLE, or COMPLETED if sca.whenUnavailable of the merchant is AUTHORIZE';
const challenged =
  'Challenge; the password is 1234. Passed: COMPLETED. Failed: REJECTED SCA_FAILED.';

const acsRows: readonly Row[] = [
  ['FRICTIONLESS_Y', '4917110010000009', `Authenticated without a challenge: ${passed}.`],
  ['ATTEMPT_A', '4917110011000008', `Authentication was attempted, status A: ${passed}.`],
  ['NOT_AUTHENTICATED_N', '4917110012000007', 'Not authenticated, status N: REJECTED SCA_FAILED.'],
  ['REJECTED_R', '4917110013000006', 'The issuer rejects, status R: REJECTED SCA_REJECTED.'],
  [
    'UNAVAILABLE_U',
    '4917110014000005',
    `The issuer cannot authenticate, status U: ${unavailable}.`,
  ],
  [
    'INFORMATIONAL_I',
    '4917110015000004',
    `Informational only, status I (before version 2.2.0: status U): ${passed}.`,
  ],
  ['CHALLENGE', '4917110020000007', challenged],
  [
    'CHALLENGE_ABANDONED',
    '4917110021000006',
    'Challenge that the customer never completes: REJECTED SCA_TIMEOUT after 10 minutes.',
  ],
  [
    'DECOUPLED',
    '4917110022000005',
    `Decoupled: the customer confirms in the bank's app 3 seconds later, status D. Requires ` +
      `version 2.2.0 and sca.decoupled of the merchant (otherwise status U): ${passed}.`,
  ],
  [
    'SOFT_DECLINE',
    '4917110030000005',
    'The acquirer declines with SCA_REQUIRED unless the customer is fully authenticated; the ' +
      `payment continues with a challenge: ${passed}.`,
  ],
  ['METHOD_THEN_FRICTIONLESS', '4917110110000008', `3DS Method, then no challenge: ${passed}.`],
  ['METHOD_THEN_CHALLENGE', '4917110120000006', `3DS Method first. ${challenged}`],
  ['CHALLENGE', '4917110220000005', `Issuer supports version 2.1.0 only. ${challenged}`],
  ['CHALLENGE', '4917110320000004', `Issuer supports versions up to 2.2.0. ${challenged}`],
  ['FRICTIONLESS_Y', '5210110010000000', `Mastercard, without a challenge: ${passed}.`],
  ['CHALLENGE', '5210110020000008', `Mastercard. ${challenged}`],
  ['FRICTIONLESS_Y', '6763110010000009', `Maestro, without a challenge: ${passed}.`],
  ['CHALLENGE', '6763110020000007', `Maestro. ${challenged}`],
  ['FRICTIONLESS_Y', '371449001000009', `American Express, without a challenge: ${passed}.`],
  ['CHALLENGE', '371449002000008', `American Express. ${challenged}`],
  ['FRICTIONLESS_Y', '3566110010000005', `JCB, without a challenge: ${passed}.`],
  ['CHALLENGE', '3566110020000003', `JCB. ${challenged}`],
  ['FRICTIONLESS_Y', '6510110010000005', `Discover, without a challenge: ${passed}.`],
  ['CHALLENGE', '6510110020000003', `Discover. ${challenged}`],
  ['FRICTIONLESS_Y', '6250110010000009', `UnionPay, without a challenge: ${passed}.`],
  ['CHALLENGE', '6250110020000007', `UnionPay. ${challenged}`],
];

const directoryRows: readonly Row[] = [
  ['NOT_ENROLLED', '4111111111111111', `Not enrolled in 3-D Secure: ${passed}.`],
  ['ACS_DOWN', '4917110040000003', `The ACS of the issuer does not answer: ${unavailable}.`],
  [
    'DIRECTORY_DOWN',
    '4917110041000002',
    `The directory server answers status 503: ${unavailable}.`,
  ],
  ['DIRECTORY_SILENT', '4917110042000001', `The directory server never answers: ${unavailable}.`],
  [
    'DIRECTORY_GARBAGE',
    '4917110043000000',
    `The directory server sends an unreadable answer: ${unavailable}.`,
  ],
];

const rows = (provider: Trigger['provider'], list: readonly Row[]): Trigger[] =>
  list.map(([outcome, value, description]) => ({
    kind: 'card',
    value,
    provider,
    outcome,
    description,
  }));

export const authenticationTriggers: readonly Trigger[] = [
  ...rows('acs', acsRows),
  ...rows('directory', directoryRows),
];
