// The two demo merchants of the sandbox, with published secrets; they do not exist in production.

import { secret } from '../core/secret.ts';
import { addMerchant, resetMerchant, type MerchantTools, type NewMerchant } from './administer.ts';
import { defaultPageSettings } from './page/page-settings.ts';

export interface DemoMerchant {
  readonly merchantId: string;
  readonly name: string;
  readonly apiSecret: string;
  readonly notificationSecret: string;
  /** Colour of its payment page. */
  readonly color: string;
}

const colors = ['#0b6e4f', '#7a2e8e'];

export const demoMerchants: readonly DemoMerchant[] = ['10000001', '10000002'].map(
  (merchantId, index) => ({
    merchantId,
    name: `Demo shop ${String(index + 1)}`,
    apiSecret: `sandbox-secret-${merchantId}`,
    notificationSecret: `notify-secret-${merchantId}`,
    color: colors[index] ?? '',
  }),
);

/** Adds the missing merchants; two nodes may do this at the same time. */
export async function addDemoMerchants(tools: MerchantTools): Promise<void> {
  for (const demo of demoMerchants) {
    if (await tools.merchants.read(demo.merchantId)) continue;
    await addMerchant(tools, recordOf(demo)).catch(async (error: unknown) => {
      if (!(await tools.merchants.read(demo.merchantId))) throw error;
    });
  }
}

/** Restores the initial state: only the demo merchants, with their own settings and secrets. */
export async function restoreDemoMerchants(tools: MerchantTools): Promise<void> {
  await tools.merchants.removeOthers(demoMerchants.map(({ merchantId }) => merchantId));
  await addDemoMerchants(tools);
  for (const demo of demoMerchants) {
    const before = await tools.merchants.read(demo.merchantId);
    if (before) await resetMerchant(tools, before, recordOf(demo));
  }
}

function recordOf(demo: DemoMerchant): NewMerchant {
  return {
    merchantId: demo.merchantId,
    settings: {
      name: demo.name,
      redirectOrigins: ['*'],
      asyncNotifyAllowed: true,
      recurringAllowed: true,
      submerchants: demoMerchants
        .map(({ merchantId }) => merchantId)
        .filter((merchantId) => merchantId !== demo.merchantId),
      dpaId: `sandbox-${demo.merchantId}`,
      page: {
        ...defaultPageSettings,
        color: demo.color,
        savesCards: true,
        frameOrigins: ['*'],
      },
    },
    apiSecret: secret(demo.apiSecret),
    notificationSecret: secret(demo.notificationSecret),
  };
}
