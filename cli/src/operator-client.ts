// The operator API of a running gateway (/v1/admin), as the commands use it, and where the address
// and the key come from.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BinView } from '@bramka/gateway/admin/bin.view.ts';
import { call, type Call } from './call.ts';
import { Failure } from './failure.ts';
import type { Settings } from './settings.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export const DEFAULT_URL = 'http://127.0.0.1:8080';
const PAGE = 100;

interface SecretAge {
  readonly id: string;
  readonly createdAt: string;
}

export interface MerchantReply {
  readonly merchantId: string;
  readonly status: string;
  readonly settings: Settings;
  readonly secrets: readonly SecretAge[];
  readonly notificationSecrets: readonly SecretAge[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface AddedReply {
  readonly merchant: MerchantReply;
  readonly apiSecret: string;
  readonly notificationSecret: string;
}

interface RolledReply {
  readonly merchant: MerchantReply;
  /** The one of the kind that was rolled. */
  readonly apiSecret?: string;
  readonly notificationSecret?: string;
}

export interface OperatorClient {
  add(merchantId: string, settings: Settings): Promise<AddedReply>;
  list(): Promise<MerchantReply[]>;
  read(merchantId: string): Promise<MerchantReply>;
  change(
    merchantId: string,
    change: { status?: string; settings?: Settings },
  ): Promise<MerchantReply>;
  roll(merchantId: string, kind: 'API' | 'NOTIFICATION', dropOld: boolean): Promise<RolledReply>;
  revokeTokens(merchantId: string): Promise<MerchantReply>;
  /** `page`: settings that are not stored yet. */
  previewPage(merchantId: string, page: Settings): Promise<{ url: string; validUntil: string }>;
  rotateKeys(): Promise<{ keyId: string }>;
  rotateEncryptionKey(): Promise<{ keyId: string }>;
  findBin(number: string): Promise<BinView>;
}

export function operatorClient(url: string, key: string): OperatorClient {
  const send = <Reply>(request: Call): Promise<Reply> => call(url, { ...request, bearer: key });
  const at = (merchantId: string): string =>
    `/v1/admin/merchants/${encodeURIComponent(merchantId)}`;
  return {
    add: (merchantId, settings) =>
      send({ method: 'POST', path: '/v1/admin/merchants', body: { merchantId, settings } }),
    async list() {
      const all: MerchantReply[] = [];
      for (;;) {
        const after = encodeURIComponent(all.at(-1)?.merchantId ?? '');
        const path = `/v1/admin/merchants?after=${after}`;
        const { merchants } = await send<{ merchants: MerchantReply[] }>({ path });
        all.push(...merchants);
        if (merchants.length < PAGE) return all;
      }
    },
    read: (merchantId) => send({ path: at(merchantId) }),
    change: (merchantId, change) => send({ method: 'PATCH', path: at(merchantId), body: change }),
    roll: (merchantId, kind, dropOld) =>
      send({ method: 'POST', path: `${at(merchantId)}/secrets`, body: { kind, dropOld } }),
    revokeTokens: (merchantId) => send({ method: 'POST', path: `${at(merchantId)}/revoke-tokens` }),
    previewPage: (merchantId, page) =>
      send({ method: 'POST', path: `${at(merchantId)}/page-preview`, body: { page } }),
    rotateKeys: () => send({ method: 'POST', path: '/v1/admin/keys/rotate' }),
    rotateEncryptionKey: () => send({ method: 'POST', path: '/v1/admin/keys/rotate-encryption' }),
    findBin: (number) => send({ method: 'POST', path: '/v1/admin/bins/find', body: { number } }),
  };
}

export function gatewayUrl(given: string | undefined, env: Env): string {
  const url = given ?? (env['BRAMKA_URL']?.trim() || DEFAULT_URL);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Failure(
      'the address of the gateway (--url, BRAMKA_URL) must begin with http:// or https://',
    );
  }
  return url.replace(/\/+$/, '');
}

/** From --key, the environment, or the file that a sandbox writes into its data directory. */
export function operatorKey(given: string | undefined, env: Env): string {
  const named = given ?? env['BRAMKA_ADMIN_KEY']?.trim();
  if (named) return named;
  const file = join(env['BRAMKA_DATA_DIR']?.trim() || './data', 'admin.key');
  if (!existsSync(file)) {
    throw new Failure(
      `the operator key is not known: there is no ${file}. Set BRAMKA_DATA_DIR to the data ` +
        'directory of the running sandbox, or give the key with --key or BRAMKA_ADMIN_KEY',
    );
  }
  return readFileSync(file, 'utf8').trim();
}
