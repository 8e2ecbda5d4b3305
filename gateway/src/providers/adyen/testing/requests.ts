// Requests and accounts for tests of the adapter of Adyen, with defaults.
import { money } from '../../../core/money.ts';
import { secret } from '../../../core/secret.ts';
import type { CardMeans } from '../../means.ts';
import type { Authorization, FollowUp } from '../../provider.ts';
import { signItem, type WebhookItem } from '../messages/webhook.ts';
import { referenceOf } from '../reference.ts';
import type { AdyenInstallation } from '../account.ts';

export const HMAC_KEY = secret('44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056');

export const account: AdyenInstallation = {
  merchantAccount: 'TestMerchant',
  apiKey: secret('api-key'),
  hmacKey: HMAC_KEY,
};

export const ids = {
  merchantId: '10000001',
  paymentId: '0198c5d1-7b2a-7000-8000-000000000001',
  attemptId: '0198c5d1-7b2a-7000-8000-0000000000ff',
};

const cardMeans = (change: Partial<CardMeans> = {}): CardMeans => ({
  kind: 'card',
  card: {
    number: secret('4111111111111111'),
    expiry: secret('203003'),
    cvv: secret('737'),
    holder: secret('Anna Nowak'),
  },
  numberType: 'PAN',
  networkToken: null,
  cryptogram: null,
  eci: null,
  threeDS: null,
  exemption: null,
  networkTransactionId: null,
  ...change,
});

export const authorization = (
  means: Partial<CardMeans> = {},
  change: Partial<Authorization> = {},
): Authorization => ({
  ...ids,
  amount: money(12_345n, 'PLN'),
  kind: 'sale',
  means: cardMeans(means),
  ...change,
});

export const followUp = (change: Partial<FollowUp> = {}): FollowUp => ({
  ...ids,
  amount: money(5_000n, 'PLN'),
  originalAttemptId: '0198c5d1-7b2a-7000-8000-000000000002',
  originalReference: 'PSP1',
  ...change,
});

/** An item about an authorization of 123.45 PLN that succeeded. */
export const itemOf = (change: Partial<WebhookItem> = {}): WebhookItem => ({
  pspReference: 'PSP1',
  originalReference: '',
  merchantAccount: 'TestMerchant',
  merchantReference: referenceOf(ids, 'authorize'),
  amount: money(12_345n, 'PLN'),
  eventCode: 'AUTHORISATION',
  isSuccess: true,
  signature: '',
  eventDate: '2026-03-01T12:00:00+01:00',
  reason: '',
  additional: {},
  ...change,
});

/** The fields of a message with these items, each signed. */
export function messageOf(items: readonly WebhookItem[], key = HMAC_KEY) {
  const notificationItems = items.map((item) => ({
    NotificationRequestItem: {
      pspReference: item.pspReference,
      ...(item.originalReference === '' ? {} : { originalReference: item.originalReference }),
      merchantAccountCode: item.merchantAccount,
      merchantReference: item.merchantReference,
      amount: { value: Number(item.amount.minor), currency: item.amount.currency },
      eventCode: item.eventCode,
      success: String(item.isSuccess),
      eventDate: item.eventDate,
      reason: item.reason,
      additionalData: { ...item.additional, hmacSignature: signItem(item, key) },
    },
  }));
  return { live: 'false', notificationItems };
}
