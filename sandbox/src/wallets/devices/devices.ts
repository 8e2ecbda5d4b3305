// Device numbers: a wallet pays with a number of its own instead of the card number, and with a
// cryptogram that is valid for one authorization. The acquirer asks which card is behind it.

import { defect } from '@bramka/gateway/core/assert.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { PartyContext } from '../../party/party.ts';
import { winRace } from '../../party/stored/win-race.ts';
import { newNumberIn, organizationOf } from '../../wire/cards/card-number.ts';
import type { DeviceStore } from './devices.store.ts';
import { deviceRanges } from './ranges.ts';
import {
  cryptogramTable,
  deviceTable,
  ONE_PER_CARD,
  ONE_PER_NUMBER,
  type CryptogramRow,
  type DeviceRow,
  type DeviceWallet,
} from './rows.ts';
import type { DeviceNumbers, WalletSafe } from './safe.ts';

interface DeviceParts extends Pick<PartyContext, 'journal' | 'clock' | 'ids' | 'random'> {
  readonly store: DeviceStore;
  readonly safe: WalletSafe;
}

/** What a cryptogram is valid for. */
type Terms = Pick<CryptogramRow, 'merchantId' | 'amountMinor' | 'currency'>;

export interface DeviceRequest extends Terms {
  readonly wallet: DeviceWallet;
  readonly card: string;
  /** YYYYMM. */
  readonly cardExpiry: string;
  /** Whether an electronic commerce indicator comes with the cryptogram. */
  readonly hasEci: boolean;
}

export interface IssuedDevice {
  readonly number: string;
  /** YYYYMM. */
  readonly expiry: string;
  /** Base64 of 20 bytes. */
  readonly cryptogram: string;
  readonly eci: string | null;
}

interface KnownDevice {
  readonly isExpired: boolean;
  /** Of the device number; YYYYMM. */
  readonly expiry: string;
  /** The card behind it. */
  readonly card: string;
  readonly cardExpiry: string;
}

/** What an authorization claims about itself. */
export interface DeviceUse extends Terms {
  readonly cryptogram: string;
  /** Null: it names none. */
  readonly eci: string | null;
  readonly attemptId: string;
}

/** For the acquirer. */
export interface DeviceNetwork {
  /** Undefined if there is no such device number. */
  deviceOf(number: string): Promise<KnownDevice | undefined>;
  /**
   * Uses the cryptogram up. False if it was not issued for this number, merchant, amount and
   * indicator, has expired, or was used by another attempt.
   */
  useCryptogram(number: string, use: DeviceUse): Promise<boolean>;
}

export interface Devices extends DeviceNetwork {
  /** The device number of the card in this wallet, with a new cryptogram. */
  issue(request: DeviceRequest): Promise<IssuedDevice>;
}

export const CRYPTOGRAM_LIFE_MS = 24 * 60 * 60_000;
const CRYPTOGRAM_BYTES = 20;
const YEARS = 5;

export function createDevices(parts: DeviceParts): Devices {
  return {
    issue: (request) => issue(parts, request),
    async deviceOf(number) {
      const row = await parts.store.ofNumber(parts.safe.hash('number', number));
      if (!row) return undefined;
      const { expiry, card, cardExpiry } = parts.safe.open(row);
      return { isExpired: expiry < monthOf(parts.clock.now()), expiry, card, cardExpiry };
    },
    useCryptogram: (number, use) => spend(parts, number, use),
  };
}

async function issue(parts: DeviceParts, request: DeviceRequest): Promise<IssuedDevice> {
  const { store, clock, safe } = parts;
  const cryptogram = Buffer.from(parts.random(CRYPTOGRAM_BYTES)).toString('base64');
  const eci = request.hasEci ? eciOf(request.card) : null;
  // A phone gets another number for a card each year, so that no number in use has expired.
  const year = new Date(clock.now()).getUTCFullYear();
  const expiry = `${String(year + YEARS)}12`;
  const { wallet, card, cardExpiry, merchantId, amountMinor, currency } = request;
  const cardHash = safe.hash('card', [wallet, card, cardExpiry, String(year)].join('|'));
  return winRace(
    parts.journal,
    async () => {
      const existing = await store.ofCard(cardHash);
      const device = existing ?? newDevice(parts, request, cardHash, expiry);
      const draft = new Draft().insert(cryptogramTable, {
        cryptogramHash: safe.hash('cryptogram', cryptogram),
        deviceId: device.deviceId,
        merchantId,
        amountMinor,
        currency,
        eci,
        expiresAt: clock.now() + CRYPTOGRAM_LIFE_MS,
        usedBy: null,
        version: 1,
      });
      if (!existing) draft.insert(deviceTable, device);
      return { draft, answer: { number: safe.open(device).number, expiry, cryptogram, eci } };
    },
    [ONE_PER_NUMBER, ONE_PER_CARD],
  );
}

function newDevice(
  { ids, clock, random, safe }: DeviceParts,
  { wallet, card, cardExpiry }: DeviceRequest,
  cardHash: string,
  expiry: string,
): DeviceRow {
  const organization = organizationOf(card) ?? defect('the card has no organization');
  const deviceId = ids.next();
  const number = newNumberIn(deviceRanges[organization], card.length, random);
  const numbers: DeviceNumbers = { number, expiry, card, cardExpiry };
  return {
    deviceId,
    wallet,
    numberHash: safe.hash('number', number),
    cardHash,
    sealedNumbers: safe.seal(deviceId, numbers),
    createdAt: clock.now(),
  };
}

async function spend(parts: DeviceParts, number: string, use: DeviceUse): Promise<boolean> {
  const { store, safe } = parts;
  const device = await store.ofNumber(safe.hash('number', number));
  return winRace(parts.journal, async () => {
    const row = device && (await store.cryptogram(safe.hash('cryptogram', use.cryptogram)));
    const isOfDevice = row !== undefined && row.deviceId === device?.deviceId;
    if (!isOfDevice || !isValidUse(row, use, parts.clock.now())) return { answer: false };
    if (row.usedBy === use.attemptId) return { answer: true };
    const used = { ...row, usedBy: use.attemptId, version: row.version + 1 };
    return { answer: true, draft: new Draft().change(cryptogramTable, used, row.version) };
  });
}

function isValidUse(row: CryptogramRow, use: DeviceUse, now: number): boolean {
  return (
    row.merchantId === use.merchantId &&
    row.amountMinor === use.amountMinor &&
    row.currency === use.currency &&
    row.eci === use.eci &&
    (row.usedBy === null || row.usedBy === use.attemptId) &&
    now <= row.expiresAt
  );
}

/** The customer has confirmed on the device: fully authenticated. */
function eciOf(card: string): string {
  return /^(MASTERCARD|MAESTRO)$/.test(organizationOf(card) ?? '') ? '02' : '05';
}

/** YYYYMM. */
function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7).replace('-', '');
}
