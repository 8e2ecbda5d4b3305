// Issues X.509 certificates for tests, right and wrong ones.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  X509Certificate,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  bits,
  boolean,
  context,
  der,
  integer,
  nothing,
  octets,
  oid,
  sequence,
  set,
  time,
  utf8,
} from '@bramka/gateway/core/der/write.ts';

export interface Holder {
  readonly name: string;
  readonly key: KeyObject;
  readonly certificate: Buffer;
}

export interface CertificatePlan {
  readonly name: string;
  readonly key?: KeyObject;
  /** Null: signs itself. */
  readonly issuer: Pick<Holder, 'name' | 'key'> | null;
  readonly extensions?: readonly Buffer[];
  readonly from?: number;
  readonly to?: number;
  readonly serial?: number;
  readonly hash?: 'sha1' | 'sha256';
}

export const validity = { from: Date.UTC(2020, 0), to: Date.UTC(2049, 0) };

export const ids = {
  signer: '1.2.840.113635.100.6.29',
  authority: '1.2.840.113635.100.6.2.14',
  merchant: '1.2.840.113635.100.6.32',
};

export const newEcKey = (namedCurve = 'P-256'): KeyObject =>
  generateKeyPairSync('ec', { namedCurve }).privateKey;

export const newRsaKey = (modulusLength = 2048): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey;

/** Stored, because generating a key of this length takes seconds. It protects nothing. */
export const longRsaKey = (): KeyObject => {
  const text = readFileSync(new URL('rsa-4104.txt', import.meta.url), 'utf8');
  return createPrivateKey({ key: Buffer.from(text, 'base64'), type: 'pkcs8', format: 'der' });
};

export const extension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(oid(id), ...(isCritical ? [boolean(true)] : []), octets(value));

export const extensions = {
  isAuthority: extension('2.5.29.19', sequence(boolean(true)), true),
  isNoAuthority: extension('2.5.29.19', sequence(), true),
  /** `digitalSignature`, as in Apple's certificates. */
  signs: extension('2.5.29.15', der(0x03, Buffer.from([7, 0x80])), true),
  /** `keyCertSign` and `cRLSign`. */
  issues: extension('2.5.29.15', der(0x03, Buffer.from([1, 0x06])), true),
  signerMark: extension(ids.signer, nothing()),
  authorityMark: extension(ids.authority, nothing()),
};

export function issue(plan: CertificatePlan): Holder {
  const key = plan.key ?? newEcKey();
  const issuer = plan.issuer ?? { name: plan.name, key };
  const algorithm = algorithmOf(issuer.key, plan.hash ?? 'sha256');
  const signed = sequence(
    context(0, integer(2)),
    integer(plan.serial ?? 4711),
    algorithm,
    nameOf(issuer.name),
    sequence(time(plan.from ?? validity.from), time(plan.to ?? validity.to)),
    nameOf(plan.name),
    createPublicKey(key).export({ format: 'der', type: 'spki' }),
    ...(plan.extensions ? [context(3, sequence(...plan.extensions))] : []),
  );
  const signature = bits(sign(plan.hash ?? 'sha256', signed, issuer.key));
  return { name: plan.name, key, certificate: sequence(signed, algorithm, signature) };
}

export const nameOf = (name: string): Buffer => sequence(set(sequence(oid('2.5.4.3'), utf8(name))));

export function algorithmOf(key: KeyObject, hash: 'sha1' | 'sha256'): Buffer {
  if (key.asymmetricKeyType === 'ec') {
    return sequence(oid(hash === 'sha1' ? '1.2.840.10045.4.1' : '1.2.840.10045.4.3.2'));
  }
  return sequence(
    oid(hash === 'sha1' ? '1.2.840.113549.1.1.5' : '1.2.840.113549.1.1.11'),
    nothing(),
  );
}

export const rootOf = ({ certificate }: Holder): X509Certificate =>
  new X509Certificate(certificate);
