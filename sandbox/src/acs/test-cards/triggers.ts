// The 3-D Secure cards of the trigger catalogue, as data: what the simulated issuer and directory
// server do with each, and how a payment with it ends.

import type { Trigger } from '../../trigger.ts';

type Row = readonly [outcome: string, card: string, what: string];

const passed = 'COMPLETED';
const untold = 'REJECTED SCA_UNAVAILABLE, or COMPLETED if the policy of the merchant is AUTHORIZE';
const asked =
  'The customer is asked; password 1234 is right. Passed: COMPLETED, refused: REJECTED SCA_FAILED.';

const acsRows: readonly Row[] = [
  ['FRICTIONLESS_Y', '4917110010000009', `Authenticated without a question: ${passed}.`],
  ['ATTEMPT_A', '4917110011000008', `Only an attempt is proven, status A: ${passed}.`],
  ['NOT_AUTHENTICATED_N', '4917110012000007', 'Not authenticated: REJECTED SCA_FAILED.'],
  ['REJECTED_R', '4917110013000006', 'The issuer says no for good: REJECTED SCA_REJECTED.'],
  ['UNAVAILABLE_U', '4917110014000005', `The issuer cannot authenticate: ${untold}.`],
  [
    'INFORMATIONAL_I',
    '4917110015000004',
    `The issuer takes note, status I, from version 2.2.0 on (before: U): ${passed}.`,
  ],
  ['CHALLENGE', '4917110020000007', asked],
  [
    'CHALLENGE_ABANDONED',
    '4917110021000006',
    'The customer is asked and never finishes: REJECTED SCA_TIMEOUT after 10 minutes.',
  ],
  [
    'DECOUPLED',
    '4917110022000005',
    `The customer confirms in the bank's app 3 seconds later, status D, if the request allows it ` +
      `from version 2.2.0 on (else: U): ${passed}.`,
  ],
  [
    'SOFT_DECLINE',
    '4917110030000005',
    'Authorized without full authentication the acquirer declines with SCA_REQUIRED; asked for ' +
      `a challenge, the issuer asks the customer: ${passed}.`,
  ],
  ['METHOD_THEN_FRICTIONLESS', '4917110110000008', `3DS Method, then no question: ${passed}.`],
  ['METHOD_THEN_CHALLENGE', '4917110120000006', `3DS Method first. ${asked}`],
  ['CHALLENGE', '4917110220000005', `Issuer with version 2.1.0 only. ${asked}`],
  ['CHALLENGE', '4917110320000004', `Issuer with versions up to 2.2.0. ${asked}`],
  ['FRICTIONLESS_Y', '5210110010000000', `Mastercard, without a question: ${passed}.`],
  ['CHALLENGE', '5210110020000008', `Mastercard. ${asked}`],
  ['FRICTIONLESS_Y', '6763110010000009', `Maestro, without a question: ${passed}.`],
  ['CHALLENGE', '6763110020000007', `Maestro. ${asked}`],
  ['FRICTIONLESS_Y', '371449001000009', `American Express, without a question: ${passed}.`],
  ['CHALLENGE', '371449002000008', `American Express. ${asked}`],
  ['FRICTIONLESS_Y', '3566110010000005', `JCB, without a question: ${passed}.`],
  ['CHALLENGE', '3566110020000003', `JCB. ${asked}`],
  ['FRICTIONLESS_Y', '6510110010000005', `Discover, without a question: ${passed}.`],
  ['CHALLENGE', '6510110020000003', `Discover. ${asked}`],
  ['FRICTIONLESS_Y', '6250110010000009', `UnionPay, without a question: ${passed}.`],
  ['CHALLENGE', '6250110020000007', `UnionPay. ${asked}`],
];

const directoryRows: readonly Row[] = [
  ['NOT_ENROLLED', '4111111111111111', `Takes no part in 3-D Secure: ${passed}.`],
  ['ACS_DOWN', '4917110040000003', `The issuer's server does not answer: ${untold}.`],
  ['DIRECTORY_DOWN', '4917110041000002', `The directory server answers status 503: ${untold}.`],
  ['DIRECTORY_SILENT', '4917110042000001', `The directory server never answers: ${untold}.`],
  ['DIRECTORY_GARBAGE', '4917110043000000', `The directory server answers nonsense: ${untold}.`],
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
