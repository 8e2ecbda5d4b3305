// POST /sandbox/reset: empties the database, sets the clock to real time, and restores the demo
// merchants.

import { Type } from 'typebox';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { RetryableFailure } from '@bramka/gateway/storage/errors.ts';
import { clockView } from '../clock-change.ts';
import { resetControl } from '../control.store.ts';
import { removeFaults } from '../faults.store.ts';
import type { Panel } from '../panel.ts';
import { emptyTables } from '../reset.store.ts';
import { clockFields } from './clock.ts';

export interface ResetDeps {
  readonly panel: Panel;
  readonly base: Clock;
  readonly quiet: () => Promise<void>;
  readonly restoreMerchants: () => Promise<void>;
  /** The deposits of the demo merchants. */
  readonly restoreDeposits: () => Promise<void>;
}

export const resetSandbox = endpoint(
  {
    method: 'POST',
    path: '/sandbox/reset',
    summary: 'Empty the sandbox and return to real time',
    description:
      'Deletes payments, events, ledger, stored answers, faults and the records of the ' +
      'simulated providers. Merchants are deleted too, and the demo merchants get their ' +
      'original settings and secrets, unless keepMerchants is true. The demo merchants get ' +
      'their deposits again.',
    access: 'open',
    body: Type.Object({
      keepMerchants: Type.Optional(
        Type.Boolean({ description: 'Leave all merchants as they are' }),
      ),
    }),
    bodyOptional: true,
    reply: Type.Object(clockFields),
  },
  async ({ panel, base, quiet, restoreMerchants, restoreDeposits }: ResetDeps, { body }) => {
    await quiet();
    const { clock } = await retryOnDeadlock(base, () =>
      panel.change(async (tx) => {
        await resetControl(tx);
        await emptyTables(tx);
        await removeFaults(tx);
      }),
    );
    if (body?.keepMerchants !== true) await restoreMerchants();
    await restoreDeposits();
    await panel.agreed();
    return clockView(clock, base.now());
  },
);

const MAX_ATTEMPTS = 20;
const PAUSE_MS = 100;

/** Other nodes may lock the tables in another order; the database then aborts one of the two. */
async function retryOnDeadlock<T>(base: Clock, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RetryableFailure) || tries === MAX_ATTEMPTS) throw error;
      await base.sleep(PAUSE_MS);
    }
  }
}
