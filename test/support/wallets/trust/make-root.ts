// Makes X.509 root certificates for tests, correct and wrong ones.
import { createPublicKey, sign, type KeyObject } from 'node:crypto';
import {
  bits,
  boolean,
  context,
  integer,
  octets,
  oid,
  sequence,
  set,
  time,
  utf8,
} from '@bramka/gateway/core/der/write.ts';

export interface RootPlan {
  readonly organization?: string;
  readonly commonName?: string;
  /** Another issuer than the subject. */
  readonly issuer?: string;
  readonly isAuthority?: boolean;
  readonly notAfter?: number;
  /** Signs instead of the key of the certificate. */
  readonly signer?: KeyObject;
}

const SHA256_WITH_ECDSA = sequence(oid('1.2.840.10045.4.3.2'));

/** PEM. */
export function makeRoot(key: KeyObject, plan: RootPlan = {}): string {
  const { commonName = 'Root', organization = 'Bramka Tests' } = plan;
  const authority = sequence(...(plan.isAuthority === false ? [] : [boolean(true)]));
  const extension = sequence(oid('2.5.29.19'), boolean(true), octets(authority));
  const body = sequence(
    context(0, integer(2)),
    integer(1),
    SHA256_WITH_ECDSA,
    name(organization, plan.issuer ?? commonName),
    sequence(time(Date.UTC(2020, 0)), time(plan.notAfter ?? Date.UTC(2045, 0))),
    name(organization, commonName),
    createPublicKey(key).export({ format: 'der', type: 'spki' }),
    context(3, sequence(extension)),
  );
  const signature = sign('sha256', body, plan.signer ?? key);
  const der = sequence(body, SHA256_WITH_ECDSA, bits(signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function name(organization: string, commonName: string): Buffer {
  const part = (type: string, value: string) => set(sequence(oid(type), utf8(value)));
  return sequence(part('2.5.4.10', organization), part('2.5.4.3', commonName));
}
