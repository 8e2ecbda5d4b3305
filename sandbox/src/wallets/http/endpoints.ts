// The simulated wallets over HTTP: tokens as a phone would issue them, the developer portal, and
// what a gateway in another process needs to know and to register.

import { Type } from 'typebox';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { forAnybody, text } from '../../party/schemas.ts';
import { readSpki, spkiOf } from '../../wire/x509/public-key.ts';
import { issueToken, type IssueParts } from '../tokens/issue.ts';
import { GATEWAY } from '../tokens/recipients.ts';
import { merchantName, readTokenRequest, tokenSchema } from '../tokens/request.ts';
import {
  algorithmOf,
  issueCertificate,
  type CertificateKind,
  type PortalParts,
} from '../trust/portal.ts';
import { appleRootPem, googleRootsJson } from '../trust/wallet-keys.ts';

interface Deps {
  readonly portal: PortalParts;
  readonly issue: IssueParts;
}

const kindMeanings: Readonly<Record<CertificateKind, string>> = {
  APAY_PROCESSING: 'Payment processing certificate: tokens are encrypted to it.',
  APAY_IDENTITY: 'Merchant identity certificate: for Apple Pay sessions.',
};

const issueOne = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/tokens',
    summary: 'Issue an Apple Pay or Google Pay token',
    description:
      'What the customer confirms on a phone. The token has real signatures and encryption and ' +
      'can be used once, as instrument.token of a payment. A merchant of a gateway in the same ' +
      'process gets its certificates with the first token.',
    body: tokenSchema,
    reply: Type.Object({
      token: text('For instrument.token of a payment: base64.'),
      cardMask: text('Number in the token, masked: a device number, for PAN_ONLY the card number.'),
    }),
    refusals: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'WALLET_NOT_SET_UP'],
  },
  ({ issue }: Deps, { body }) => issueToken(issue, readTokenRequest(body, issue.clock)),
);

const CSR_RULE =
  'must be a certificate request (PKCS#10) in PEM, signed with its own key on P-256 or RSA of ' +
  '2048 to 4096 bits';

const signCertificate = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/certificates',
    summary: 'Sign a certificate request, as Apple’s developer portal does',
    description:
      'Later tokens for the merchant identifier are encrypted to the newest certificate.',
    body: Type.Object({
      csr: text('Certificate request (PKCS#10) in PEM.'),
      kind: oneOf(kindMeanings, 'Kind of the certificate.'),
      name: merchantName('Merchant identifier, such as merchant.com.shop.'),
    }),
    reply: Type.Object({ certificate: text('Certificate in PEM, valid for 25 months.') }),
    refusals: ['INVALID_REQUEST'],
  },
  async ({ portal }: Deps, { body }) => {
    const certificate = await issueCertificate(portal, body);
    if (certificate === undefined) throw invalid('csr', CSR_RULE);
    return { certificate };
  },
);

const registerKey = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/google/keys',
    summary: 'Register the Google Pay key of a gateway in another process',
    description: 'Later Google Pay tokens are encrypted to this key.',
    body: Type.Object({ publicKey: text('SubjectPublicKeyInfo in base64; on P-256.') }),
    reply: Type.Object({ gatewayId: text('What BRAMKA_GPAY_GATEWAY of the gateway must be.') }),
    refusals: ['INVALID_REQUEST'],
  },
  async ({ portal }: Deps, { body }) => {
    const key = readSpki(body.publicKey);
    if (!key || algorithmOf(key) !== 'EC') {
      throw invalid('publicKey', 'must be a public key on P-256: base64 of SubjectPublicKeyInfo');
    }
    await portal.recipients.save({
      kind: 'GPAY_ENCRYPTION',
      name: GATEWAY,
      algorithm: 'EC',
      publicKey: spkiOf(key),
      certificate: null,
      registeredAt: portal.clock.now(),
    });
    return { gatewayId: GATEWAY };
  },
);

const PEM = 'application/x-pem-file';

const readAppleRoot = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/roots/apple.pem',
    summary: 'Read the root certificate of the simulated Apple Pay (PEM)',
    description:
      'For BRAMKA_APAY_ROOTS_FILE of a gateway in another process. Refused in production.',
    reply: text('The certificate.'),
    replyType: PEM,
  },
  async ({ portal }: Deps) =>
    new RawReply(200, { 'content-type': PEM }, appleRootPem(await portal.keys())),
);

const readGoogleRoots = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/roots/google.json',
    summary: 'Read the root keys of the simulated Google Pay',
    description:
      'For BRAMKA_GPAY_ROOTS_FILE of a gateway in another process. Refused in production.',
    reply: Type.Object({
      environment: text('SANDBOX: not trusted in production.'),
      keys: Type.Array(
        Type.Object({
          keyValue: text('SubjectPublicKeyInfo in base64.'),
          protocolVersion: text('ECv2'),
          keyExpiration: text('When it expires: milliseconds since 1970.'),
        }),
        { description: 'Root keys.' },
      ),
    }),
  },
  async ({ portal }: Deps) => googleRootsJson(await portal.keys()),
);

export const walletEndpoints = [
  issueOne,
  signCertificate,
  registerKey,
  readAppleRoot,
  readGoogleRoots,
];
