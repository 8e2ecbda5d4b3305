// Fields of account funding payments (transKind ACCT_FUNDING): why the money is moved, where it
// comes from, and the card that receives it.

import { Type, type Static } from 'typebox';
import { freeWords, oneOf, optionalText } from '../../http/schema.ts';
import { cardFields } from '../../methods/card/card-fields.ts';
import { instrumentMeanings, instrumentTypes, isCardNumber } from '../../methods/registry.ts';

/** The application identifiers of funding transactions, as the card networks define them. */
const purposeMeanings = {
  AA: 'Transfer to another account of the same person.',
  BI: 'Transfer between persons that a bank initiates.',
  FD: 'Disbursement of funds.',
  FT: 'Transfer of funds in general.',
  LA: 'Purchase of liquid assets, such as crypto-currency.',
  PD: 'Payment of salaries or pensions.',
  PP: 'Transfer from one person to another.',
  TU: 'Top-up of a prepaid card.',
  WT: 'Transfer to a wallet.',
} as const;

const fundSourceMeanings = {
  '01': 'Credit card.',
  '02': 'Debit card.',
  '03': 'Prepaid card.',
  '04': 'Cash.',
  '05': 'Deposit account without a card, such as a current account or a wallet.',
  '06': 'Credit account without a card.',
} as const;

const onlyFunding = (text: string): string => `${text} Only for transKind ACCT_FUNDING.`;

export const fundingOptions = {
  purposeCode: Type.Optional(
    oneOf(
      purposeMeanings,
      'Why the money is moved; sent to the acquirer. Required for transKind ACCT_FUNDING, ' +
        'refused otherwise.',
    ),
  ),
  fundSource: Type.Optional(
    oneOf(
      fundSourceMeanings,
      onlyFunding('Where the money comes from; sent to the acquirer. Absent: not sent.'),
    ),
  ),
  fundSourceRef: freeWords(
    34,
    onlyFunding(
      'Reference or account number of the source; sent to the acquirer. Letters, digits, spaces ' +
        'and . / _ -; never a card number. Needs fundSource.',
    ),
  ),
};

const { instrumentNo, encInstrumentNo } = cardFields;

const recipientTypes = [...Object.keys(instrumentTypes).filter(isCardNumber), 'COF'];

const recipientTypeMeanings: Readonly<Record<string, string>> = Object.fromEntries(
  recipientTypes.map((type) => [type, instrumentMeanings[type] ?? '']),
);

const name = freeWords(
  64,
  'Name of the recipient; sent to the acquirer. Stored and returned in given. Absent: not sent.',
);

export const recipientSchema = Type.Object(
  {
    instrument: Type.Object(
      { type: oneOf(recipientTypeMeanings, 'Type of the card.'), instrumentNo, encInstrumentNo },
      {
        description:
          'Card that receives the money. cardInfo returns fundsTransfer true for cards that can.',
      },
    ),
    name,
  },
  {
    description:
      'Who receives the money of an account funding payment. Required for transKind ' +
      'ACCT_FUNDING, refused otherwise.',
  },
);

export type RecipientData = Static<typeof recipientSchema>;

/** What is stored and shown of a recipient: never the card number. */
export const shownRecipientSchema = Type.Object(
  {
    instrument: Type.Object(
      {
        type: oneOf(recipientTypeMeanings, 'Type of the card.'),
        cardMask: optionalText('First six and last four digits of the card number.'),
      },
      { description: 'Card that receives the money.' },
    ),
    name,
  },
  { description: 'Who receives the money of an account funding payment.' },
);

export type ShownRecipient = Static<typeof shownRecipientSchema>;
