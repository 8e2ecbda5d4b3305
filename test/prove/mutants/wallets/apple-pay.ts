// Planted bugs in the verification and decryption of Apple Pay tokens.
import type { Mutant } from '../../mutant.ts';

const apple = 'gateway/src/wallets/apple';
const forgedBy = (name: string) => [
  { file: 'gateway/src/wallets/apple/cms/signature-attacks.test.ts', name },
];
const certifiedBy = (name: string) => [
  { file: 'gateway/src/wallets/apple/cms/certificate-attacks.test.ts', name },
];

export const applePayMutants: readonly Mutant[] = [
  {
    name: 'signer-that-claims-to-be-an-authority',
    file: `${apple}/cms/chain.ts`,
    search: '!claimsAuthority(certificate) &&',
    replace: '!certificate.x509.ca &&',
    caughtBy: certifiedBy('the signer is an authority'),
  },
  {
    name: 'chain-without-the-name-of-the-issuer',
    file: `${apple}/cms/chain.ts`,
    search: 'x509.checkIssued(issuer) && x509.verify(issuer.publicKey)',
    replace: 'x509.verify(issuer.publicKey)',
    caughtBy: certifiedBy('names another root'),
  },
  {
    name: 'root-of-the-token-is-trusted',
    file: `${apple}/cms/verify-signed-data.ts`,
    search: 'roots: signed.roots, signedAt',
    replace: 'roots: bundle.map(({ x509 }) => x509), signedAt',
    caughtBy: certifiedBy('its root is not trusted'),
  },
  {
    name: 'attribute-with-two-values',
    file: `${apple}/cms/signed-attributes.ts`,
    search: 'setOf(values)?.length !== 1',
    replace: 'setOf(values) === undefined',
    caughtBy: forgedBy('has two values'),
  },
  {
    name: 'attributes-in-ber',
    file: `${apple}/cms/signed-attributes.ts`,
    search: 'setOf(readDer(signedBytes))',
    replace: 'field.children',
    caughtBy: forgedBy('an attribute has no length'),
  },
  {
    name: 'signature-named-after-another-key',
    file: `${apple}/cms/verify-signed-data.ts`,
    search: 'keyTypes[signatureAlgorithm] === keyType &&',
    replace: '',
    caughtBy: forgedBy('named after another kind of key'),
  },
  {
    name: 'merchant-identifier-is-left-out',
    file: `${apple}/decrypt.ts`,
    search: 'material && ephemeral && partyV ? agreed',
    replace: 'material && ephemeral ? agreed',
    caughtBy: [
      { file: 'gateway/src/wallets/apple/decrypt.test.ts', name: 'a hash of another type' },
    ],
  },
  {
    name: 'private-key-is-used-on-forged-tokens',
    file: `${apple}/open-apple-token.ts`,
    search: '{ keys, isAuthentic, operations }',
    replace: '{ keys, isAuthentic: true, operations }',
    caughtBy: [{ file: 'gateway/src/wallets/apple/decrypt.test.ts', name: 'on a substitute' }],
  },
  {
    name: 'token-id-depends-on-where-fields-meet',
    file: `${apple}/open-apple-token.ts`,
    search: 'Buffer.concat([transactionId, applicationData])',
    replace: 'Buffer.concat([transactionId, applicationData.subarray(0, 0)])',
    caughtBy: [
      { file: 'gateway/src/wallets/apple/tampering.test.ts', name: 'keeps its id when bytes' },
    ],
  },
];
