// Mounts the payment page in the process of the gateway. It calls the merchant API of that gateway
// without a connection.

import type { AddPages } from '@bramka/gateway/http/pages/page-host.ts';
import { hostApi } from '@bramka/paywall/server/api.ts';
import { addPaywall } from '@bramka/paywall/server/paywall.ts';

/** `now` is the time of the gateway. */
export function paymentPage(now: () => number): AddPages {
  return (app, host) => {
    const isSandbox = host.environment === 'sandbox';
    addPaywall(app, { api: hostApi(host), builds: host.builds, now, isSandbox });
  };
}
