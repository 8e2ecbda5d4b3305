// The customers of the simulated Click to Pay system, as data: every e-mail address has a profile
// with cards, and special addresses have special cards or none. They are triggers of kind c2p.

import type { Trigger } from '../party/trigger.ts';
import { organizationOf } from '../wire/cards/card-number.ts';

type C2pOrganization = 'VISA' | 'MASTERCARD';

export interface ConsumerCard {
  /** Its position in the list, from 1. */
  readonly cardId: string;
  readonly number: string;
  readonly organization: C2pOrganization;
}

interface Consumer {
  readonly email: string;
  readonly outcome: string;
  readonly numbers: readonly string[];
  readonly what: string;
}

export const ANY_ADDRESS = 'anna@example.com';

const consumers: readonly Consumer[] = [
  {
    email: ANY_ADDRESS,
    outcome: 'APPROVED',
    numbers: ['4111111111111111', '5555555555554444'],
    what: 'A profile with two cards that are approved. Every other address has the same cards.',
  },
  {
    email: 'declined@example.com',
    outcome: 'DECLINED',
    numbers: ['4000000000000002', '4000000000009995'],
    what: 'A profile with two cards that are declined: DO_NOT_HONOR and INSUFFICIENT_FUNDS.',
  },
  {
    email: 'challenge@example.com',
    outcome: 'CHALLENGE',
    numbers: ['4917110020000007', '5210110020000008'],
    what:
      'A profile with two cards whose issuer asks for a challenge. Network tokens in place of ' +
      'them (form TOKEN) are authorized without one.',
  },
  {
    email: 'unknown@example.com',
    outcome: 'NOT_RECOGNISED',
    numbers: [],
    what: 'No profile: the customer is not recognised.',
  },
];

export const c2pTriggers: readonly Trigger[] = consumers.map(({ email, outcome, what }) => ({
  kind: 'c2p',
  value: email,
  provider: 'c2p',
  outcome,
  description: what,
}));

/** Empty: the address has no profile. */
export function cardsOf(email: string): readonly ConsumerCard[] {
  const meant = email.toLowerCase();
  const consumer = consumers.find((one) => one.email === meant) ?? consumers[0];
  return (consumer?.numbers ?? []).map((number, index) => {
    const organization = organizationIn(number) ?? 'VISA';
    return { cardId: String(index + 1), number, organization };
  });
}

/** Undefined: the card cannot be used with Click to Pay. */
export function organizationIn(card: string): C2pOrganization | undefined {
  const organization = organizationOf(card);
  return organization === 'VISA' || organization === 'MASTERCARD' ? organization : undefined;
}
