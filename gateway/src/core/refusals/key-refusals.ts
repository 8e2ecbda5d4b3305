// Refusals of key rotations and of credentials at providers; part of the table in core/refusals.ts.

export const keyRefusals = {
  ROTATION_RUNNING:
    '409 A rotation of keys is running. Read its progress, and start the next one when it is DONE.',
  PROVIDER_NOT_FOUND:
    '404 No connected provider has this name. Check its spelling, such as plain, blik, BM or PA.',
  PROVIDER_CREDENTIALS_NOT_FOUND:
    '404 The merchant has no credentials of its own at this provider. There is nothing to remove.',
  PROVIDER_TAKES_NO_CREDENTIALS:
    '409 Merchants cannot have credentials of their own at this provider. Use those of the ' +
    'gateway.',
  PROVIDER_ACCOUNT_TAKEN:
    '409 This account at the provider belongs to another merchant or to the gateway. Check its ' +
    'number.',
  KEY_SERVICE_UNAVAILABLE:
    '503 The key management service cannot be used now. Read the log, and send the request again.',
} as const;
