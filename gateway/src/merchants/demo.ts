// The two demo merchants of the sandbox, with well-known secrets; they do not exist in production.

import { secret } from '../core/secret.ts';
import { addMerchant, type MerchantTools } from './administer.ts';

export interface DemoMerchant {
  readonly merchantId: string;
  readonly name: string;
  readonly apiSecret: string;
  readonly notificationSecret: string;
}

export const demoMerchants: readonly DemoMerchant[] = ['10000001', '10000002'].map(
  (merchantId, index) => ({
    merchantId,
    name: `Demo shop ${String(index + 1)}`,
    apiSecret: `sandbox-secret-${merchantId}`,
    notificationSecret: `notify-secret-${merchantId}`,
  }),
);

/** Adds those that are missing; two nodes may do this at once. */
export async function addDemoMerchants(tools: MerchantTools): Promise<void> {
  for (const demo of demoMerchants) {
    if (await tools.store.read(demo.merchantId)) continue;
    await addMerchant(tools, {
      merchantId: demo.merchantId,
      settings: { name: demo.name, redirectOrigins: ['*'], asyncNotifyAllowed: true },
      apiSecret: secret(demo.apiSecret),
      notificationSecret: secret(demo.notificationSecret),
    }).catch(async (error: unknown) => {
      if (!(await tools.store.read(demo.merchantId))) throw error;
    });
  }
}
