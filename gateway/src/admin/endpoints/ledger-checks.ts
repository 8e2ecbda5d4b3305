// The operator's endpoints for checks of the ledger: POST /v1/admin/ledger/checks starts one,
// GET /v1/admin/ledger/checks/{checkId} reads its progress and result.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { isUuid } from '../../core/id.ts';
import { exactNumber } from '../../core/json.ts';
import { present } from '../../core/json/present.ts';
import { refuse } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { amountReply, amountView, oneOf, optionalText, time } from '../../http/schema.ts';
import {
  ALL,
  newCheck,
  type Difference,
  type LedgerCheck,
} from '../../ledger/check/ledger-check.ts';
import { findCheck, insertCheck } from '../../ledger/check/ledger-check.store.ts';
import { mid, requireMerchant } from '../fields.ts';
import type { MoneyTools } from '../parts.ts';

const checkSchema = Type.Object({
  checkId: Type.String({ description: 'Id of the check' }),
  merchantId: optionalText('MID; absent: all merchants'),
  state: oneOf(
    { RUNNING: 'The job check-ledger works on it.', DONE: 'Every merchant was compared.' },
    'Progress.',
  ),
  merchants: Type.Integer({ description: 'How many merchants were compared' }),
  transfers: amountReply('How many transfers were read'),
  differences: Type.Array(
    Type.Object({
      merchantId: Type.String({ description: 'MID' }),
      account: Type.String({ description: 'Name of the account' }),
      currency: Type.String({ description: 'ISO 4217 code' }),
      difference: amountReply('The balance minus the sum of its transfers, in major units'),
    }),
    { description: 'Found so far, at most 1000. Empty: all compared balances are correct.' },
  ),
  startedAt: time('When it was started'),
  finishedAt: Type.Optional(time('When it was done')),
});

function checkView({ merchantId, transfers, finishedAt, ...check }: LedgerCheck) {
  const { checkId, state, merchants, differences, startedAt } = check;
  return {
    checkId,
    ...present({ merchantId: merchantId === ALL ? null : merchantId }),
    state,
    merchants,
    transfers: exactNumber(String(transfers)),
    differences: differences.map(differenceView),
    startedAt: isoTime(startedAt),
    ...present({ finishedAt: finishedAt === null ? null : isoTime(finishedAt) }),
  };
}

function differenceView({ merchantId, account, currency, differenceMinor }: Difference) {
  const difference = amountView(BigInt(differenceMinor), currency);
  return { merchantId, account, currency, difference };
}

const createLedgerCheck = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/ledger/checks',
    summary: 'Start a check of the ledger',
    description:
      'Compares every balance with the sum of its transfers. The job check-ledger works on it ' +
      'in small steps, while payments go on; read its progress with GET.',
    access: 'operator',
    action: { name: 'START_LEDGER_CHECK', subject: 'checkId' },
    body: Type.Object({
      merchantId: Type.Optional(mid('MID; absent: all merchants')),
    }),
    bodyOptional: true,
    reply: checkSchema,
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (tools: MoneyTools, { body }) => {
    const merchantId = body?.merchantId ?? ALL;
    if (merchantId !== ALL) await requireMerchant(tools, merchantId);
    const scope = { merchantId, startedBy: 'OPERATOR' } as const;
    const check = newCheck(scope, tools.ids.next(), tools.clock.now());
    await insertCheck(tools.database, check);
    return checkView(check);
  },
);

const readLedgerCheck = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/ledger/checks/{checkId}',
    summary: 'Read the progress and the result of a check of the ledger',
    access: 'operator',
    params: Type.Object({
      checkId: Type.String({ maxLength: 64, description: 'Id of the check' }),
    }),
    reply: checkSchema,
    refusals: ['LEDGER_CHECK_NOT_FOUND'],
  },
  async ({ database }: MoneyTools, { params: { checkId } }) => {
    const check = isUuid(checkId) ? await findCheck(database, checkId) : undefined;
    return checkView(check ?? refuse('LEDGER_CHECK_NOT_FOUND'));
  },
);

export const ledgerCheckEndpoints = [createLedgerCheck, readLedgerCheck];
