// What channels and statuses mean, for the documentation of every endpoint that has them.

import type { Channel } from './merchant.ts';

export const channelMeanings: Readonly<Record<Channel, string>> = {
  PAYWALL:
    'The customer pays on the payment page of the gateway; the answer contains a link to it.',
  MOBILE: 'The customer pays in the app of the merchant.',
  WEBAPI: 'The server of the shop sends the payment data itself. The default.',
  EBOK: 'The customer pays in the online customer service of the merchant.',
  CSS: 'An employee of the merchant pays for the customer in a customer service system.',
};

export const merchantStatusMeanings = {
  ACTIVE: 'The merchant takes payments.',
  SUSPENDED:
    'The merchant cannot make new payments; it can still read, capture and cancel existing ones.',
} as const;
