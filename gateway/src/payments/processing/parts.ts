// The dependencies of the payments module, for endpoints, processing and jobs.

import type { CardKnowledge } from '../../cards/card-knowledge.ts';
import type { Clock } from '../../core/clock.ts';
import type { Failpoints } from '../../core/failpoint.ts';
import type { Ids, TimeAndIds } from '../../core/id.ts';
import type { OpenFields } from '../../encryption/open-fields.ts';
import type { TargetRules } from '../../events/egress/target.ts';
import type { Budgets } from '../../http/budget/budgets.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Draft, Journal } from '../../journal/entry.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import type { AliasStore } from '../../methods/aliases/alias.store.ts';
import type { MethodRegistry } from '../../methods/registry.ts';
import type { ProviderRegistry } from '../../providers/registry.ts';
import type { FindRoute } from '../../routing/route.ts';
import type { ThreeDS } from '../../threeds/threeds.ts';
import type { TokenServiceRegistry } from '../../token-services/registry.ts';
import type { TokenStore } from '../../vault/card-token.store.ts';
import type { TokenVault } from '../../vault/card-token.ts';
import type { Vault } from '../../vault/held-card.ts';
import type { WalletServices } from '../../wallets/wallet-services.ts';
import type { Conclusions } from '../decisions/outcome.ts';
import type { Links } from '../links/links.ts';
import type { PaymentStore } from '../loading/payment.store.ts';
import type { Payment } from '../model/payment.ts';
import type { Processor } from './processor.ts';
import type { StatusWatch } from '../watching/status-watch.ts';

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** What the tokenizer, a module to the right, does for payments. */
export interface Tokenizing {
  /** Adds the tokenization that follows a new or an approved payment to its entry. */
  register(draft: Draft, payment: Payment, extCustomerId: string | null, now: TimeAndIds): void;
  /** Continues the tokenization of a changed payment. */
  follow(payment: Payment): Promise<void>;
}

export interface PaymentParts {
  readonly journal: Journal;
  readonly store: PaymentStore;
  readonly merchants: MerchantStore;
  readonly providers: ProviderRegistry;
  readonly findRoute: FindRoute;
  readonly tokenServices: TokenServiceRegistry;
  readonly wallets: WalletServices;
  readonly methods: MethodRegistry;
  readonly vault: Vault;
  /** Stored cards. */
  readonly tokens: TokenStore;
  readonly tokenVault: TokenVault;
  readonly threeds: ThreeDS;
  readonly aliases: AliasStore;
  readonly cards: CardKnowledge;
  /** Against guessing card numbers and testing stolen cards. */
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly failpoints: Failpoints;
  readonly metrics: Pick<Metrics, 'payments' | 'outcomes' | 'alarms'>;
  readonly log: Log;
  /** How long after its start the resolver checks an attempt without a report. */
  readonly firstCheckMs: number;
  /** What the end of an attempt means, by verb; modules to the right add their own. */
  readonly conclusions: Conclusions;
  /** The tokenizations that follow payments. */
  readonly tokenizing: Tokenizing;
  readonly links: Links;
  /** Opens encrypted card fields; every endpoint that accepts an instrument calls it once. */
  readonly openFields: OpenFields;
  /** Which notification URLs a payment may have. */
  readonly receiverRules: TargetRules;
  readonly processor: Processor;
  /** Requests that wait until a payment changes. */
  readonly watch: StatusWatch;
}

/** The parts that the processor is created from. */
export type ProcessorParts = Omit<
  PaymentParts,
  'processor' | 'links' | 'aliases' | 'openFields' | 'receiverRules' | 'watch'
>;
