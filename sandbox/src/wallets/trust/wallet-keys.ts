// The keys of the simulated wallets: an authority with two issuers and a signer like Apple's, and a
// root with an intermediate key like Google's. Created once per database.

import { createPublicKey, generateKeyPair, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Null } from 'asn1js';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { makePrivateKey } from '@bramka/gateway/core/jose/p256.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import {
  longValidity,
  makeCertificate,
  newSerial,
  type CertificateParts,
  type Subject,
} from '../../wire/x509/certificate.ts';
import { spkiOf } from '../../wire/x509/public-key.ts';

export interface Signer {
  readonly key: KeyObject;
  /** DER. */
  readonly certificate: Buffer;
}

export interface WalletTrustKeys {
  /** The root certificate; its key is discarded. */
  readonly appleRoot: Buffer;
  /** Issues the certificate of the token signer. */
  readonly appleIntermediate: Buffer;
  readonly appleSigner: Signer;
  /** Signs tokens of version RSA_v1. */
  readonly appleRsaSigner: Signer;
  /** Issues the certificates of merchants. */
  readonly portal: Signer;
  readonly googleRoot: KeyObject;
  readonly googleIntermediate: KeyObject;
}

/** Marks the intermediate and the signer of tokens. */
const INTERMEDIATE_MARK = '1.2.840.113635.100.6.2.14';
const SIGNER_MARK = '1.2.840.113635.100.6.29';

const unit = 'Simulated Certification Authority';
export const names = {
  root: { CN: 'Bramka Sandbox Root CA', OU: unit },
  intermediate: { CN: 'Bramka Sandbox Application CA', OU: unit },
  portal: { CN: 'Bramka Sandbox Developer CA', OU: unit },
  signer: { CN: 'Bramka Sandbox Token Signer', OU: 'Simulated Apple Pay' },
} as const satisfies Record<string, Subject>;

/** After any time that the sandbox clock can show. */
const GOOGLE_ROOT_EXPIRES = Date.parse('2200-01-01T00:00:00Z');

/** With the randomness of OpenSSL. */
const makeKeyPair = promisify(generateKeyPair);
const RSA_BITS = 2048;

type Issued = Omit<CertificateParts, 'publicKey' | 'serial' | 'notBefore' | 'notAfter'>;

export async function createWalletKeys(
  clock: Clock,
  random: RandomBytes,
): Promise<WalletTrustKeys> {
  const { privateKey: rootKey } = await makeKeyPair('ec', { namedCurve: 'P-384' });
  const { privateKey: rsaKey } = await makeKeyPair('rsa', { modulusLength: RSA_BITS });
  const intermediateKey = makePrivateKey(random);
  const portalKey = makePrivateKey(random);
  const issue = (key: KeyObject, parts: Issued): Buffer =>
    makeCertificate({
      ...parts,
      publicKey: createPublicKey(key),
      ...longValidity(clock),
      serial: newSerial(random),
    });
  const mark = (id: string) => ({ marks: [[id, new Null().toBER()] as const] });
  const ofRoot = { issuer: names.root, signingKey: rootKey, usage: 'authority' } as const;
  const ofIntermediate = { issuer: names.intermediate, signingKey: intermediateKey } as const;
  const signerParts: Issued = { ...ofIntermediate, subject: names.signer, usage: 'signature' };
  const signerOf = (key: KeyObject): Signer => ({
    key,
    certificate: issue(key, { ...signerParts, ...mark(SIGNER_MARK) }),
  });
  return {
    appleRoot: issue(rootKey, { ...ofRoot, subject: names.root, hash: 'sha384' }),
    appleIntermediate: issue(intermediateKey, {
      ...ofRoot,
      subject: names.intermediate,
      ...mark(INTERMEDIATE_MARK),
    }),
    appleSigner: signerOf(makePrivateKey(random)),
    appleRsaSigner: signerOf(rsaKey),
    portal: {
      key: portalKey,
      certificate: issue(portalKey, { ...ofRoot, subject: names.portal }),
    },
    googleRoot: makePrivateKey(random),
    googleIntermediate: makePrivateKey(random),
  };
}

/** The root certificates of token signatures. */
export function appleRootPem({ appleRoot }: WalletTrustKeys): string {
  return new X509Certificate(appleRoot).toString();
}

/** The root keys in the form in which Google publishes its own, marked as simulated. */
export function googleRootsJson({ googleRoot }: WalletTrustKeys) {
  const root = {
    keyValue: spkiOf(createPublicKey(googleRoot)).toString('base64'),
    protocolVersion: 'ECv2',
    keyExpiration: String(GOOGLE_ROOT_EXPIRES),
  } as const;
  return { environment: 'SANDBOX', keys: [root] } as const;
}
