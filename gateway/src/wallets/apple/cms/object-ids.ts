// The object identifiers of Apple Pay tokens: CMS (RFC 5652), algorithms, and extensions of
// certificates, Apple's included.

export const cmsIds = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  /** RFC 6211. */
  algorithmProtection: '1.2.840.113549.1.9.52',
} as const;

export const algorithmIds = {
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaSha256: '1.2.840.10045.4.3.2',
  ecdsaSha384: '1.2.840.10045.4.3.3',
  ecdsaSha512: '1.2.840.10045.4.3.4',
  /** PKCS #1 v1.5 with the digest that is named beside it (RFC 3370, section 3.2). */
  rsa: '1.2.840.113549.1.1.1',
  rsaSha256: '1.2.840.113549.1.1.11',
  rsaSha384: '1.2.840.113549.1.1.12',
  rsaSha512: '1.2.840.113549.1.1.13',
} as const;

export const extensionIds = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  /** Marks the certificate that signs tokens. */
  tokenSigner: '1.2.840.113635.100.6.29',
  /** Marks the authority that issues it. */
  tokenSignerIssuer: '1.2.840.113635.100.6.2.14',
  /** In the merchant's certificate: the hash of the merchant identifier. */
  merchantIdHash: '1.2.840.113635.100.6.32',
} as const;
