// The simulated issuers' cards that are enrolled in 3-D Secure, the BIN table that lists them, and
// the devices of their customers.

import { parseBinTable } from '@bramka/gateway/cards/bin-table.ts';

export const METHOD_URL = 'https://acs.example/method';

interface Range {
  readonly bin: string;
  readonly organization: 'VISA' | 'MASTERCARD';
  readonly end: string;
  readonly methodUrl: string;
}

const ranges: readonly Range[] = [
  { bin: '49171100', organization: 'VISA', end: '2.3.1', methodUrl: '' },
  { bin: '49171101', organization: 'VISA', end: '2.3.1', methodUrl: METHOD_URL },
  { bin: '49171102', organization: 'VISA', end: '2.1.0', methodUrl: '' },
  { bin: '52101100', organization: 'MASTERCARD', end: '2.2.0', methodUrl: '' },
];

const header =
  'from,to,organization,type,issuer,country,currency,supported,fundsTransfer,' +
  'acsStart,acsEnd,dsStart,dsEnd,methodUrl';

/** Ranges without a common protocol version. JCB has no entry, so its directory server is asked. */
const plainBins: readonly (readonly [bin: string, organization: string])[] = [
  ['400000', 'VISA'],
  ['411111', 'VISA'],
  ['555555', 'MASTERCARD'],
  ['222300', 'MASTERCARD'],
  ['675964', 'MAESTRO'],
  ['378282', 'AMEX'],
  ['601111', 'DISCOVER'],
  ['305693', 'DINERS'],
  ['620000', 'UNIONPAY'],
];

export const binTable = parseBinTable(
  [
    header,
    ...plainBins.map(
      ([bin, organization]) => `${bin},${bin},${organization},,,,,yes,yes,2.4.0,2.4.0,,,`,
    ),
    ...ranges.map(({ bin, organization, end, methodUrl }) =>
      [bin, bin, organization, ',,,', 'yes,yes', '2.1.0', end, '2.1.0', end, methodUrl].join(','),
    ),
  ].join('\n'),
);

/** Whether a card is enrolled, by its mask. */
export function isEnrolled(cardMask: string | null): boolean {
  return !plainBins.some(([bin]) => cardMask?.startsWith(bin));
}

/** Cards that the acquirer approves, and cards that it soft-declines without authentication. */
export const quietCards = ranges.map(({ bin }) => numberOf(bin, '10'));
export const askingCards = ranges.map(({ bin }) => numberOf(bin, '30'));

/** BIN, path, zeros, and the Luhn check digit. */
function numberOf(bin: string, path: string): string {
  const digits = `${bin}${path}00000`;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${String((10 - (sum % 10)) % 10)}`;
}

export const browser = {
  ip: '203.0.113.7',
  browserData: {
    javascriptEnabled: true,
    language: 'pl-PL',
    colorDepth: '24',
    screenHeight: 1080,
    screenWidth: 1920,
    timezone: -60,
    userAgent: 'Mozilla/5.0',
    acceptHeader: 'text/html',
  },
};

export const app = {
  sdk: {
    transId: '0190b6a2-5f00-7000-8000-000000000001',
    appId: '0190b6a2-5f00-7000-8000-000000000002',
    refNumber: '3DS_LOA_SDK',
    ephemPubKey: JSON.stringify({
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    }),
    encData: 'ZQ.ZQ.ZQ.ZQ.ZQ',
  },
};
