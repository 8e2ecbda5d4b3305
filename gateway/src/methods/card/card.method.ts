// Payments by card: merges what the merchant sends with what the vault holds, authenticates the
// customer when required, and authorizes. Other methods that pay by card share these steps.

import type { TimeAndIds } from '../../core/id.ts';
import { Type } from 'typebox';
import { optionalFlag } from '../../http/schema.ts';
import { open } from '../../core/secret.ts';
import { present } from '../../core/json/present.ts';
import { organizations } from '../../cards/card-number.ts';
import { adyenConnection } from '../../providers/adyen/connection.ts';
import { iso8583Connection } from '../../providers/iso8583/connection.ts';
import { acquirerConnection } from '../../providers/plain/connection.ts';
import { stripeConnection } from '../../providers/stripe/connection.ts';
import type { CardPart } from '../../vault/sealed-card.ts';
import type { Instrument } from '../instrument.ts';
import { isSoftDeclineOpen } from '../method.ts';
import type { MethodDefinition, MethodParts, MethodRequest } from '../method.ts';
import { refuseStep, type MethodStep } from '../method-step.ts';
import { cardFields, cardInstruments } from './card-fields.ts';
import { listOrganizations, organizationOptions } from './card-options.ts';
import { digitsOf, readCard } from './card-instrument.ts';
import { authenticateOrAuthorize, continueAfterDecline, holder } from './card-steps.ts';
import { withCryptogram } from './network-token.ts';
import { maySaveCard } from './save-consent.ts';
import { continueWithChallenge } from './sca/soft-decline.ts';
import { isOfStored, isStoredType, refuseStoredNames, startStoredCard } from './stored-card.ts';

/** Card fields that may be sent without the type. */
const untypedFields: ReadonlySet<string> = new Set([
  'instrumentNo',
  'expDate',
  'cvv',
  'holder',
  'cardMask',
  'provider',
]);

export const cardMethod: MethodDefinition = {
  name: 'CARD',
  title: 'Card',
  meaning: 'Payment card.',
  means: ['PAN', 'NETWORK_TOKEN'],
  providers: [acquirerConnection, adyenConnection, stripeConnection, iso8583Connection],
  instruments: cardInstruments,
  fields: cardFields,
  hasCards: true,
  canFund: true,
  countsDeclines: true,
  keepsAgreements: true,
  offerFields: {
    savesCards: optionalFlag(
      'CARD only: saveCard can be sent with a card; the page asks the customer.',
    ),
    cardGroups: Type.Optional(
      Type.Array(Type.String(), { description: 'CARD only: the accepted card organizations.' }),
    ),
  },
  options: organizationOptions,
  create: (parts) => ({
    fits: () => null,
    offer: ({ status, merchant, payment, details }) =>
      Promise.resolve({
        cardGroups: [...organizations],
        ...(status === 'ENABLED' && payment && maySaveCard(payment, details ?? {}, merchant)
          ? { savesCards: true }
          : {}),
      }),
    listOptions: (request) => listOrganizations(parts, request),
    typeOf(fields, current) {
      if (isStoredType(current) && isOfStored(current, fields)) return current;
      return fields.every((name) => untypedFields.has(name)) ? 'CARD' : undefined;
    },
    forCustomer: refuseStoredNames,
    start: (request, now) => startCard(parts, request, now),
    prepare: (means, attempt) => withCryptogram(parts.tokenServices, means, attempt),
    afterDecline: (report, now) => continueWithChallenge(parts, report, now),
  }),
};

async function startCard(
  parts: MethodParts,
  request: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  const { payment, customerPresent, mustBeComplete, actor } = request;
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
  const context = { at: now.at, customerPresent, cards: parts.cards, mustBeComplete, isNumberHeld };
  const read = readCard(instrument, context);
  const { shown } = read;
  if (read.kind === 'refused') return refuseStep(read.rejectCode, shown);
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
  { instrument, mustBeComplete }: MethodRequest,
  held: CardPart | undefined,
): Instrument {
  const before = held && instrumentOf(held);
  if (!instrument) return before ?? { type: 'CARD' };
  if (mustBeComplete) return instrument;
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
