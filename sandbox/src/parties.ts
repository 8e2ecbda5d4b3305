// The simulated parties, in the order of the lists that name them. A new party is a folder and a
// line here.

import { acquirerParty } from './acquirer/party.ts';
import { acsParty } from './acs/party.ts';
import { adyenParty } from './adyen/party.ts';
import { autopayBlikParty, autopayParty } from './autopay/party.ts';
import { bankParty } from './bank/party.ts';
import { blikParty } from './blik/party.ts';
import { c2pParty } from './c2p/party.ts';
import { directoryParty } from './directory/party.ts';
import { iso8583Party } from './iso8583/party.ts';
import { paParty } from './pa/party.ts';
import { triggersOf } from './party/list.ts';
import type { Party } from './party/party.ts';
import { stripeParty } from './stripe/party.ts';
import { tokensParty } from './tokens/party.ts';
import { walletsParty } from './wallets/party.ts';

export const parties: readonly Party[] = [
  acquirerParty,
  acsParty,
  directoryParty,
  tokensParty,
  walletsParty,
  c2pParty,
  blikParty,
  bankParty,
  autopayParty,
  autopayBlikParty,
  paParty,
  adyenParty,
  iso8583Party,
  stripeParty,
];

export const sandboxTriggers = triggersOf(parties);
