// The trigger catalogue of the simulated wallets, as data: test cards that the wallet sheet offers,
// and what differs when they are in a wallet. Every other test card keeps its meaning.

import { triggersOf } from '../party/trigger.ts';

/** Declined in a wallet unless 3-D Secure authenticates the customer too. */
export const SOFT_DECLINE_IN_WALLET = '4917110031000004';

const rows = [
  [
    'APPROVED',
    '4111111111111111',
    'Visa: approved. Any test card can be in a wallet and keeps its meaning for the acquirer.',
  ],
  ['APPROVED', '5555555555554444', 'Mastercard: approved.'],
  ['APPROVED', '378282246310005', 'American Express: approved.'],
  [
    'INSUFFICIENT_FUNDS',
    '4000000000009995',
    'Declined with INSUFFICIENT_FUNDS, as for the card itself.',
  ],
  ['DO_NOT_HONOR', '4000000000000002', 'Declined with DO_NOT_HONOR, as for the card itself.'],
  [
    'CHALLENGE',
    '4917110020000007',
    'Google Pay with authMethod PAN_ONLY: challenge, the password is 1234. With a cryptogram: ' +
      'approved without one.',
  ],
  [
    'NO_SOFT_DECLINE',
    '4917110030000005',
    'Approved: the confirmation on the device is strong authentication, so there is no soft ' +
      'decline.',
  ],
  [
    'SCA_REQUIRED',
    SOFT_DECLINE_IN_WALLET,
    'Soft decline: the acquirer declines with SCA_REQUIRED although the customer has confirmed ' +
      'on the device.',
  ],
] as const;

export const walletTriggers = triggersOf('wallet', 'wallets', rows);
