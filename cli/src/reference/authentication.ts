// docs/reference/authentication.md: what each end of an authentication leads to, which indicator
// the acquirer hears with it, and the states on the way.

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
  FINGERPRINT: "The 3DS Method runs in the customer's browser.",
  ASKING: 'The directory server has been asked.',
  CHALLENGE: 'The customer has to prove who they are, in the browser or the app.',
  WAITING: 'The customer proves it away from the shop.',
  DONE: 'It is over; the payment goes on, or has ended.',
};

export function authenticationPage(): string {
  return page(
    'Authentication',
    'One 3-D Secure transaction of a payment, from its beginning to what comes of it. ' +
      '[The guide](../guides/strong-authentication.md) tells how to go through one.',
    '## Results',
    'What the directory server or the result of a challenge says, and the payment after it.',
    resultTable(),
    'Nothing is authorized without proof once the issuer has asked for a challenge or declined ' +
      'softly: then `U` is always `REJECTED`. Where a challenge was mandated (`sca.challenge` ' +
      '`ALWAYS`, the first of a series, after a soft decline) `I` counts as `U`.',
    '## Challenges that ended early',
    'Where the result is `N` or `U` and `challengeCancel` tells why, that decides instead: no ' +
      'policy authorizes what the customer broke off.',
    cancelTable(),
    '## Electronic commerce indicator',
    'The acquirer hears the indicator of the message where the organization knows it and it ' +
      'claims no more than the result does; else the one of this table.',
    eciTable(),
    '## States',
    table(
      ['State', 'Meaning'],
      authenticationStates.map((state) => [code(state), plain(stateMeanings[state])]),
    ),
    'What is not in the following table cannot happen.',
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
      return `${code('PENDING')} with dataRequest ${code('CARD_3DS')} until the result comes`;
    case 'wait':
      return `${code('PENDING')} until the result comes`;
    case 'unavailable':
      return (
        `${code('REJECTED')} with ${code('SCA_UNAVAILABLE')}, or authorized at your risk where ` +
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
    ['From', 'On', 'What happens', 'To'],
    authenticationTransitions.map(({ from, on, source, to }) => [
      codes(from),
      code(on),
      plain(source),
      code(to),
    ]),
  );
}
