// The settings of the wallets outside. Each wallet is configured completely or not at all.

import { secret, type Secret } from '../core/secret.ts';

export interface ApplePaySettings {
  /** The Apple Pay gateway, which starts sessions. */
  readonly url: string;
  readonly rootsFile: string;
}

export interface GooglePaySettings {
  /** The id of this gateway at Google Pay. */
  readonly gatewayId: string;
  readonly rootsFile: string;
  /** The id of the operator in Google's console; null: the payment page shows no Google Pay. */
  readonly merchantId: string | null;
}

export interface ClickToPaySettings {
  readonly url: string;
  readonly key: Secret<string>;
  /** The script for merchants' pages. */
  readonly sdkUrl: string;
  readonly keysFile: string;
}

export interface WalletSettings {
  readonly applePay: ApplePaySettings | null;
  readonly googlePay: GooglePaySettings | null;
  readonly clickToPay: ClickToPaySettings | null;
}

export const walletVariables: readonly (readonly [string, string, string])[] = [
  [
    'BRAMKA_APAY_URL',
    '',
    'URL of the Apple Pay gateway for sessions; if absent: no Apple Pay, in the sandbox simulated',
  ],
  ['BRAMKA_APAY_ROOTS_FILE', '', 'PEM file with the root certificates of Apple Pay tokens'],
  [
    'BRAMKA_GPAY_GATEWAY',
    '',
    'id of this gateway at Google Pay; if absent: no Google Pay, in the sandbox simulated',
  ],
  ['BRAMKA_GPAY_ROOTS_FILE', '', 'JSON file with the root keys that Google publishes'],
  [
    'BRAMKA_GPAY_MERCHANT_ID',
    '',
    'merchant id of the operator at Google; if absent: no Google Pay on the payment page',
  ],
  [
    'BRAMKA_C2P_URL',
    '',
    'URL of Click to Pay for confirmations; if absent: no Click to Pay, in the sandbox simulated',
  ],
  ['BRAMKA_C2P_KEY', '', 'bearer key sent to Click to Pay'],
  ['BRAMKA_C2P_SDK_URL', '', 'URL of the Click to Pay script for merchants’ pages'],
  ['BRAMKA_C2P_KEYS_FILE', '', 'JWKS file with the keys that sign Click to Pay checkouts'],
];

type Env = Readonly<Record<string, string | undefined>>;

/** The settings of one wallet; the first one turns it on. */
const groups = [
  ['BRAMKA_APAY_URL', 'BRAMKA_APAY_ROOTS_FILE'],
  ['BRAMKA_GPAY_GATEWAY', 'BRAMKA_GPAY_ROOTS_FILE'],
  ['BRAMKA_C2P_URL', 'BRAMKA_C2P_KEY', 'BRAMKA_C2P_SDK_URL', 'BRAMKA_C2P_KEYS_FILE'],
] as const;

/** Optional, but useless without the rest. */
const GOOGLE_MERCHANT = 'BRAMKA_GPAY_MERCHANT_ID';

const urls = ['BRAMKA_APAY_URL', 'BRAMKA_C2P_URL', 'BRAMKA_C2P_SDK_URL'] as const;

/** Only right if there are no `walletProblems`. */
export function readWalletSettings(env: Env): WalletSettings {
  const [apple, google, click] = groups.map((names) => names.map((name) => valueOf(env, name)));
  const [appleUrl, appleRoots] = apple ?? [];
  const [gatewayId, googleRoots] = google ?? [];
  const [clickUrl, key, sdkUrl, keysFile] = click ?? [];
  return {
    applePay: appleUrl && appleRoots ? { url: appleUrl, rootsFile: appleRoots } : null,
    googlePay:
      gatewayId && googleRoots
        ? { gatewayId, rootsFile: googleRoots, merchantId: valueOf(env, GOOGLE_MERCHANT) ?? null }
        : null,
    clickToPay:
      clickUrl && key && sdkUrl && keysFile
        ? { url: clickUrl, key: secret(key), sdkUrl, keysFile }
        : null,
  };
}

/** One sentence for each; first those about single values. */
export function walletProblems(env: Env): string[] {
  const bad = urls.filter((name) => !isUrl(valueOf(env, name))).map(mustBeUrl);
  if (!isGatewayId(valueOf(env, 'BRAMKA_GPAY_GATEWAY'))) {
    bad.push('BRAMKA_GPAY_GATEWAY must be 1 to 64 letters, digits, dots, dashes or underscores');
  }
  const merchant = valueOf(env, GOOGLE_MERCHANT);
  if (merchant !== undefined && !/^[A-Za-z0-9]{1,32}$/.test(merchant)) {
    bad.push(`${GOOGLE_MERCHANT} must be 1 to 32 letters and digits`);
  }
  if (bad.length > 0) return bad;
  const lone = merchant !== undefined && valueOf(env, 'BRAMKA_GPAY_GATEWAY') === undefined;
  return [
    ...groups.flatMap((names) => incomplete(env, names)),
    ...(lone ? [`${GOOGLE_MERCHANT} needs BRAMKA_GPAY_GATEWAY`] : []),
  ];
}

/** The URLs, for the check that production uses TLS. */
export function walletUrls({ applePay, clickToPay }: WalletSettings) {
  return [
    ['BRAMKA_APAY_URL', applePay?.url ?? null],
    ['BRAMKA_C2P_URL', clickToPay?.url ?? null],
    ['BRAMKA_C2P_SDK_URL', clickToPay?.sdkUrl ?? null],
  ] as const;
}

const mustBeUrl = (name: string): string => `${name} must be an http:// or https:// URL`;

function incomplete(env: Env, names: readonly string[]): string[] {
  const isSet = (name: string): boolean => valueOf(env, name) !== undefined;
  const missing = names.filter((name) => !isSet(name));
  const first = names.find(isSet);
  if (first === undefined || missing.length === 0) return [];
  // Whatever is set, the first one turns the wallet on.
  const needed = missing.includes(names[0] ?? '') ? names.slice(0, 1) : missing;
  return [`${first} needs ${needed.join(', ')}`];
}

function valueOf(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function isGatewayId(value: string | undefined): boolean {
  return value === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value);
}

function isUrl(value: string | undefined): boolean {
  return value === undefined || (/^https?:\/\//.test(value) && URL.canParse(value));
}
