// The operator API for fees, deposits, balances and checks of the ledger, as the commands use it.

import { call, type Call } from '../../call.ts';
import { gatewayUrl, operatorKey, type Env } from '../../operator-client.ts';
import type { OperatorOptions } from '../../options.ts';
import type { Amount } from '../../payments/merchant-client.ts';

export interface FeeRuleReply {
  readonly ruleId: string;
  readonly merchantId?: string;
  readonly method?: string;
  readonly organization?: string;
  readonly currency: string;
  readonly percent: string;
  readonly fixed: Amount;
  readonly minimum: Amount;
  readonly validFrom: string;
}

export interface DepositReply {
  readonly depositId: string;
  readonly merchantId: string;
  readonly kind: string;
  readonly amount: Amount;
  readonly currency: string;
  readonly reference: string;
  readonly createdAt: string;
}

interface BalanceReply {
  readonly account: string;
  readonly currency: string;
  readonly balance: Amount;
}

export interface LedgerCheckReply {
  readonly checkId: string;
  readonly state: string;
  readonly merchants: number;
  readonly transfers: Amount;
  readonly differences: readonly {
    readonly merchantId: string;
    readonly account: string;
    readonly currency: string;
    readonly difference: Amount;
  }[];
}

interface MoneyClient {
  addFee(rule: object): Promise<FeeRuleReply>;
  listFees(merchantId?: string): Promise<FeeRuleReply[]>;
  record(merchantId: string, kind: 'deposits' | 'withdrawals', body: object): Promise<DepositReply>;
  listDeposits(merchantId: string): Promise<DepositReply[]>;
  readBalances(merchantId: string): Promise<BalanceReply[]>;
  startCheck(merchantId?: string): Promise<LedgerCheckReply>;
  readCheck(checkId: string): Promise<LedgerCheckReply>;
}

const PAGE = 100;
const FEES = '/v1/admin/fees';
const CHECKS = '/v1/admin/ledger/checks';

export function moneyClient(options: OperatorOptions, env: Env): MoneyClient {
  const url = gatewayUrl(options.url, env);
  const bearer = operatorKey(options.key, env);
  const send = <Reply>(request: Call): Promise<Reply> => call(url, { ...request, bearer });
  const of = (merchantId: string): string =>
    `/v1/admin/merchants/${encodeURIComponent(merchantId)}`;
  /** Reads all pages of a list; `idOf` is what the next page begins after. */
  const readAll = async <Item>(
    path: string,
    query: Record<string, string>,
    listOf: (reply: Record<string, Item[]>) => Item[],
    idOf: (item: Item) => string,
  ): Promise<Item[]> => {
    const all: Item[] = [];
    for (;;) {
      const last = all.at(-1);
      const asked = { ...query, ...(last === undefined ? {} : { after: idOf(last) }) };
      const page = listOf(await send({ path: `${path}?${new URLSearchParams(asked).toString()}` }));
      all.push(...page);
      if (page.length < PAGE) return all;
    }
  };
  return {
    addFee: (body) => send({ method: 'POST', path: FEES, body }),
    listFees: (merchantId) =>
      readAll<FeeRuleReply>(
        FEES,
        merchantId === undefined ? {} : { merchantId },
        ({ rules = [] }) => rules,
        ({ ruleId }) => ruleId,
      ),
    record: (merchantId, kind, body) =>
      send({ method: 'POST', path: `${of(merchantId)}/${kind}`, body }),
    listDeposits: (merchantId) =>
      readAll<DepositReply>(
        `${of(merchantId)}/deposits`,
        {},
        ({ deposits = [] }) => deposits,
        ({ depositId }) => depositId,
      ),
    startCheck: (merchantId) => send({ method: 'POST', path: CHECKS, body: { merchantId } }),
    readCheck: (checkId) => send({ path: `${CHECKS}/${checkId}` }),
    async readBalances(merchantId) {
      const path = `${of(merchantId)}/balances`;
      return (await send<{ balances: BalanceReply[] }>({ path })).balances;
    },
  };
}
