// Card information for an app or page before the payment: the organization, and the protocol
// version that SDK, ACS, directory server and we have in common (specification 2.3).

import { Type, type Static } from 'typebox';
import { cardTypeMeanings } from '../cards/bin-row.ts';
import type { CardFacts } from '../cards/card-knowledge.ts';
import { organizationNames } from '../cards/card-number.ts';
import { directoryServerIds, directoryServerOf } from '../cards/directory-server.ts';
import { VERSION_FORM } from '../cards/protocol-version.ts';
import { oneOf, optionalText, patternText } from '../http/schema.ts';
import { channelMeanings } from '../merchants/meanings.ts';
import { present } from '../core/json/present.ts';
import {
  enrolmentOf,
  versionFields,
  versionOf,
  versionProperties,
  type ThreeDS,
} from './threeds.ts';

const version = (description: string) =>
  Type.Optional(
    patternText(VERSION_FORM.source, 'a protocol version such as 2.2.0', { description }),
  );

export const binInfoRequest = Type.Object({
  channel: Type.Optional(
    oneOf(channelMeanings, 'Where the customer pays. Has no effect on the answer.'),
  ),
  sdkStartProtocol: version('Lowest protocol version of the SDK; absent: no lower end'),
  sdkEndProtocol: version('Highest protocol version of the SDK; absent: no upper end'),
});

export const binInfoSchema = Type.Object({
  organization: Type.Optional(
    oneOf(organizationNames, 'Card organization. Absent: the number belongs to no known one.'),
  ),
  protocolVersion: optionalText('Highest version common to SDK, ACS, directory server and gateway'),
  ...versionProperties,
  directoryServerId: optionalText('Id of the directory server, for the SDK'),
  threeDSMethodURL: optionalText('Where a browser runs the 3DS Method'),
  cardType: Type.Optional(oneOf(cardTypeMeanings, 'Kind of card. Absent: not known.')),
  issuerCountry: optionalText('Country of the issuer, when known'),
});

/** Matches what a payment would do: without enrolment there are no 3-D Secure fields. */
export function binInfo(
  threeds: Pick<ThreeDS, 'directory' | 'ranges'>,
  facts: CardFacts,
  digits: string,
  question: Static<typeof binInfoRequest>,
): Static<typeof binInfoSchema> {
  const { organization, row, cardType, issuerCountry } = facts;
  const cardInfo = present({ cardType, issuerCountry });
  if (!organization) return cardInfo;
  const range = enrolmentOf(threeds, { organization, digits, row })?.range;
  const listed = range?.untold ? undefined : range;
  const sdk = {
    start: question.sdkStartProtocol ?? null,
    end: question.sdkEndProtocol ?? null,
  };
  return {
    organization,
    ...present({ protocolVersion: range && versionOf(range, sdk) }),
    ...(listed && versionFields(listed)),
    ...present({
      directoryServerId: range && directoryServerIds[directoryServerOf(organization)],
      threeDSMethodURL: listed?.threeDSMethodURL,
    }),
    ...cardInfo,
  };
}
