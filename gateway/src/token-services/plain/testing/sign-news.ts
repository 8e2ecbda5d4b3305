// Signs news as a token service does, for tests.

import { createHmac } from 'node:crypto';
import type { Instant } from '../../../core/clock.ts';
import type { Key } from '../../../core/seal.ts';
import { open } from '../../../core/secret.ts';

export function signNews(body: string, key: Key, at: Instant): string {
  const seconds = String(Math.floor(at / 1000));
  const mac = createHmac('sha256', open(key)).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${mac}`;
}
