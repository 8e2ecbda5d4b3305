// `options` of a creation request.

import { Type, type Static } from 'typebox';
import { freeWords, oneOf, optionalFlag, text, words } from '../../http/schema.ts';
import { aliasTypes, instrumentTypes, methodNames } from '../../methods/registry.ts';
import { recurringMeanings, transKindMeanings, transTypeMeanings } from './meanings.ts';
import { fundingOptions } from './funding.ts';

/** An empty one is refused: absent, it would drop a limit. */
const given = (maxLength: number, description: string) =>
  Type.Optional(text(maxLength, description));

const aliasPurposes = aliasTypes.map((type) => instrumentTypes[type]?.registersAlias).join(' ');

export const optionsSchema = Type.Object(
  {
    transKind: Type.Optional(oneOf(transKindMeanings, 'How the money moves.')),
    transType: Type.Optional(oneOf(transTypeMeanings, 'Who is paid.')),
    validTime: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 2_592_000,
        description:
          'Seconds after which an unfinished payment is cancelled, 60 to 2592000 (30 days). ' +
          'Absent: 1800 (30 minutes).',
      }),
    ),
    tokenize: optionalFlag(
      'Store the card as a token (COF) when the payment has completed; the answer contains ' +
        'tokenizerId. Only for payments by card number.',
    ),
    recurring: Type.Optional(
      oneOf(recurringMeanings, 'Position of the payment in a series. Absent: a single payment.'),
    ),
    recurringType: freeWords(
      32,
      'Kind of series, in your own words. Needs recurring. Stored and returned in given.',
    ),
    refPaymentId: given(
      64,
      'Required with recurring SUBSEQUENT, otherwise refused: paymentId of the INITIAL payment.',
    ),
    iframe: optionalFlag(
      'Channel PAYWALL: the payment page may be shown in a frame, by the origins of the ' +
        "merchant's setting page.frameOrigins.",
    ),
    asyncNotify: words(
      2048,
      'Address for the notifications of this payment instead of notificationUrl, used exactly as ' +
        'given; https in production. The merchant needs the permission asyncNotifyAllowed.',
    ),
    methods: given(
      128,
      'Comma-separated methods that the customer may choose from, such as ' +
        `${methodNames.slice(0, 2).join(',')}. Absent: all that are enabled for the merchant.`,
    ),
    language: words(
      16,
      'Language tag for the payment page, such as pl or en-GB. The page has Polish, English, ' +
        'German and Ukrainian; with another language it follows the browser.',
    ),
    restore: optionalFlag('Stored and returned in given. Every PAYWALL payment can be restored.'),
    repeat: optionalFlag(
      'Channel PAYWALL: whether the payment stays open after a refused try, so that the customer ' +
        'tries again or chooses another method. Absent: true. Other channels: no effect.',
    ),
    registerAlias: optionalFlag(
      `With ${aliasTypes.join(' or ')}: ask the customer to register an alias, ` +
        `instrument.alias or customer.extCustomerId. ${aliasPurposes}`,
    ),
    recurringExpDate: given(
      32,
      'Date after which no more payments of the series follow, YYYYMMDD. Needs recurring. Sent ' +
        'to the issuer.',
    ),
    recurringCycle: given(
      32,
      'Minimum number of days between two payments of the series, 1 to 9999. Needs recurring. ' +
        'Sent to the issuer.',
    ),
    ...fundingOptions,
  },
  { description: 'How the payment is made. Absent fields have their default.' },
);

export type PaymentOptions = Static<typeof optionsSchema>;
