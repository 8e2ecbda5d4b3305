// What the gateway says about cards: which are accepted, whether one may be saved, the saved ones.

import { entryOf, type Facts, type MethodEntry } from '../../state.ts';

export const CARD = 'CARD';

interface CardEntry extends MethodEntry {
  readonly cardGroups?: readonly string[];
  /** The customer may agree to save a card. */
  readonly savesCards?: boolean;
}

/** An entry of GET …/payment/{paymentId}/cards. */
export interface SavedCard {
  readonly tokenId: string;
  readonly type: 'COF' | 'VTS' | 'SCOF';
  readonly cardMask: string;
  readonly organization: string;
  readonly expDate: string;
  readonly codeRequired: boolean;
}

const cardEntry = (facts: Facts): CardEntry | undefined => entryOf(facts, CARD);

/** Undefined: all of them. */
export function acceptedBrands(facts: Facts): readonly string[] | undefined {
  return cardEntry(facts)?.cardGroups;
}

export function maySaveCard(facts: Facts): boolean {
  return cardEntry(facts)?.savesCards === true;
}

export function savedCardsOf({ details }: Facts): readonly SavedCard[] {
  return (details[CARD] ?? []) as readonly SavedCard[];
}
