// The banks at which customers pay transfers, as a party of the sandbox. The intermediaries record
// transfers here.

import { toRoutes } from '@bramka/gateway/http/endpoint.ts';
import type { Party } from '../party/party.ts';
import { bankEndpoints } from './endpoints.ts';
import { bankPages } from './pages/endpoints.ts';
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
  endpoints: [...bankEndpoints, ...bankPages],
  open(context) {
    const store = sqlTransferStore(context.database);
    const transfers = createTransfers({ ...context, store });
    const pageOf = (row: TransferRow): string =>
      `${context.publicUrl()}${context.prefix}/${NAME}/pay/${row.remoteId}/${row.token}`;
    return {
      api: transfers,
      routes: [
        ...toRoutes(bankEndpoints, { transfers, pageOf }),
        ...toRoutes(bankPages, { transfers, prefix: context.prefix }),
      ],
      jobs: [{ name: NAME, everyMs: EVERY_MS, due: transfersDue, run: () => transfers.runDue() }],
    };
  },
};
