// The directory servers of 3-D Secure: which server handles the cards of an organization, and the
// id by which apps know it.

import type { Organization } from './card-number.ts';

/**
 * Their registered application provider ids. Each server is named after the organization that
 * operates it.
 */
export const directoryServerIds = {
  VISA: 'A000000003',
  MASTERCARD: 'A000000004',
  AMEX: 'A000000025',
  DISCOVER: 'A000000152',
  JCB: 'A000000065',
  UNIONPAY: 'A000000333',
} as const;
export type DirectoryServer = keyof typeof directoryServerIds;
export const directoryServers = Object.keys(directoryServerIds) as readonly DirectoryServer[];

/** Maestro belongs to Mastercard and Diners to Discover: they have no server of their own. */
export function directoryServerOf(organization: Organization): DirectoryServer {
  if (organization === 'MAESTRO') return 'MASTERCARD';
  return organization === 'DINERS' ? 'DISCOVER' : organization;
}
