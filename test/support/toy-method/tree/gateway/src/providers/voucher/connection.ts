// How the provider of toy vouchers is configured and connected.
import { open } from '@bramka/gateway/core/secret.ts';
import { connection } from '@bramka/gateway/settings/connection.ts';
import { secretText, url } from '@bramka/gateway/settings/kinds.ts';
import { settings } from '@bramka/gateway/settings/setting.ts';
import { voucherProvider, type SendVoucher } from './voucher.provider.ts';

export const voucherConnection = connection({
  title: 'Vouchers',
  settings: settings('BRAMKA_VOUCHER', {
    url: [url, 'URL of the voucher provider; if absent: no vouchers, in the sandbox simulated'],
    key: [secretText, 'bearer key of the voucher provider'],
  }),
  connect({ url: base, key }, { timeoutMs, maxInFlightMs }) {
    const send: SendVoucher = async (verb, body) => {
      try {
        const headers = {
          authorization: `Bearer ${open(key)}`,
          'content-type': 'application/json',
        };
        const signal = AbortSignal.timeout(timeoutMs);
        const request = { method: 'POST', headers, body: JSON.stringify(body), signal };
        return await (await fetch(`${base}/${verb}`, request)).json();
      } catch {
        return undefined;
      }
    };
    return { adapter: voucherProvider(send, maxInFlightMs), close: () => Promise.resolve() };
  },
});
