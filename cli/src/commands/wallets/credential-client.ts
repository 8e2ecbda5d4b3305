// The wallet credentials of a running gateway (/v1/admin/wallets/credentials), as the commands use
// them.

import type {
  CredentialKind,
  CredentialState,
} from '@bramka/gateway/wallets/credentials/credential.ts';
import { call, type Call } from '../../call.ts';

const PAGE = 100;
const path = '/v1/admin/wallets/credentials';

export interface CredentialReply {
  readonly credentialId: string;
  readonly kind: CredentialKind;
  readonly merchantId?: string;
  readonly name: string;
  readonly algorithm: string;
  readonly state: CredentialState;
  readonly publicKey: string;
  readonly publicKeyHash: string;
  readonly certificate?: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
}

export interface CreatedReply {
  readonly credentialId: string;
  readonly certificateRequest?: string;
  readonly publicKey: string;
}

interface CredentialOwner {
  readonly kind: string;
  readonly merchantId?: string | undefined;
  readonly name: string;
}

export interface CredentialClient {
  list(merchantId?: string): Promise<CredentialReply[]>;
  create(body: CredentialOwner & { algorithm?: string | undefined }): Promise<CreatedReply>;
  install(credentialId: string, certificate: string): Promise<CredentialReply>;
  importKey(
    body: CredentialOwner & { certificate?: string | undefined; privateKey: string },
  ): Promise<CredentialReply>;
  remove(credentialId: string): Promise<CredentialReply>;
}

export function credentialClient(url: string, key: string): CredentialClient {
  const send = <Reply>(request: Call): Promise<Reply> => call(url, { ...request, bearer: key });
  const post = <Reply>(to: string, body?: object): Promise<Reply> =>
    send({ method: 'POST', path: to, ...(body ? { body } : {}) });
  const at = (credentialId: string): string => `${path}/${encodeURIComponent(credentialId)}`;
  return {
    async list(merchantId) {
      const all: CredentialReply[] = [];
      for (;;) {
        const last = all.at(-1)?.credentialId;
        const query = new URLSearchParams({
          ...(merchantId === undefined ? {} : { merchantId }),
          ...(last === undefined ? {} : { after: last }),
        });
        const { credentials } = await send<{ credentials: CredentialReply[] }>({
          path: `${path}?${query.toString()}`,
        });
        all.push(...credentials);
        if (credentials.length < PAGE) return all;
      }
    },
    create: (body) => post(path, body),
    install: (credentialId, certificate) =>
      post(`${at(credentialId)}/certificate`, { certificate }),
    importKey: (body) => post(`${path}/import`, body),
    remove: (credentialId) => post(`${at(credentialId)}/remove`),
  };
}
