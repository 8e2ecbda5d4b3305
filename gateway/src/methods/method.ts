// The payment method port: a method owns instrument types and converts the merchant's input into a
// provider request, or refuses it early. One folder per payment method.

import type { Instant } from '../core/clock.ts';
import type { Card } from '../providers/means.ts';
import type { CardKnowledge } from '../cards/card-knowledge.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { CardPart } from '../vault/held-card.ts';
import type { Method } from '../merchants/merchant.ts';
import type { Instrument, InstrumentType } from './instrument.ts';

/** Ready to be authorized at a card acquirer. */
export interface ReadyCard {
  readonly kind: 'card';
  readonly card: Card;
  readonly cardMask: string;
  readonly organization: string;
  /** What the customer must still enter before the provider can be called. */
  readonly missing: 'CARD_CVV' | null;
}

/** A card whose number or expiry date is still missing. */
export interface PartialCard {
  readonly kind: 'part';
  readonly part: CardPart;
  readonly cardMask: string | null;
  readonly organization: string | null;
  /** The fields without which the card cannot be used. */
  readonly missingFields: readonly string[];
}

/** An early refusal: the payment ends REJECTED before any provider is called. */
export interface EarlyRefusal {
  readonly kind: 'refused';
  readonly rejectCode: RejectCode;
  readonly cardMask: string | null;
  readonly organization: string | null;
}

export type Prepared = ReadyCard | PartialCard | EarlyRefusal;

export interface Context {
  readonly at: Instant;
  /** False for payments that the merchant makes under an agreement. */
  readonly customerPresent: boolean;
  readonly cards: CardKnowledge;
  /** True when the instrument must be complete now; false when the rest may follow. */
  readonly isWhole: boolean;
}

export interface PaymentMethod {
  readonly method: Method;
  readonly types: readonly InstrumentType[];
  /**
   * Refuses malformed fields by name; returns an early refusal for well-formed but unusable ones.
   */
  prepare(instrument: Instrument, context: Context): Prepared;
}
