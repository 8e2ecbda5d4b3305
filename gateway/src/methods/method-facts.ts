// What a payment method says about itself. Lists, schemas, documents, fee rules and the command
// line are derived from these facts; no other module names a method.

import type { TProperties, TSchema } from 'typebox';
import type { Provider } from '../providers/provider.ts';
import type { Connection } from '../settings/connection.ts';
import type { Table } from '../settings/setting.ts';
import type { MeansKind } from '../providers/means.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { RejectReason } from '../providers/reject-reason.ts';
import type { DataRequestFacts } from './data-request.ts';

export interface MethodFacts {
  readonly name: string;
  /** For people, such as the reader of a list. */
  readonly title: string;
  readonly meaning: string;
  /** What providers receive; a payment is possible while a provider of one of them is available. */
  readonly means: readonly MeansKind[];
  /** The providers that were made for it, each with its settings. */
  readonly providers?: readonly Connection<Provider>[];
  /** Settings of its own. */
  readonly settings?: Table;
  readonly instruments: Readonly<Record<string, InstrumentFacts>>;
  /** The schemas of the fields of its instruments, except those that every type has. */
  readonly fields: TProperties;
  /** Whether its payments have a card organization, on which fees can depend. */
  readonly hasCards?: true;
  /** Whether it can fund the card of a recipient (account funding). */
  readonly canFund?: true;
  /** Whether declines are counted, against those who test stolen instruments. */
  readonly countsDeclines?: true;
  /** Whether a series of payments rests on an agreement that the gateway keeps. */
  readonly keepsAgreements?: true;
  /** The code of a payment whose customer did not act in time; absent: EXPIRED. */
  readonly timeOutCode?: RejectCode;
  readonly rejectReasons?: Readonly<Record<string, RejectReason>>;
  /** What only its payments wait for. */
  readonly dataRequests?: Readonly<Record<string, DataRequestFacts>>;
  /** Fields of its entry in the list of methods. */
  readonly offerFields?: TProperties;
  /** Fields of the answer while a payment waits for its instrument. */
  readonly pageFields?: TProperties;
  /** How `bramka pay` takes its instrument. */
  readonly payOption?: PayOption;
  /** The list of its options, such as banks: GET /v1/ecommerce/payment/methods/{name}. */
  readonly options?: OptionsFacts;
  /** Each option belongs to a provider, so the choice of the customer decides about it. */
  readonly optionsHaveProviders?: true;
}

export interface InstrumentFacts {
  readonly meaning: string;
  /** The fields that it has besides type, provider and payload. */
  readonly fields: readonly string[];
  /** A card by its number, which can be stored, and which customers test. */
  readonly isCardNumber?: true;
  /** With it the customer can register an alias (`registerAlias`): what for. */
  readonly registersAlias?: string;
  /** Its payload is the instrument itself: it is used, and never stored. */
  readonly isInPayload?: true;
}

export interface OptionsFacts {
  readonly summary: string;
  readonly description?: string;
  readonly item: TSchema;
}

interface PayOption {
  /** Such as `blik <code>`. */
  readonly flag: string;
  readonly description: string;
  /** A value of the sandbox, and what the payment with it is. */
  readonly example: readonly [value: string, meaning: string];
  readonly instrument: (value: string) => object;
}
