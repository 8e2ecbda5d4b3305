// The directory server's keys in the database: the first node creates them, all nodes use the
// stored ones.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import { storedOnce } from '../../party/stored/load-once.ts';
import type { DirectoryKeys } from './directory-keys.ts';

type StoredKeys = Readonly<Record<keyof DirectoryKeys, Uint8Array>>;

const read = statement(
  'sandbox.directory-keys.read',
  `select authority_certificate as "authorityCertificate",
     issuing_certificate as "issuingCertificate", signing_certificate as "signingCertificate",
     signing_key as "signingKey", encryption_key as "encryptionKey"
   from sandbox.directory_keys`,
);
const insert = statement(
  'sandbox.directory-keys.insert',
  `insert into sandbox.directory_keys (authority_certificate, issuing_certificate,
     signing_certificate, signing_key, encryption_key)
   values ($1, $2, $3, $4, $5) on conflict do nothing`,
);

/**
 * Returns the keys of this database and creates them on first use. They never change, so callers
 * cache them.
 */
export function loadDirectoryKeys(
  database: Queryable,
  make: () => DirectoryKeys,
): Promise<DirectoryKeys> {
  return storedOnce(
    async () => {
      const [row] = await database.run<StoredKeys>(read);
      return row && unpacked(row);
    },
    () => {
      const created = make();
      return database.run(insert, [
        created.authorityCertificate,
        created.issuingCertificate,
        created.signingCertificate,
        exportKey(created.signingKey),
        exportKey(created.encryptionKey),
      ]);
    },
  );
}

function unpacked(row: StoredKeys): DirectoryKeys {
  return {
    authorityCertificate: Buffer.from(row.authorityCertificate),
    issuingCertificate: Buffer.from(row.issuingCertificate),
    signingCertificate: Buffer.from(row.signingCertificate),
    signingKey: importKey(row.signingKey),
    encryptionKey: importKey(row.encryptionKey),
  };
}

function exportKey(key: KeyObject): Buffer {
  return key.export({ type: 'pkcs8', format: 'der' });
}

function importKey(bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.from(bytes), type: 'pkcs8', format: 'der' });
}
