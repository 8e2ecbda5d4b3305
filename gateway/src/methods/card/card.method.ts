// Payments by card: merges what the merchant sends with what the vault holds, authenticates the
// customer when required, and authorizes. Other methods that pay by card share these steps.

import { open } from '../../core/secret.ts';
import { present } from '../../core/json/present.ts';
import { organizationNames, organizations } from '../../cards/card-number.ts';
import type { ProviderChoice } from '../../providers/registry.ts';
import type { CardPart } from '../../vault/sealed-card.ts';
import type { Instrument } from '../instrument.ts';
import { isSoftDeclineOpen } from '../method.ts';
import type {
  MethodNow,
  MethodParts,
  MethodRequest,
  MethodStep,
  PaymentMethod,
} from '../method.ts';
import { digitsOf, readCard } from './card-instrument.ts';
import { authenticateOrAuthorize, continueAfterDecline, holder } from './card-steps.ts';
import { withCryptogram } from './network-token.ts';
import { continueWithChallenge } from './soft-decline.ts';
import { isOfStored, isStoredType, startStoredCard, storedTypes } from './stored-card.ts';

/** Card fields that may be sent without the type. */
const cardFields: ReadonlySet<string> = new Set([
  'instrumentNo',
  'expDate',
  'cvv',
  'holder',
  'cardMask',
  'provider',
]);

export function cardMethod(parts: MethodParts): PaymentMethod {
  return {
    method: 'CARD',
    types: ['CARD', ...storedTypes],
    means: ['PAN', 'NETWORK_TOKEN'],
    fits: () => null,
    options: () =>
      organizations.map((code) => ({
        provider: nameOf(parts.providers.choose({ means: 'PAN' })),
        code,
        id: null,
        name: organizationNames[code],
        iconUrl: null,
        status: 'ENABLED',
        minMinor: null,
        maxMinor: null,
        hours: null,
      })),
    typeOf(fields, current) {
      if (isStoredType(current) && isOfStored(current, fields)) return current;
      return fields.every((name) => cardFields.has(name)) ? 'CARD' : undefined;
    },
    start: (request, now) => startCard(parts, request, now),
    prepare: (means, attempt) => withCryptogram(parts.tokenServices, means, attempt),
    afterDecline: (report, now) => continueWithChallenge(parts, report, now),
  };
}

function nameOf(choice: ProviderChoice): string | null {
  return choice.kind === 'chosen' ? choice.provider.name : null;
}

async function startCard(
  parts: MethodParts,
  request: MethodRequest,
  now: MethodNow,
): Promise<MethodStep> {
  const { payment, customerPresent, isWhole, actor } = request;
  const type = request.instrument?.type ?? payment.instrumentType;
  if (isStoredType(type)) return startStoredCard(parts, type, request, now);
  if (isSoftDeclineOpen(payment)) return continueAfterDecline(parts, request, now);
  const isOwn = payment.instrumentType === 'CARD' && payment.cardHeld;
  const found = isOwn
    ? await parts.vault.findPart(payment, now.at, { actor, reason: 'COMPLETE' })
    : undefined;
  // What was held for a token does not belong to a card given by number.
  const held = found?.tokenId === null ? found : undefined;
  const instrument = mergeInstrument(request, held);
  const isNumberHeld = request.instrument?.instrumentNo === undefined;
  const context = { at: now.at, customerPresent, cards: parts.cards, isWhole, isNumberHeld };
  const read = readCard(instrument, context);
  const { shown } = read;
  if (read.kind === 'refused') return { kind: 'refuse', rejectCode: read.rejectCode, shown };
  const hold = holder(parts.vault, request, held, { token: null, shown }, now);
  if (read.kind === 'part') return hold('INSTRUMENT', read.part, read.missingFields);
  if (read.needsCode) return hold('CARD_CVV', read.card, ['instrument.cvv']);
  const { card } = read;
  return authenticateOrAuthorize(parts, request, { card, token: null, shown }, hold, now);
}

/**
 * The held card, completed with the given fields. Another number is another card: nothing of the
 * previous one is used for it.
 */
function mergeInstrument(
  { instrument, isWhole }: MethodRequest,
  held: CardPart | undefined,
): Instrument {
  const before = held && instrumentOf(held);
  if (!instrument) return before ?? { type: 'CARD' };
  if (isWhole) return instrument;
  const isOther =
    before?.instrumentNo !== undefined &&
    instrument.instrumentNo !== undefined &&
    before.instrumentNo !== digitsOf(instrument.instrumentNo);
  return { ...(isOther ? {} : before), ...instrument };
}

function instrumentOf(held: CardPart): Instrument {
  return {
    type: 'CARD',
    ...present({
      instrumentNo: held.number && open(held.number),
      expDate: held.expiry && open(held.expiry),
      cvv: held.cvv && open(held.cvv),
      holder: held.holder && open(held.holder),
    }),
  };
}
