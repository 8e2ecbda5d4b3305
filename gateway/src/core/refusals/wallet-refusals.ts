// Refusals of wallet credentials; part of the table in core/refusals.ts.

export const walletRefusals = {
  CREDENTIAL_NOT_FOUND:
    '404 No such wallet credential. List them with GET /v1/admin/wallets/credentials.',
  CREDENTIAL_EXISTS:
    '409 A wallet credential with this key exists, maybe of another merchant. Make a new key.',
  CREDENTIAL_LIMIT_REACHED:
    '409 There are 10 credentials of this kind already. Remove those that are no longer needed.',
  CREDENTIAL_NOT_REQUESTED:
    '409 The credential has its certificate, or was removed. Request a new one to replace it.',
  CERTIFICATE_UNREADABLE:
    '422 The certificate cannot be read. Send one X.509 certificate as PEM or as base64 of DER.',
  CERTIFICATE_OTHER_KEY:
    '422 The certificate was issued for another key. Send the certificate that belongs to this ' +
    'one.',
  CERTIFICATE_OTHER_NAME:
    '422 The certificate was issued for another merchant identifier. Use that one as the name.',
  CERTIFICATE_NOT_VALID_NOW:
    '422 The certificate has expired or is not valid yet. Request a new one.',
  CERTIFICATE_SIMULATED:
    '422 The certificate was issued by a sandbox. In production send one that the wallet issued.',
  PRIVATE_KEY_UNREADABLE:
    '422 The private key cannot be read. Send it as PKCS#8 in PEM (BEGIN PRIVATE KEY), not ' +
    'encrypted.',
  KEY_NOT_SUITABLE:
    '422 This kind of credential does not allow such a key. Use EC P-256, or RSA with 2048 to ' +
    '4096 bits where it is allowed.',
} as const;
