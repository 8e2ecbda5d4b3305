// Issues certificates for tests, as a wallet would: for any key, with any names and times.
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { bits, context, integer, oid, sequence, set, time, utf8 } from '../../../core/der/write.ts';
import { pem } from '../certificate-request.ts';

const attributes = { CN: '2.5.4.3', O: '2.5.4.10', UID: '0.9.2342.19200300.100.1.1' } as const;
type Names = Partial<Record<keyof typeof attributes, string>>;

interface IssueOptions {
  readonly subject?: Names;
  readonly issuer?: Names;
  readonly notBefore?: number;
  readonly notAfter?: number;
}

const issuerKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
export const validUntil = Date.parse('2027-03-01T12:00:00Z');

/** In PEM, for a public key or for the public part of a private key. */
export function issueCertificate(key: KeyObject, options: IssueOptions = {}): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const { notBefore = Date.parse('2026-01-01T00:00:00Z'), notAfter = validUntil } = options;
  const content = sequence(
    context(0, integer(2)),
    integer(7),
    algorithm,
    nameOf(options.issuer ?? { CN: 'Test issuer' }),
    sequence(time(notBefore), time(notAfter)),
    nameOf(options.subject ?? { CN: 'Test' }),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', content, issuerKey);
  return pem('CERTIFICATE', sequence(content, algorithm, bits(signature)));
}

/** For the public key in base64 that `create` returns. */
export function issueFor(publicKey: string, options: IssueOptions = {}): string {
  const key = { key: Buffer.from(publicKey, 'base64'), type: 'spki', format: 'der' } as const;
  return issueCertificate(createPublicKey(key), options);
}

function nameOf(names: Names): Buffer {
  const parts = Object.entries(names) as [keyof typeof attributes, string][];
  return sequence(...parts.map(([name, text]) => set(sequence(oid(attributes[name]), utf8(text)))));
}
