// Assembles the delivery of events: where they are sent, how, and who is told of the results.

import type { AssemblyParts } from './assemble-payments.ts';
import type { Failpoints } from './core/failpoint.ts';
import { announceEvents, createCommittedEvents } from './events/committed-events.ts';
import type { CommittedEvents } from './events/committed-events.ts';
import { createDelivery, type Delivery } from './events/delivery/deliver.ts';
import { createReceiverWatch, type ReceiverWatch } from './events/delivery/health.ts';
import { createDeliveryObserver } from './events/delivery/observe.ts';
import { createTargets, type Targets } from './events/delivery/targets.ts';
import { createEgress } from './events/egress/egress.ts';
import type { Metrics } from './http/metrics.ts';
import { openJournal } from './journal/open-journal.ts';
import type { MerchantStore } from './merchants/merchant.store.ts';
import type { Readiness } from './storage/availability/readiness.ts';
import type { Storage } from './storage/open.ts';

/** The journal, and the events that this node commits with it. */
export function openAnnouncingJournal(
  storage: Storage,
  readiness: Readiness,
  { metrics, merchants }: { readonly metrics: Metrics; readonly merchants: MerchantStore },
) {
  const committed = createCommittedEvents();
  const journal = openJournal(storage, readiness, (size) => metrics.batchSize.observe(size));
  const hasAddress = async (merchantId: string): Promise<boolean> =>
    (await merchants.find(merchantId))?.settings.notificationUrl !== null;
  return { journal: announceEvents(journal, hasAddress, committed.announce), committed };
}

interface DeliveryAssembly {
  readonly merchants: MerchantStore;
  readonly failpoints: Failpoints;
  readonly committed: CommittedEvents;
  readonly metrics: Metrics;
}

interface Deliveries {
  readonly delivery: Delivery;
  readonly receiverWatch: ReceiverWatch;
  readonly targets: Targets;
}

export function assembleDelivery(
  { config, storage, clock, random, keys, logger: log }: AssemblyParts,
  { merchants, failpoints, committed, metrics }: DeliveryAssembly,
): Deliveries {
  const { database } = storage;
  const isProduction = config.environment === 'production';
  const receiverWatch = createReceiverWatch({ database, clock, log });
  const targets = createTargets({ database, merchants, ring: keys.ring });
  const delivery = createDelivery({
    database,
    targets,
    egress: createEgress({ allowsPrivate: !isProduction, requiresHttps: isProduction }),
    clock,
    random,
    failpoints,
    observer: createDeliveryObserver({ metrics, health: receiverWatch, clock, log }),
    log,
  });
  committed.subscribe((events) => delivery.offer(events));
  return { delivery, receiverWatch, targets };
}
