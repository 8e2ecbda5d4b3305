// The instruments of BLIK, their fields, and what its payments can wait for.

import { words } from '../../http/schema.ts';
import type { DataRequestFacts } from '../data-request.ts';
import type { InstrumentFacts } from '../method-facts.ts';

export const blikInstruments = {
  BLIK_CODE: {
    meaning: 'BLIK with a six-digit code. PLN only, without PREAUTH.',
    fields: ['code', 'alias'],
    registersAlias: 'With recurring INITIAL for BLIK_PAYID, otherwise for BLIK_UID.',
  },
  BLIK_UID: {
    meaning: 'BLIK OneClick: an alias that the customer has registered, without a code.',
    fields: ['alias', 'app'],
  },
  BLIK_PAYID: {
    meaning: 'BLIK recurring: an alias for payments without the customer, up to 2000 PLN each.',
    fields: ['alias', 'app'],
  },
} as const satisfies Record<string, InstrumentFacts>;

export const blikFields = {
  code: words(16, 'BLIK code; required for BLIK_CODE.'),
  alias: words(
    64,
    'BLIK alias; required for BLIK_UID and BLIK_PAYID. With BLIK_CODE and options.registerAlias: ' +
      'the alias to be registered.',
  ),
  app: words(
    64,
    'BLIK_UID and BLIK_PAYID: key of a bank app, if the alias belongs to several. Enough alone ' +
      'for a payment with dataRequest BLIK_APP.',
  ),
};

export const blikRequests = {
  BLIK_CODE: {
    meaning: 'A new BLIK code: send it with PATCH …/instrument.',
    steps: [
      {
        when: 'a new BLIK code is needed',
        todo: 'PATCH …/instrument with {"type": "BLIK_CODE", "code": "…"}',
      },
    ],
    isAfterDecline: true,
  },
  BLIK_APP: {
    meaning: 'The bank app of a BLIK alias: choose one of apps, send it as instrument.app.',
    steps: [
      {
        when: 'the BLIK alias belongs to several bank apps, listed in apps',
        todo: 'PATCH …/instrument with {"app": "…"}, a key of apps, or send a BLIK code',
      },
    ],
    isAfterDecline: true,
    isChoice: true,
  },
} as const satisfies Record<string, DataRequestFacts>;

declare module '../data-request.ts' {
  interface DataRequests extends Record<keyof typeof blikRequests, DataRequestFacts> {}
}
