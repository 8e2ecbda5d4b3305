// Wraps a database so that every lost connection is reported to the outage.

import type { Database } from '../database.ts';
import { ConnectionLost } from '../errors.ts';
import type { Outage } from './outage.ts';

export function reportLosses(database: Database, outage: Outage): Database {
  const report = (error: unknown): never => {
    if (error instanceof ConnectionLost) outage.reportLoss(error);
    throw error;
  };
  return {
    kind: database.kind,
    run: (statement, values) => database.run<never>(statement, values).catch(report),
    transaction: (work) => database.transaction(work).catch(report),
    session: (work) => database.session(work).catch(report),
    close: () => database.close(),
  };
}
