// TLS certificates of receivers, right and wrong ones.
import { der, sequence } from '@bramka/gateway/core/der/write.ts';
import {
  extension,
  extensions,
  issue,
  rootOf,
  type CertificatePlan,
  type Holder,
} from '../wallets/apple/certificates.ts';
import type { TlsFiles } from './receiver.ts';

export interface ReceiverCertificates {
  /** In PEM. */
  readonly authority: string;
  /** For 127.0.0.1 and `name`. */
  readonly good: TlsFiles;
  readonly expired: TlsFiles;
  readonly wrongName: TlsFiles;
  readonly unknownAuthority: TlsFiles;
}

/** The host name in the certificates. */
export const RECEIVER_NAME = 'shop.example';

export function receiverCertificates(): ReceiverCertificates {
  const root = issue({ name: 'Receiver Root', issuer: null, extensions: [extensions.isAuthority] });
  const otherRoot = issue({
    name: 'Other Root',
    issuer: null,
    extensions: [extensions.isAuthority],
  });
  const names = alternativeNames([127, 0, 0, 1], RECEIVER_NAME);
  const make = (plan: Partial<CertificatePlan>): TlsFiles =>
    filesOf(issue({ name: 'Receiver', issuer: root, extensions: [names], ...plan }));
  return {
    authority: rootOf(root).toString(),
    good: make({}),
    expired: make({ to: Date.UTC(2024, 0) }),
    wrongName: make({ extensions: [alternativeNames([127, 0, 0, 9], 'other.example')] }),
    unknownAuthority: make({ issuer: otherRoot }),
  };
}

function alternativeNames(address: readonly number[], name: string): Buffer {
  const names = sequence(der(0x87, Buffer.from(address)), der(0x82, Buffer.from(name)));
  return extension('2.5.29.17', names);
}

function filesOf(holder: Holder): TlsFiles {
  const key = holder.key.export({ format: 'pem', type: 'pkcs8' });
  return { cert: rootOf(holder).toString(), key: String(key) };
}
