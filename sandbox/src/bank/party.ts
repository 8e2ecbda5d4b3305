// The banks at which customers pay transfers, as a party of the sandbox. The intermediaries record
// transfers here.

import type { Party } from '../party/party.ts';
import { bankDescription } from './described.ts';
import { bankPages } from './pages/bank-pages.ts';
import { bankRoutes } from './server.ts';
import { sqlTransferStore, transfersDue } from './transfer.store.ts';
import type { TransferRow } from './transfer.ts';
import { createTransfers, type Transfers } from './transfers.ts';
import { bankTriggers } from './triggers.ts';

const NAME = 'bank';
const EVERY_MS = 500;

export const bankParty: Party<Transfers> = {
  name: NAME,
  meaning: 'The banks at which customers pay transfers.',
  verbs: {},
  effects: [],
  triggers: bankTriggers,
  triggerKinds: {
    bank: { title: 'Bank ids, for bank transfers', meaning: 'the id of the bank' },
    amount: {
      title: 'Last two digits of the amount of a bank transfer',
      meaning: 'the last two digits in minor units',
    },
  },
  openPages: ['pay'],
  describe: bankDescription,
  open(context) {
    const store = sqlTransferStore(context.database);
    const transfers = createTransfers({ ...context, store });
    const pageOf = (row: TransferRow): string =>
      `${context.publicUrl()}${context.prefix}/${NAME}/pay/${row.remoteId}/${row.token}`;
    return {
      api: transfers,
      routes: [bankRoutes(transfers, pageOf), bankPages(transfers, () => context.prefix)],
      jobs: [{ name: NAME, everyMs: EVERY_MS, due: transfersDue, run: () => transfers.runDue() }],
    };
  },
};
