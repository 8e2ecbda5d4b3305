// Issues wallet tokens: what a customer's phone or browser hands to the shop.

import type { PartyContext } from '../../party/party.ts';
import { maskOf, organizationOf } from '../../wire/cards/card-number.ts';
import type { Devices } from '../devices/devices.ts';
import type { WalletTrustKeys } from '../trust/wallet-keys.ts';
import { makeAppleToken } from './apple-token.ts';
import { makeGoogleToken, type GoogleCard } from './google-token.ts';
import { GATEWAY, type Recipients } from './recipients.ts';
import type { TokenRequest } from './request.ts';

export interface IssueParts extends Pick<PartyContext, 'clock' | 'ids' | 'random'> {
  readonly keys: () => Promise<WalletTrustKeys>;
  readonly recipients: Recipients;
  readonly devices: Devices;
}

interface IssuedToken {
  /** What instrument.token of a payment contains. */
  readonly token: string;
  /** The number inside, masked: a device number, or the card number for PAN_ONLY. */
  readonly cardMask: string;
}

/** The recipient of simulated Google Pay tokens. */
export const RECIPIENT_ID = `gateway:${GATEWAY}`;

const MESSAGE_LIFE_MS = 60 * 60_000;
const INTERMEDIATE_LIFE_MS = 7 * 24 * 60 * 60_000;

export function issueToken(parts: IssueParts, request: TokenRequest): Promise<IssuedToken> {
  return request.type === 'APAY' ? issueApple(parts, request) : issueGoogle(parts, request);
}

async function issueApple(parts: IssueParts, request: TokenRequest): Promise<IssuedToken> {
  const { version, merchantId, card, currency, amountMinor } = request;
  const algorithm = version === 'EC_v1' ? 'EC' : 'RSA';
  const recipient = await parts.recipients.apple(merchantId, request.name, algorithm);
  const device = await issueDevice(parts, request);
  const network = networkNames[organizationOf(card) ?? 'VISA'];
  const token = makeAppleToken({
    keys: await parts.keys(),
    version,
    publicKey: recipient.publicKey,
    merchantName: recipient.name,
    device,
    amountMinor,
    currency,
    displayName: `${network} ${card.slice(-4)}`,
    network,
    signedAt: request.at ?? parts.clock.now(),
    random: parts.random,
  });
  return { token, cardMask: maskOf(device.number) };
}

async function issueGoogle(parts: IssueParts, request: TokenRequest): Promise<IssuedToken> {
  const recipient = await parts.recipients.google();
  const card = await googleCard(parts, request);
  const now = parts.clock.now();
  const token = makeGoogleToken({
    keys: await parts.keys(),
    publicKey: recipient.publicKey,
    recipientId: RECIPIENT_ID,
    gatewayMerchantId: request.merchantId,
    card,
    messageId: parts.ids.next(),
    messageExpiration: request.at ?? now + MESSAGE_LIFE_MS,
    keyExpiration: now + INTERMEDIATE_LIFE_MS,
    random: parts.random,
  });
  return { token, cardMask: maskOf(card.pan) };
}

async function googleCard(parts: IssueParts, request: TokenRequest): Promise<GoogleCard> {
  if (request.authMethod === 'PAN_ONLY') {
    return { pan: request.card, expiry: request.expiry, cryptogram: null, eci: null };
  }
  const { number, ...device } = await issueDevice(parts, request);
  return { pan: number, ...device };
}

function issueDevice({ devices }: IssueParts, request: TokenRequest) {
  const { type: wallet, card, expiry: cardExpiry, merchantId, amountMinor, currency } = request;
  const { hasEci } = request;
  return devices.issue({ wallet, card, cardExpiry, merchantId, amountMinor, currency, hasEci });
}

const networkNames = {
  VISA: 'Visa',
  MASTERCARD: 'MasterCard',
  MAESTRO: 'Maestro',
  AMEX: 'AmEx',
  JCB: 'JCB',
  DISCOVER: 'Discover',
  DINERS: 'Diners',
  UNIONPAY: 'ChinaUnionPay',
} as const;
