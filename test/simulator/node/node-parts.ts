// What a simulated node is made with, and what it offers.

import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { DepositParts } from '@bramka/gateway/deposits/deposit.ts';
import type { CallParts } from '@bramka/gateway/http/serve.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import type { PaymentParts } from '@bramka/gateway/payments/processing/parts.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import type { RefundParts } from '@bramka/gateway/refunds/parts.ts';
import type { BatchStore } from '@bramka/gateway/settlement/batch.store.ts';
import type { DirectoryTransport } from '@bramka/gateway/threeds/directory/directory.ts';
import type { ThreeDS } from '@bramka/gateway/threeds/threeds.ts';
import type { TokenServiceRegistry } from '@bramka/gateway/token-services/registry.ts';
import type { TokenizerParts } from '@bramka/gateway/tokenizer/parts.ts';
import type { TokenizationStore } from '@bramka/gateway/tokenizer/tokenization.store.ts';
import type { ProviderPlan } from '../failover/providers.ts';
import type { Chance } from '../world/chance.ts';
import type { Life } from '../world/life.ts';
import type { Policies, SettlementSettings } from '../world/merchants.ts';
import type { Network } from '../world/network.ts';
import type { Schedule } from '../world/schedule.ts';
import type { Storage } from '../storage/storage.ts';

/** Where a planted bug is inserted between the engine and its dependencies. */
export interface Tampering {
  readonly journal?: (journal: Journal, life: Life) => Journal;
  readonly store?: (store: PaymentStore) => PaymentStore;
  readonly acquirer?: (acquirer: Provider) => Provider;
  readonly acquirers?: (list: readonly Provider[]) => readonly Provider[];
  readonly threeds?: (threeds: ThreeDS) => ThreeDS;
  readonly tokenizations?: (store: TokenizationStore) => TokenizationStore;
  readonly batches?: (store: BatchStore) => BatchStore;
}

export interface NodeParts {
  readonly name: string;
  /** How far its clock is ahead. */
  readonly skewMs: number;
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly storage: Storage;
  readonly network: Network;
  readonly plan: ProviderPlan;
  /** The connection to the directory server; null if there is none. */
  readonly directory: (life: Life) => DirectoryTransport | null;
  /** The connection to the token services; absent: no tokenizations. */
  readonly tokenServices?: (life: Life) => TokenServiceRegistry;
  readonly policies: Policies;
  /** When payments are settled; absent: never. */
  readonly settlement?: SettlementSettings;
  readonly keys: Map<string, { keyVersion: number; sealedKey: Uint8Array }>;
  readonly tampering: Tampering;
  readonly onAlarm: (alarm: string) => void;
  /** An internal error that no simulated fault explains. */
  readonly onError: (where: string, error: unknown) => void;
}

export interface SimulatedNode {
  readonly name: string;
  readonly life: Life;
  readonly payments: PaymentParts;
  readonly refunds: RefundParts;
  readonly deposits: DepositParts;
  readonly tokenizer: TokenizerParts;
  readonly gate: CallParts;
}
