// Opens the audit log of one process on its database.

import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { Key } from '../../core/seal.ts';
import { outageCheck } from '../../journal/open-journal.ts';
import type { Readiness } from '../../storage/availability/readiness.ts';
import type { Storage } from '../../storage/open.ts';
import { createAuditLog, type AuditLog, type AuditLogParts } from './audit-log.ts';
import { sqlAuditReader, sqlAuditStore } from './audit.store.ts';
import type { VerifyParts } from './verify-audit.ts';

interface OpenAuditParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: AuditLogParts['log'];
}

interface Audit extends VerifyParts {
  readonly log: AuditLog;
}

export function openAudit(
  { storage, clock, ids, logger }: OpenAuditParts,
  readiness: Readiness,
  auditKey: Key,
): Audit {
  const { database, outage } = storage;
  const key = () => Promise.resolve(auditKey);
  const log = createAuditLog({
    store: sqlAuditStore(database),
    key,
    clock,
    nodeId: ids.next(),
    defer: setImmediate,
    isAway: outageCheck(outage, readiness),
    log: logger,
  });
  return { log, reader: sqlAuditReader(database), key, ownHead: log.head };
}
