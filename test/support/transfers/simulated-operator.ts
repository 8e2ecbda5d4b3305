// The simulated operators of bank transfers, and of BLIK over Autopay, as counterparts of proofs:
// over HTTP, with their own clock and storage.
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { toRoutes, type Route } from '@bramka/gateway/http/endpoint.ts';
import { operatorCalls, type HandleCall } from '@bramka/sandbox/autopay/endpoints.ts';
import { operations } from '@bramka/sandbox/autopay/operator.ts';
import { transactionListXml, transactionsOf } from '@bramka/sandbox/autopay/transactions.ts';
import { simulatedService } from '@bramka/sandbox/bank/hash.ts';
import { sqlTransferStore } from '@bramka/sandbox/bank/transfer.store.ts';
import type { TransferRow } from '@bramka/sandbox/bank/transfer.ts';
import { createTransfers, REFUND_MS } from '@bramka/sandbox/bank/transfers.ts';
import { sqlBlikStore } from '@bramka/sandbox/blik/blik.store.ts';
import { createBlik } from '@bramka/sandbox/blik/operator.ts';
import { serveParty } from '@bramka/sandbox/party/testing/serve-party.ts';
import { openBacking, type OpenBacking } from '@bramka/sandbox/testing/backing.ts';
import { notice, orderIdOf } from './autopay-messages.ts';
import type { Counterpart, Payment, SentMessage } from '../providers/counterpart.ts';

export const RETURN_URL = 'https://gateway.example/back';

export type OperatorParts = ReturnType<typeof operatorParts>;

export function operatorParts(backing: OpenBacking, key: Secret<string>) {
  const { database } = backing;
  if (!database) throw new Error('the embedded database is open');
  const clock = handClock();
  const [journal, random] = [backing.journal(), systemRandom];
  const transfers = createTransfers({ store: sqlTransferStore(database), journal, clock, random });
  const blik = createBlik({
    store: sqlBlikStore(database),
    ids: createIds(clock, random),
    ...{ journal, clock, random },
    deliver: (send) => send(),
    post: () => Promise.resolve({ status: 200, body: undefined }),
    mayNotify: () => false,
  });
  return {
    transfers,
    blik,
    clock,
    service: simulatedService('autopay', key),
    ownUrl: () => 'https://operator.example',
    defaultReturnUrl: () => RETURN_URL,
    mayCall: () => true,
    pageOf: () => 'https://bank.example/pay',
  };
}

interface Operator {
  readonly intermediary: TransferRow['intermediary'];
  readonly routes: (parts: OperatorParts) => readonly Route[];
  /** A payment that succeeds when the customer accepts it. */
  readonly approved: (parts: OperatorParts) => Payment | Promise<Payment>;
  readonly act: (parts: OperatorParts, row: TransferRow, accepts: boolean) => Promise<unknown>;
  /** What it sends besides the return of the customer. */
  readonly notices?: (rows: readonly TransferRow[], parts: OperatorParts) => SentMessage[];
}

/** Autopay's calls and notifications. */
export const autopayOperator: Pick<Operator, 'routes' | 'notices'> = {
  routes(parts) {
    const handle: HandleCall = async (call) => {
      const found = Object.values(operations).find(([path]) => path === call.path);
      return found?.[1](parts, call);
    };
    return toRoutes(operatorCalls, { handle, bankPage: () => '/page' });
  },
  notices: (rows, { service }) =>
    rows.map((row) => notice(transactionListXml(row, transactionsOf([row]), service))),
};

export const openOperator =
  ({ intermediary, routes, approved, act, notices }: Operator) =>
  async (key: Secret<string>): Promise<Counterpart> => {
    const backing = await openBacking('embedded');
    const parts = operatorParts(backing, key);
    const server = serveParty('/provider', routes(parts), { key });
    const rowsOf = (attemptId: string) =>
      parts.transfers.ofOrder(intermediary, orderIdOf(attemptId));
    const actOf = (accepts: boolean) => async (attemptId: string) => {
      for (const row of await rowsOf(attemptId)) await act(parts, row, accepts);
    };
    return {
      url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/provider`,
      approved: async () => approved(parts),
      customer: { confirm: actOf(true), refuse: actOf(false) },
      later: () => parts.clock.advance(REFUND_MS),
      async account({ attemptId }) {
        const paid = (await rowsOf(attemptId)).filter(({ state }) => state === 'PAID');
        const takenMinor = paid.reduce((sum, row) => sum + row.amountMinor, 0n);
        const returnedMinor = paid.reduce((sum, row) => sum + row.refundedMinor, 0n);
        return { charges: paid.length, authorizedMinor: takenMinor, takenMinor, returnedMinor };
      },
      async messages(attemptId) {
        const rows = await rowsOf(attemptId);
        const returns = rows.map(({ serviceId: ServiceID, orderId: OrderID, returnHash: Hash }) => {
          return { body: '', headers: {}, query: { ServiceID, OrderID, Hash } };
        });
        return [...(notices?.(rows, parts) ?? []), ...returns];
      },
      async close() {
        await server.close();
        await backing.close();
      },
    };
  };
