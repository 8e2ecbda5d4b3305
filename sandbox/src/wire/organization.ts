// The card organizations with a simulated directory server, and the id of each server (the RID of
// the organization).

export const directoryServerIds = {
  VISA: 'A000000003',
  MASTERCARD: 'A000000004',
  AMEX: 'A000000025',
  DISCOVER: 'A000000152',
  JCB: 'A000000065',
  UNIONPAY: 'A000000333',
  MAESTRO: 'A000000004',
  DINERS: 'A000000152',
} as const;
export type Organization = keyof typeof directoryServerIds;

export const organizations = Object.keys(directoryServerIds) as readonly Organization[];
