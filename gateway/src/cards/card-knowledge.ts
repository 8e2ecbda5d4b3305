// What is known about a card by its number: from the BIN table, and where it has no entry, from the
// built-in ranges of the organizations.

import type { BinTable } from './bin-table.ts';
import { hasLengthOf, isPrefix, organizationOf, organizationOfPrefix } from './card-number.ts';
import { isTestCard } from './test-cards.ts';

/** Null means unknown; `organization` is undefined then. */
export type CardFacts = ReturnType<typeof cardFacts>;

export type CardKnowledge = ReturnType<typeof createCardKnowledge>;

/** Reads the table on each call, so that a reloaded table is used at once. */
export function createCardKnowledge(table: () => BinTable, { refuseTestCards = false } = {}) {
  return {
    facts: (digits: string) => cardFacts(table(), digits),
    /** Whether it is a published test card in an environment that refuses them (production). */
    isRefusedTestCard: (digits: string) => refuseTestCards && isTestCard(digits),
  };
}

/** Takes a complete number or its first digits. */
export function cardFacts(table: BinTable, digits: string) {
  const row = table.find(digits);
  const byNumber = isPrefix(digits) ? organizationOfPrefix(digits) : organizationOf(digits);
  const organization = row?.organization ?? byNumber;
  // A range says nothing about lengths, so a mistyped number is still matched by its organization's
  // lengths.
  const fits =
    organization !== undefined && (isPrefix(digits) || hasLengthOf(organization, digits));
  return {
    organization,
    isSupported: fits && (row?.isSupported ?? true),
    cardType: row?.cardType ?? null,
    issuerName: row?.issuerName ?? null,
    issuerCountry: row?.issuerCountry ?? null,
    currency: row?.currency ?? null,
    /** Whether the card can receive money. */
    fundsTransfer: row?.fundsTransfer ?? null,
    row,
  };
}

/** Whether money can be sent to this card; false if nothing is known about it. */
export function canReceive(cards: CardKnowledge, digits: string): boolean {
  const { organization, fundsTransfer } = cards.facts(digits);
  const isComplete = organization !== undefined && hasLengthOf(organization, digits);
  return isComplete && fundsTransfer === true;
}
