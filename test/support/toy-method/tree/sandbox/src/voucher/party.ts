// The simulated provider of toy vouchers: a voucher is redeemed once.
import { Type } from 'typebox';
import { endpoint, toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { voucherProvider } from '../../../gateway/src/providers/voucher/voucher.provider.ts';
import { wireEffects } from '@bramka/sandbox/party/fault.ts';
import { faultyCalls } from '@bramka/sandbox/party/faulty-calls.ts';
import type { Party } from '@bramka/sandbox/party/party.ts';
import { forAnybody } from '@bramka/sandbox/party/schemas.ts';

interface Voucher {
  readonly attemptId: string;
  readonly number: string;
}

const listRedeemed = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/redeemed',
    summary: 'List the redeemed vouchers',
    reply: Type.Array(Type.String({ description: 'Number of a voucher.' })),
  },
  async ({ redeemed }: { readonly redeemed: () => readonly string[] }) => [...redeemed()],
);

export const voucherParty: Party = {
  name: 'voucher',
  meaning: 'The provider of vouchers.',
  verbs: { redeem: 'redeem a voucher.', refund: 'take it back.', inquire: 'ask for a result.' },
  effects: wireEffects,
  triggers: [
    {
      kind: 'voucher',
      value: 'V-13',
      provider: 'voucher',
      outcome: 'VOUCHER_USED',
      description: 'The voucher was redeemed before.',
    },
  ],
  triggerKinds: { voucher: { title: 'Vouchers', meaning: 'the number of the voucher' } },
  endpoints: [listRedeemed],
  open(context) {
    const wire = faultyCalls('voucher', context);
    const vouchers: Voucher[] = [];
    const done = new Set<string>();
    const answer = (verb: string, body: object): unknown => {
      const { attemptId = '', voucherNo = '' } = body as Record<string, string>;
      if (verb === 'inquire') return { result: done.has(attemptId) ? 'DONE' : 'NOT_FOUND' };
      const isUsed = voucherNo === 'V-13' || vouchers.some(({ number }) => number === voucherNo);
      if (verb === 'redeem' && isUsed) return { result: 'DECLINED', reason: 'USED' };
      if (verb === 'redeem') vouchers.push({ attemptId, number: voucherNo });
      done.add(attemptId);
      return { result: 'DONE' };
    };
    const redeemed = () => vouchers.map(({ number }) => number);
    return {
      api: undefined,
      routes: toRoutes([listRedeemed], { redeemed }),
      connect: () => ({
        providers: [
          voucherProvider(async (verb, body) => {
            const work = () => Promise.resolve({ status: 200, body: answer(verb, body) });
            return (await wire.call(verb, work))?.body;
          }, context.maxInFlightMs),
        ],
      }),
      quiet: () => wire.quiet(),
    };
  },
};
