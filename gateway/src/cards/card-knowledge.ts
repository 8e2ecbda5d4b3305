// What is known of a card by its number: the BIN table speaks first, the built-in ranges of the
// organizations speak where it is silent.

import type { BinRow, CardType } from './bin-row.ts';
import type { BinTable } from './bin-table.ts';
import {
  hasLengthOf,
  isStart,
  organizationOf,
  organizationOfStart,
  type Organization,
} from './card-number.ts';
import { isTestCard } from './test-cards.ts';

/** Null is not known. */
export interface CardFacts {
  /** Undefined for cards of no organization we know. */
  readonly organization: Organization | undefined;
  readonly isSupported: boolean;
  readonly cardType: CardType | null;
  readonly issuerName: string | null;
  readonly issuerCountry: string | null;
  readonly currency: string | null;
  /** Whether the card can receive money. */
  readonly fundsTransfer: boolean | null;
  readonly row: BinRow | undefined;
}

export interface CardKnowledge {
  facts(digits: string): CardFacts;
  /** Whether it is a published test card where those are refused: in production. */
  isRefusedTestCard(digits: string): boolean;
}

/** Asks for the table each time, so that a table read anew counts at once. */
export function createCardKnowledge(
  table: () => BinTable,
  { refuseTestCards = false } = {},
): CardKnowledge {
  return {
    facts: (digits) => cardFacts(table(), digits),
    isRefusedTestCard: (digits) => refuseTestCards && isTestCard(digits),
  };
}

/** Of a whole number, or of its first digits. */
export function cardFacts(table: BinTable, digits: string): CardFacts {
  const row = table.find(digits);
  const known = isStart(digits) ? organizationOfStart(digits) : organizationOf(digits);
  const organization = row?.organization ?? known;
  // A range tells nothing about lengths, so a mistyped number is still found by its organization's.
  const fits = organization !== undefined && (isStart(digits) || hasLengthOf(organization, digits));
  return {
    organization,
    isSupported: fits && (row?.isSupported ?? true),
    cardType: row?.cardType ?? null,
    issuerName: row?.issuerName ?? null,
    issuerCountry: row?.issuerCountry ?? null,
    currency: row?.currency ?? null,
    fundsTransfer: row?.fundsTransfer ?? null,
    row,
  };
}
