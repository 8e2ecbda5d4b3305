// Short names of the fields of ISO 8583, for people who read a message.

import type { Version } from '../codec/field-tables.ts';

const common: Readonly<Record<number, string>> = {
  2: 'card number',
  3: 'processing code',
  4: 'amount',
  5: 'settlement amount',
  6: 'billing amount',
  7: 'transmission time',
  11: 'trace number (STAN)',
  12: 'local time',
  13: 'local date',
  14: 'expiry',
  15: 'settlement date',
  18: 'merchant type (MCC)',
  19: 'country of the acquirer',
  22: 'entry mode',
  23: 'card sequence number',
  24: 'network id',
  25: 'condition code',
  32: 'acquirer',
  33: 'forwarding institution',
  34: 'extended card number',
  35: 'track 2',
  36: 'track 3',
  37: 'retrieval reference (RRN)',
  38: 'authorization code',
  39: 'response code',
  41: 'terminal',
  42: 'merchant (card acceptor)',
  43: 'name and location',
  44: 'additional response data',
  45: 'track 1',
  48: 'private data',
  49: 'currency',
  50: 'settlement currency',
  51: 'billing currency',
  52: 'PIN data',
  53: 'security control',
  54: 'additional amounts',
  55: 'chip data',
  63: 'private data',
  64: 'authentication code (MAC)',
  70: 'network management code',
  90: 'original data',
  95: 'replacement amounts',
  100: 'receiving institution',
  102: 'account 1',
  103: 'account 2',
  128: 'authentication code (MAC)',
};

/** Where :1993 differs. */
const of1993: Readonly<Record<number, string>> = {
  18: 'merchant type',
  24: 'function code',
  25: 'message reason',
  26: 'merchant type (MCC)',
  30: 'original amounts',
  39: 'action code',
  56: 'original data',
};

export function fieldName(version: Version, number: number): string {
  const own = version === '1993' ? of1993[number] : undefined;
  return own ?? common[number] ?? '';
}
