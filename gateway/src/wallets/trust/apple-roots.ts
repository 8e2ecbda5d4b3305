// Reads the root certificates of Apple Pay from a PEM file. Each is a self-signed certificate of a
// certificate authority; simulated ones are refused in production.

import { X509Certificate } from 'node:crypto';
import {
  BadTrustFile,
  refuseSandbox,
  SANDBOX_ORGANIZATION,
  type TrustContext,
} from './trust-file.ts';

const CERTIFICATES_MAX = 16;
const BLOCK = /-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----/g;

export function parseAppleRoots(bytes: Buffer, context: TrustContext): readonly X509Certificate[] {
  const text = bytes.toString('latin1');
  const blocks = text.match(BLOCK) ?? [];
  refuseOtherText(text.replaceAll(BLOCK, ''));
  if (blocks.length === 0) throw new BadTrustFile('it contains no certificate');
  if (blocks.length > CERTIFICATES_MAX) {
    throw new BadTrustFile(`it contains more than ${CERTIFICATES_MAX} certificates`);
  }
  return blocks.map((block, index) => readRoot(block, index + 1, context));
}

/** Between certificates: empty lines and comments. */
function refuseOtherText(rest: string): void {
  const odd = rest.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'));
  if (odd !== undefined) {
    throw new BadTrustFile('it contains something other than PEM certificates and # comments');
  }
}

function readRoot(block: string, number: number, context: TrustContext): X509Certificate {
  const root = parse(block);
  if (!root) throw new BadTrustFile(`certificate ${number} is damaged`);
  const { subject, issuer } = root;
  refuseSandbox(`certificate ${number}`, subject.includes(SANDBOX_ORGANIZATION), context);
  if (!root.ca || subject !== issuer || !isSelfSigned(root)) {
    throw new BadTrustFile(`certificate ${number} is not a self-signed root certificate`);
  }
  if (Date.parse(root.validTo) <= context.now) {
    throw new BadTrustFile(`certificate ${number} has expired (${root.validTo})`);
  }
  return root;
}

function parse(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}

function isSelfSigned(root: X509Certificate): boolean {
  try {
    return root.verify(root.publicKey);
  } catch {
    // A key of a kind that OpenSSL does not know.
    return false;
  }
}
