// The operator's endpoints for wallet credentials under /v1/admin/wallets/credentials: create,
// install, import, list, remove. No answer contains a private key.

import { Type } from 'typebox';
import type { RefusalCode } from '../../core/refusals.ts';
import { secret } from '../../core/secret.ts';
import { endpoint } from '../../http/endpoint.ts';
import { optionalText, patternText, secretText, text } from '../../http/schema.ts';
import { nameForm, nameRule } from '../../wallets/credentials/administer.ts';
import {
  algorithmsOf,
  credentialKinds,
  type WalletTools,
} from '../../wallets/credentials/credential.ts';
import { mid, uuidText } from '../fields.ts';
import { algorithmField, credentialSchema, credentialView, kindField } from '../credential.view.ts';

const ecKinds = credentialKinds.filter((kind) => algorithmsOf[kind][0] === 'EC');

const PAGE = 100;
const MAX_CERTIFICATE = 16_384;
const MAX_PRIVATE_KEY = 8192;

const merchantId = Type.Optional(
  mid('MID; required for kinds of a merchant and absent for the gateway’s own kinds'),
);
const name = patternText(nameForm.source, nameRule, {
  description: 'For Apple Pay the merchant identifier such as merchant.com.shop',
});
const certificate = text(MAX_CERTIFICATE, 'One X.509 certificate as PEM or as base64 of DER');
const params = Type.Object({
  credentialId: Type.String({ maxLength: 64, description: 'Id of the credential' }),
});

const ownerRefusals: readonly RefusalCode[] = ['MERCHANT_NOT_FOUND'];
const certificateRefusals: readonly RefusalCode[] = [
  'CERTIFICATE_UNREADABLE',
  'CERTIFICATE_NOT_VALID_NOW',
  'CERTIFICATE_SIMULATED',
  'CERTIFICATE_OTHER_NAME',
  'CERTIFICATE_OTHER_KEY',
];

interface WalletDeps {
  readonly walletTools: WalletTools;
}

const createCredential = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/wallets/credentials',
    summary: 'Make a key pair for a wallet, and a certificate request for it',
    description:
      'The private key is stored sealed and never leaves the gateway. For Apple Pay send the ' +
      'certificate request to Apple and install the certificate; earlier ones of the merchant ' +
      'stay usable. Keys of the gateway itself are usable at once: publish `publicKey`.',
    access: 'operator',
    action: { name: 'ADD_CREDENTIAL', subject: 'credentialId' },
    body: Type.Object({
      kind: kindField,
      merchantId,
      name,
      algorithm: Type.Optional(
        algorithmField(`Absent: EC for ${ecKinds.join(' and ')}, otherwise RSA.`),
      ),
    }),
    reply: Type.Object({
      credentialId: Type.String({ description: 'Id of the credential' }),
      certificateRequest: optionalText('PKCS#10 in PEM; absent for the gateway’s own kinds'),
      publicKey: Type.String({ description: 'SubjectPublicKeyInfo in base64' }),
    }),
    refusals: [...ownerRefusals, 'KEY_NOT_SUITABLE', 'CREDENTIAL_LIMIT_REACHED'],
  },
  async ({ walletTools }: WalletDeps, { body }) => {
    const algorithm = body.algorithm ?? algorithmsOf[body.kind][0] ?? 'EC';
    const owner = { kind: body.kind, merchantId: body.merchantId ?? null, name: body.name };
    const { certificateRequest, ...created } = await walletTools.create({ ...owner, algorithm });
    return { ...created, ...(certificateRequest === null ? {} : { certificateRequest }) };
  },
);

const installCertificate = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/wallets/credentials/{credentialId}/certificate',
    summary: 'Install the certificate that was issued for a requested credential',
    description: 'The credential is usable at once. To install the same certificate again is fine.',
    access: 'operator',
    action: { name: 'INSTALL_CERTIFICATE', subject: 'credentialId' },
    params,
    body: Type.Object({ certificate }),
    reply: credentialSchema,
    refusals: ['CREDENTIAL_NOT_FOUND', ...certificateRefusals, 'CREDENTIAL_NOT_REQUESTED'],
  },
  async ({ walletTools }: WalletDeps, { params: { credentialId }, body, note }) => {
    note({ before: credentialView(await walletTools.find(credentialId)) });
    return credentialView(
      await walletTools.install({ credentialId, certificate: body.certificate }),
    );
  },
);

const importCredential = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/wallets/credentials/import',
    summary: 'Import a private key that exists already, with its certificate',
    description:
      'For a move from another gateway. Otherwise create the key here: then nobody has seen it.',
    access: 'operator',
    action: { name: 'IMPORT_CREDENTIAL', subject: 'credentialId' },
    body: Type.Object({
      kind: kindField,
      merchantId,
      name,
      certificate: Type.Optional(certificate),
      privateKey: secretText({
        maxLength: MAX_PRIVATE_KEY,
        minLength: 1,
        description: 'PKCS#8 in PEM, not encrypted',
      }),
    }),
    reply: credentialSchema,
    refusals: [
      ...ownerRefusals,
      'PRIVATE_KEY_UNREADABLE',
      'KEY_NOT_SUITABLE',
      ...certificateRefusals,
      'CREDENTIAL_EXISTS',
      'CREDENTIAL_LIMIT_REACHED',
    ],
  },
  async ({ walletTools }: WalletDeps, { body }) => {
    const record = await walletTools.importKey({
      kind: body.kind,
      merchantId: body.merchantId ?? null,
      name: body.name,
      certificate: body.certificate ?? null,
      privateKey: secret(body.privateKey),
    });
    return credentialView(record);
  },
);

const listCredentials = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/wallets/credentials',
    summary: 'List wallet credentials, 100 at a time',
    access: 'operator',
    query: Type.Object({
      merchantId: Type.Optional(mid('Those of this merchant; absent: all')),
      after: Type.Optional(
        uuidText(
          'the id of a credential',
          'The last id of the page before; absent: the first page',
        ),
      ),
    }),
    reply: Type.Object({
      credentials: Type.Array(credentialSchema, {
        description: 'In the order in which they were made, removed ones too.',
      }),
    }),
  },
  async ({ walletTools }: WalletDeps, { query }) => {
    const credentials = await walletTools.list({ ...query, limit: PAGE });
    return { credentials: credentials.map(credentialView) };
  },
);

const removeCredential = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/wallets/credentials/{credentialId}/remove',
    summary: 'Remove a wallet credential: its private key is deleted',
    description:
      'Tokens that are encrypted to it can no longer be opened, on every node within a second. ' +
      'The rest of the record stays in the list.',
    access: 'operator',
    action: { name: 'REMOVE_CREDENTIAL', subject: 'credentialId' },
    params,
    reply: credentialSchema,
    refusals: ['CREDENTIAL_NOT_FOUND'],
  },
  async ({ walletTools }: WalletDeps, { params: { credentialId }, note }) => {
    note({ before: credentialView(await walletTools.find(credentialId)) });
    return credentialView(await walletTools.remove(credentialId));
  },
);

export const walletCredentialEndpoints = [
  createCredential,
  listCredentials,
  importCredential,
  installCertificate,
  removeCredential,
];
