// The card organizations of the simulated Click to Pay system.

export type C2pOrganization = 'VISA' | 'MASTERCARD';

/** Undefined: the card cannot be used with Click to Pay. */
export function organizationOf(card: string): C2pOrganization | undefined {
  if (card.startsWith('4')) return 'VISA';
  return /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(card) ? 'MASTERCARD' : undefined;
}
