// Valid and bad rows of the tables of logos and of the scripts of the page; part of bad-rows.ts.

import { type Values } from './bad-sandbox-rows.ts';

const LARGEST = 40_960;

export const goodPageRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.merchant_logos': (number) => ({
    hash: number.toString(16).padStart(32, '0'),
    media_type: 'image/png',
    data: `\\x${'00'.repeat(LARGEST)}`,
  }),
  'public.page_builds': (number) => ({ build: String(number).padStart(43, '0'), content: '[]' }),
};

export const badPageRows: Readonly<Record<string, readonly Values[]>> = {
  'public.merchant_logos merchant_logos_hash': [
    { hash: '0'.repeat(31) },
    { hash: '0'.repeat(33) },
    { hash: 'A'.repeat(32) },
  ],
  'public.merchant_logos merchant_logos_media_type': [
    { media_type: 'image/svg+xml' },
    { media_type: 'text/html' },
  ],
  'public.merchant_logos merchant_logos_data': [
    { data: '\\x' },
    { data: `\\x${'00'.repeat(LARGEST + 1)}` },
  ],
  'public.page_builds page_builds_build': [
    { build: '0'.repeat(42) },
    { build: '0'.repeat(44) },
    { build: `${'0'.repeat(42)}+` },
  ],
  'public.page_builds page_builds_content': [{ content: 'x'.repeat(2_000_001) }],
};
