// Valid and bad rows of the tables of wallets; part of bad-rows.ts.

import { type Values } from './bad-sandbox-rows.ts';

const HASH = `\\x${'00'.repeat(32)}`;

export const goodWalletRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.checkout_confirmations': () => ({
    correlation_id: 'c',
    dpa_id: 'd',
    state: 'WAITING',
    tries: 0,
  }),
  'public.used_wallet_tokens': (number) => ({
    wallet: 'APAY',
    token_hash: `\\x${number.toString(16).padStart(64, '0')}`,
  }),
};

export const badWalletRows: Readonly<Record<string, readonly Values[]>> = {
  'public.checkout_confirmations checkout_confirmations_correlation': [{ correlation_id: '' }],
  'public.checkout_confirmations checkout_confirmations_dpa': [{ dpa_id: '' }],
  'public.checkout_confirmations checkout_confirmations_state': [{ state: 'DONE' }],
  'public.checkout_confirmations checkout_confirmations_tries': [{ tries: -1 }],
  'public.used_wallet_tokens used_wallet_tokens_hash': [
    { token_hash: HASH.slice(0, -2) },
    { token_hash: `${HASH}00` },
  ],
  'public.used_wallet_tokens used_wallet_tokens_wallet': [{ wallet: 'apay' }, { wallet: 'CARD' }],
};
