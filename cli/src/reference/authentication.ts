// docs/reference/authentication.md: the results of an authentication, the indicator that is sent to
// the acquirer for each, and the states.

import { organizations } from '@bramka/gateway/cards/card-number.ts';
import { authenticationTransitions } from '@bramka/gateway/threeds/authentication.states.ts';
import {
  authenticationStates,
  type AuthenticationState,
} from '@bramka/gateway/threeds/authentication.ts';
import {
  cancelRows,
  eciOf,
  resultRows,
  type AuthenticationVerdict,
} from '@bramka/gateway/threeds/result.ts';
import { code, codes, page, plain, table } from './markdown.ts';

const stateMeanings: Readonly<Record<AuthenticationState, string>> = {
  FINGERPRINT: 'The 3DS Method runs in the browser of the customer.',
  ASKING: 'The authentication request was sent to the directory server.',
  CHALLENGE: 'The customer must complete a challenge in the browser or the app.',
  WAITING: 'The customer confirms outside the shop (decoupled authentication).',
  DONE: 'The authentication has ended; the payment continues or has ended.',
};

export function authenticationPage(): string {
  return page(
    'Authentication results',
    'One 3-D Secure transaction of a payment: its results and its states. ' +
      '[The guide](../guides/strong-authentication.md) describes how to integrate it.',
    '## Results',
    'The `transStatus` from the directory server or from a challenge, and what happens to the ' +
      'payment.',
    resultTable(),
    'Once the issuer has required a challenge or declined softly, `U` is always `REJECTED`. If a ' +
      'challenge was mandated (`sca.challenge` `ALWAYS`, an INITIAL payment, after a soft ' +
      'decline), `I` counts as `U`.',
    '## Challenges that ended early',
    'If the result is `N` or `U` and contains one of these values of `challengeCancel`, this ' +
      'table decides. No policy authorizes a payment whose challenge the customer cancelled.',
    cancelTable(),
    '## Electronic commerce indicator',
    'The acquirer gets the ECI of the message if it is valid for the card organization and does ' +
      'not claim more than the result; otherwise the ECI of this table.',
    eciTable(),
    '## States',
    table(
      ['State', 'Meaning'],
      authenticationStates.map((state) => [code(state), plain(stateMeanings[state])]),
    ),
    'The following transitions are possible.',
    transitionTable(),
  );
}

function resultTable(): string {
  return table(
    ['transStatus', 'Meaning', 'Payment'],
    resultRows.map(({ transStatus, meaning, verdict }) => [
      code(transStatus),
      plain(meaning),
      verdictText(verdict),
    ]),
  );
}

function verdictText(verdict: AuthenticationVerdict): string {
  switch (verdict.kind) {
    case 'authorize':
      return `authorized, ${verdict.liabilityShift ? 'the issuer is liable' : 'you are liable'}`;
    case 'reject':
      return `${code('REJECTED')} with ${code(verdict.rejectCode)}`;
    case 'challenge':
      return `${code('PENDING')} with dataRequest ${code('CARD_3DS')} until the result arrives`;
    case 'wait':
      return `${code('PENDING')} until the result arrives`;
    case 'unavailable':
      return (
        `${code('REJECTED')} with ${code('SCA_UNAVAILABLE')}, or authorized at your risk if ` +
        `${code('sca.whenUnavailable')} is ${code('AUTHORIZE')}`
      );
  }
}

function cancelTable(): string {
  return table(
    ['challengeCancel', 'Meaning', 'Payment'],
    cancelRows.map(({ challengeCancel, meaning, rejectCode }) => [
      code(challengeCancel),
      plain(meaning),
      `${code('REJECTED')} with ${code(rejectCode)}`,
    ]),
  );
}

function eciTable(): string {
  const statuses = resultRows.map(({ transStatus }) => transStatus);
  return table(
    ['Organization', ...statuses.map(code)],
    organizations.map((organization) => [
      code(organization),
      ...statuses.map((status) => code(eciOf(organization, status, undefined))),
    ]),
  );
}

function transitionTable(): string {
  return table(
    ['From', 'Trigger', 'Meaning', 'To'],
    authenticationTransitions.map(({ from, on, source, to }) => [
      codes(from),
      code(on),
      plain(source),
      code(to),
    ]),
  );
}
