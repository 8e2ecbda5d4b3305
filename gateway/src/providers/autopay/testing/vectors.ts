// Published hash vectors of Autopay's protocol: the values of a message, the key and the digest.
// The first five are from the operator's documentation, two are from its software library.

import { secret } from '../../../core/secret.ts';
import type { AutopayService } from '../hash.ts';

interface HashVector {
  readonly message: string;
  readonly values: readonly string[];
  readonly key: string;
  readonly digest: string;
}

const LIBRARY_KEY = 'QCBm3N0oFjzQAWsTIVN8mPLK12TW6HU6InSfjvnF';

export const vectors: readonly HashVector[] = [
  {
    message: 'start',
    values: ['2', '100', '1.50'],
    key: '2test2',
    digest: '2ab52e6918c6ad3b69a8228a2ab815f11ad58533eeed963dd990df8d8c3709d1',
  },
  {
    message: 'return',
    values: ['2', '100'],
    key: '2test2',
    digest: '254eac9980db56f425acf8a9df715cbd6f56de3c410b05f05016630f7d30a4ed',
  },
  {
    message: 'notification',
    values: '1|11|91|11.11|PLN|1|20010101111111|SUCCESS|AUTHORIZED'.split('|'),
    key: '1test1',
    digest: 'a103bfe581a938e9ad78238cfc674ffafdd6ec70cb6825e7ed5c41787671efe4',
  },
  {
    message: 'confirmation',
    values: ['1', '11', 'CONFIRMED'],
    key: '1test1',
    digest: 'c1e9888b7d9fb988a4aae0dfbff6d8092fc9581e22e02f335367dd01058f9618',
  },
  {
    message: 'channel list',
    values: ['47498', '11111111111111111111111111111111', 'PLN,EUR', 'PL'],
    key: '1test1',
    digest: '306519f632e53a5e662de0125da7ac3f8135c7e4080900f2b145d4b25ff1b55d',
  },
  {
    message: 'continue link',
    values: [
      'PENDING',
      'https://pay-accept.bm.pl/payment/continue/9IA2UISN/718GTV5E',
      '123',
      '9IA2UISN',
    ],
    key: LIBRARY_KEY,
    digest: 'a3700f934854728035ae2b22cbd0dcbbad0c207faecb16f707b9d2abb103f54e',
  },
  {
    message: 'no continuation',
    values: ['186-1590996507', 'NOTCONFIRMED', 'MULTIPLY_PAID_TRANSACTION'],
    key: LIBRARY_KEY,
    digest: 'f9071f99e64fdfcebc8cf598c56afd5ba8c7d3330b7975951c675be4ffe0c5d6',
  },
  {
    message: 'return to this gateway',
    values: ['123456', '123'],
    key: LIBRARY_KEY,
    digest: 'df5f737f48bcef93361f590b460cc633b28f91710a60415527221f9cb90da52a',
  },
];

export function vectorOf(message: string): HashVector {
  const found = vectors.find((one) => one.message === message);
  if (!found) throw new Error(`no vector for ${message}`);
  return found;
}

export function serviceOf(serviceId: string, key: string): AutopayService {
  return { serviceId, key: secret(key), hashMethod: 'SHA256' };
}
