// The recipient of an account funding payment: read and checked at creation, held in the vault, and
// read again when the payment goes on. Its card must be able to receive money.

import { maskOf } from '../../cards/card-number.ts';
import { present } from '../../core/json/present.ts';
import { invalid, Refusal, refuse } from '../../core/refusals.ts';
import { open, secret } from '../../core/secret.ts';
import type { DepsOf } from '../../http/endpoint.ts';
import { wholeDigits } from '../../methods/card/card-instrument.ts';
import { isCardNumber } from '../../methods/registry.ts';
import type { Actor } from '../../vault/audit/card-use.ts';
import type { FoundRecipient } from '../../vault/held-recipient.ts';
import { heldRecipients } from '../../vault/held-recipient.store.ts';
import type { RecipientData } from '../fields/funding.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { isFunding } from '../model/payment.ts';
import type { PaymentKey } from '../loading/payment.store.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import {
  heldRecipient,
  refusalOf,
  rejectionOf,
  relyOnRecipient,
  useRecipient,
  type FundingUse,
} from '../processing/recipient.ts';
import type { FeatureUse, PaymentRequest } from './feature.ts';

type FundingParts = DepsOf<typeof heldRecipient> & Pick<PaymentParts, 'openFields' | 'tokens'>;

/** Feature: the recipient of a new payment, or the one that the vault holds. */
export function funding(
  parts: FundingParts,
  { payment, body, details, actor }: PaymentRequest,
): Promise<FeatureUse> | undefined {
  if (body?.recipient) return newRecipient(parts, payment, body.recipient, details, actor);
  return isFunding(payment) && !body ? heldRecipient(parts, payment, actor).then(useOf) : undefined;
}

/** Refuses malformed fields by name. */
async function newRecipient(
  parts: FundingParts,
  key: PaymentKey,
  sent: RecipientData,
  details: PaymentDetails,
  actor: Actor,
): Promise<FeatureUse> {
  const { type, instrumentNo } = await openInstrument(parts, sent.instrument);
  if (instrumentNo === undefined) {
    throw invalid('recipient.instrument.instrumentNo', `is required for type ${type}`);
  }
  const found = isCardNumber(type)
    ? { number: secret(numberOf(instrumentNo)), token: null }
    : await findStored(parts, key, instrumentNo, actor);
  const at = parts.clock.now();
  const cardMask = found && (found.token?.cardMask ?? maskOf(open(found.number)));
  const instrument = { type, ...present({ cardMask }) };
  const recipient = { instrument, ...present({ name: sent.name }) };
  const isPayable = found && rejectionOf(parts.cards, found, at) === null;
  // Nothing is held of a recipient that cannot be paid.
  const row = isPayable ? await parts.vault.recipients.seal(key, cardOf(found), at) : null;
  return {
    ...useOf(useRecipient(parts, found, { ...details, recipient })),
    details: { recipient },
    register(decision) {
      if (row) decision.draft.insert(heldRecipients, row);
      return decision;
    },
  };
}

/** What an authorization gets of the recipient. */
function useOf(use: FundingUse): FeatureUse {
  return {
    rejectCode: refusalOf(use),
    authorize: ({ decision, means }, { token }) => ({
      decision: relyOnRecipient(decision, use, token),
      means,
      funding: use.kind === 'ready' ? use.funding : null,
    }),
  };
}

function cardOf({ number, token }: FoundRecipient) {
  return token ? { number: null, tokenId: token.tokenId } : { number, tokenId: null };
}

/** Errors of encrypted fields name the field of the recipient. */
async function openInstrument(
  { openFields }: FundingParts,
  instrument: RecipientData['instrument'],
) {
  try {
    return await openFields(instrument);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const details = error.details.map((one) => ({ ...one, field: `recipient.${one.field}` }));
    return refuse(error.code, details);
  }
}

function numberOf(instrumentNo: string): string {
  const digits = wholeDigits(instrumentNo);
  if (digits !== undefined) return digits;
  throw invalid('recipient.instrument.instrumentNo', 'is not a card number; check its digits');
}

const PRINTABLE = /^[\x20-\x7e]*$/;

/** Unknown, discarded and suspended tokens, and those of another merchant, cannot be told apart. */
async function findStored(
  { tokens, vault }: FundingParts,
  key: PaymentKey,
  tokenNumber: string,
  actor: Actor,
): Promise<FoundRecipient | undefined> {
  const { merchantId } = key;
  const token = PRINTABLE.test(tokenNumber)
    ? await tokens.findByNumber(merchantId, tokenNumber)
    : undefined;
  const isUsable =
    token?.merchantId === merchantId && token.type === 'COF' && token.status === 'ACTIVE';
  return isUsable ? vault.recipients.open(token, key, { actor, reason: 'LOOK_UP' }) : undefined;
}
