// A toy payment method: a voucher with a number, which its provider redeems. In the folder
// gateway/src/methods/voucher it is a method like any other.
import { Type } from 'typebox';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { MethodDefinition, MethodRequest } from '@bramka/gateway/methods/method.ts';
import type { MethodStep } from '@bramka/gateway/methods/method-step.ts';
import type { RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import { voucherConnection } from '../../providers/voucher/connection.ts';

const MAX_MINOR = 100_000n;
const shown = { cardMask: null, organization: null };

export const voucherMethod: MethodDefinition = {
  name: 'VOUCHER',
  title: 'Voucher',
  meaning: 'A voucher of the toy shop.',
  means: ['VOUCHER'],
  providers: [voucherConnection],
  instruments: { VOUCHER: { meaning: 'Voucher, by its number.', fields: ['voucherNo'] } },
  fields: {
    voucherNo: Type.Optional(
      Type.String({ maxLength: 16, description: 'Number of the voucher; required for VOUCHER.' }),
    ),
  },
  rejectReasons: {
    VOUCHER_USED: { info: 'The voucher was redeemed before.', retry: 'other-instrument' },
  },
  payOption: {
    flag: 'voucher <number>',
    description: 'pay with this voucher',
    example: ['V-100', 'with a voucher'],
    instrument: (voucherNo) => ({ type: 'VOUCHER', voucherNo }),
  },
  create: () => ({
    fits({ currency, amountMinor }) {
      if (currency !== 'PLN') return 'CURRENCY_NOT_SUPPORTED';
      return amountMinor > MAX_MINOR ? 'AMOUNT_OUT_OF_RANGE' : null;
    },
    typeOf: (fields) => (fields.includes('voucherNo') ? 'VOUCHER' : undefined),
    start: (request) => Promise.resolve(startVoucher(request)),
  }),
};

function startVoucher({ instrument, mustBeComplete }: MethodRequest): MethodStep {
  const number = instrument?.['voucherNo'];
  if (number === undefined) {
    if (mustBeComplete && instrument)
      throw invalid('instrument.voucherNo', 'is required for VOUCHER');
    const missingFields = ['instrument.voucherNo'];
    return { kind: 'need', dataRequest: 'INSTRUMENT', missingFields, shown, held: null };
  }
  if (typeof number !== 'string' || !/^V-[0-9]{1,10}$/.test(number)) {
    throw invalid('instrument.voucherNo', 'must be V- and up to ten digits');
  }
  if (number === 'V-0') {
    return { kind: 'refuse', rejectCode: 'VOUCHER_USED' as RejectCode, shown };
  }
  return {
    kind: 'authorize',
    means: { kind: 'own', name: 'VOUCHER', values: { voucherNo: secret(number) } },
    shown,
    held: null,
    fingerprint: null,
    exemption: null,
    waitUntil: null,
  };
}
