// The operator's changes to wallet credentials: create, install, import, remove. A private key that
// was made here never leaves the gateway.

import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import { isUuid, type Ids } from '../../core/id.ts';
import type { Keyring } from '../../core/keys/keyring.ts';
import type { RandomBytes } from '../../core/random.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { Queryable } from '../../storage/database.ts';
import { UniqueViolation } from '../../storage/errors.ts';
import { readCertificate, type ReadCertificate } from './certificate.ts';
import { certificateRequest } from './certificate-request.ts';
import {
  algorithmsOf,
  type CreatedCredential,
  type CredentialKind,
  type CredentialRecord,
  type ImportedCredential,
  type NewCredential,
  type WalletTools,
} from './credential.ts';
import {
  activateCredential,
  clearCredentials,
  findCredential,
  insertCredential,
  listCredentials,
  removeCredential,
  type CredentialRow,
} from './credential.store.ts';
import { hashOf, isPair, makeKey, publicBytes, readPrivateKey, sealKey } from './private-key.ts';
import type { CachedWalletKeys } from './wallet-keys.ts';

interface WalletToolParts {
  readonly database: Queryable;
  readonly ring: Keyring;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly merchants: Pick<MerchantStore, 'read'>;
  readonly keys: Pick<CachedWalletKeys, 'forget'>;
  readonly environment: 'sandbox' | 'production';
}

const PAGE = 100;
/** Letters, digits, spaces and . _ - so that it is also a valid common name. */
export const nameForm = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/;
export const nameRule = '1 to 64 letters, digits, spaces, dots, hyphens or underscores';

const isOfGateway = (kind: CredentialKind): boolean =>
  kind === 'GPAY_ENCRYPTION' || kind === 'C2P_ENCRYPTION';

export function createWalletTools(parts: WalletToolParts): WalletTools {
  const { database, clock, keys } = parts;
  const find = async (credentialId: string): Promise<CredentialRecord> => {
    const record = isUuid(credentialId)
      ? await findCredential(database, credentialId, clock.now())
      : undefined;
    return record ?? refuse('CREDENTIAL_NOT_FOUND');
  };
  const changed = (credentialId: string): Promise<CredentialRecord> => {
    keys.forget();
    return find(credentialId);
  };
  return {
    create: (input) => createCredential(parts, input),
    async install({ credentialId, certificate }) {
      await installCertificate(parts, await find(credentialId), certificate);
      return changed(credentialId);
    },
    importKey: async (input) => changed(await importCredential(parts, input)),
    find,
    list: ({ merchantId = null, kind = null, after = null, limit = PAGE } = {}) =>
      listCredentials(database, { merchantId, kind, after, limit }, clock.now()),
    async remove(credentialId) {
      await find(credentialId);
      await removeCredential(database, credentialId, clock.now());
      return changed(credentialId);
    },
    async clear() {
      await clearCredentials(database);
      keys.forget();
    },
  };
}

async function createCredential(
  parts: WalletToolParts,
  input: NewCredential,
): Promise<CreatedCredential> {
  await checkOwner(parts, input);
  const { kind, name, algorithm } = input;
  if (!algorithmsOf[kind].includes(algorithm)) refuse('KEY_NOT_SUITABLE');
  const key = await makeKey(algorithm, parts.random);
  const row = await insertKey(parts, input, key, null);
  return {
    credentialId: row.credentialId,
    certificateRequest: isOfGateway(kind) ? null : certificateRequest(name, key),
    publicKey: row.publicKey.toString('base64'),
  };
}

async function importCredential(
  parts: WalletToolParts,
  input: ImportedCredential,
): Promise<string> {
  await checkOwner(parts, input);
  const { kind, name, certificate: text } = input;
  const { key, algorithm } = readPrivateKey(input.privateKey, kind);
  if (isOfGateway(kind)) {
    if (text !== null) throw invalid('certificate', `must be absent for kind ${kind}`);
    if (!isPair(key, createPublicKey(key))) refuse('PRIVATE_KEY_UNREADABLE');
    return (await insertKey(parts, { ...input, algorithm }, key, null)).credentialId;
  }
  if (text === null) throw invalid('certificate', `is required for kind ${kind}`);
  const read = readCertificate(text, rulesOf(parts, name));
  if (!isPair(key, read.certificate.publicKey)) refuse('CERTIFICATE_OTHER_KEY');
  return (await insertKey(parts, { ...input, algorithm }, key, read)).credentialId;
}

/** Sending the same certificate again is no mistake: the answer may have been lost. */
async function installCertificate(
  parts: WalletToolParts,
  record: CredentialRecord,
  text: string,
): Promise<void> {
  const { database, clock } = parts;
  const { credentialId, name, publicKeyHash } = record;
  const { certificate, expiresAt } = readCertificate(text, rulesOf(parts, name));
  if (!hashOf(publicBytes(certificate.publicKey)).equals(publicKeyHash)) {
    refuse('CERTIFICATE_OTHER_KEY');
  }
  if (hasCertificate(record, certificate.raw)) return;
  const change = { certificate: certificate.raw, expiresAt, at: clock.now() };
  if (await activateCredential(database, credentialId, change)) return;
  const after = await findCredential(database, credentialId, clock.now());
  if (!after || !hasCertificate(after, certificate.raw)) refuse('CREDENTIAL_NOT_REQUESTED');
}

function hasCertificate({ status, certificate }: CredentialRecord, uploaded: Buffer): boolean {
  return status === 'ACTIVE' && certificate !== null && uploaded.equals(certificate);
}

function rulesOf({ environment, clock }: WalletToolParts, name: string) {
  return { name, environment, now: clock.now() };
}

type Owner = Pick<NewCredential, 'kind' | 'merchantId' | 'name'>;

async function checkOwner(
  { merchants }: WalletToolParts,
  { kind, merchantId, name }: Owner,
): Promise<void> {
  if (!nameForm.test(name)) throw invalid('name', `must be ${nameRule}`);
  if (isOfGateway(kind)) {
    if (merchantId !== null) throw invalid('merchantId', `must be absent for kind ${kind}`);
    return;
  }
  if (merchantId === null) throw invalid('merchantId', `is required for kind ${kind}`);
  if (!(await merchants.read(merchantId))) refuse('MERCHANT_NOT_FOUND');
}

async function insertKey(
  { database, ring, clock, ids, keys }: WalletToolParts,
  { kind, merchantId, name, algorithm }: NewCredential,
  key: KeyObject,
  read: ReadCertificate | null,
): Promise<CredentialRow> {
  const publicKey = publicBytes(key);
  const owner = { credentialId: ids.next(), kind, merchantId, publicKeyHash: hashOf(publicKey) };
  const now = clock.now();
  const isActive = read !== null || isOfGateway(kind);
  const row: CredentialRow = {
    ...owner,
    name,
    algorithm,
    status: isActive ? 'ACTIVE' : 'REQUESTED',
    publicKey,
    certificate: read?.certificate.raw ?? null,
    sealedPrivateKey: await sealKey(ring, owner, key),
    createdAt: now,
    activatedAt: isActive ? now : null,
    expiresAt: read?.expiresAt ?? null,
  };
  try {
    if (!(await insertCredential(database, row))) refuse('CREDENTIAL_LIMIT_REACHED');
  } catch (error) {
    if (error instanceof UniqueViolation) refuse('CREDENTIAL_EXISTS');
    throw error;
  }
  keys.forget();
  return row;
}
