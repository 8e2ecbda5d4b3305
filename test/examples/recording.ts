// One run that records every example of the documentation: a fresh gateway in the sandbox, whose
// clock stands still unless the story moves it, and all requests in an order in which they are
// accepted.
import type { Examples } from '@bramka/gateway/docs/examples.ts';
import { startGateway } from '../support/gateway.ts';
import { withoutRateLimits } from '../support/life/payments.ts';
import { directoryBetween } from '../support/threeds/directory-between.ts';
import { untilRangesKnown } from '../support/threeds/known-ranges.ts';
import { recorder } from './recorder.ts';
import { recordMoney } from './story/money.ts';
import { recordAccess, recordOperator, recordRotations } from './story/access.ts';
import { recordAuthentication } from './story/threeds/authentication.ts';
import { recordClickToPay } from './story/wallets/click-to-pay.ts';
import { recordCompleting } from './story/completing.ts';
import { recordControl, recordReset } from './story/control.ts';
import { recordCreation } from './story/creation.ts';
import { recordMarketplace } from './story/money/marketplace.ts';
import { recordReconciliation } from './story/money/reconciliation.ts';
import { recordDeliveries } from './story/events/deliveries.ts';
import { recordEvents } from './story/events/feed.ts';
import { recordLookups } from './story/lookups.ts';
import { recordOperations } from './story/operations.ts';
import { recordRefunds } from './story/money/refunds.ts';
import { recordRouting } from './story/money/routing.ts';
import { recordSettlements } from './story/money/settlements.ts';
import { recordBlik } from './story/blik.ts';
import { recordProviders } from './story/providers.ts';
import { recordAdyen } from './story/acquirers/adyen.ts';
import { recordStripe } from './story/acquirers/stripe.ts';
import { recordStartPage } from './story/sandbox/start-page.ts';
import { recordTokenizer } from './story/tokens/tokenizer.ts';
import { recordTokens } from './story/tokens/token-services.ts';
import { recordWallets } from './story/wallets/wallets.ts';
import { recordTransfers } from './story/transfers.ts';
import { recordWalletCredentials } from './story/wallets/wallet-credentials.ts';

const SHOWN_START = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR_MS = 3_600_000;
/** Payments go to the acquirer, as without the setting. */
const named = { BRAMKA_SANDBOX_PROVIDERS: 'acquirer,adyen,stripe' };
const patient = { BRAMKA_PROVIDER_TIMEOUT_MS: '60000' };

export async function recordExamples(): Promise<Examples> {
  const directory = await directoryBetween();
  const gateway = await startGateway({
    env: { ...withoutRateLimits, ...patient, ...named, ...directory.env },
  });
  try {
    directory.leadTo(gateway);
    await untilRangesKnown(gateway);
    const newRecorder = recorder(gateway, [new URL(directory.env.BRAMKA_DS_URL).origin]);
    const start = Math.ceil(Date.now() / 1000) * 1000 + HOUR_MS;
    newRecorder.stable.startAt(start, SHOWN_START);
    const body = { at: new Date(start).toISOString(), freeze: true };
    await newRecorder.send('POST', '/sandbox/clock', { body });
    // The story takes days: its payments are not settled meanwhile.
    await newRecorder.send('PATCH', '/v1/admin/merchants/10000001', {
      token: gateway.adminKey,
      body: { settings: { settlement: { afterDays: 30 } } },
    });
    const token = await recordAccess(newRecorder);
    const shop = { recorder: newRecorder, directory, token };
    await recordCreation(shop);
    await recordLookups(shop);
    await recordCompleting(shop);
    await recordOperations(shop);
    await recordRefunds(shop);
    await recordAuthentication(shop);
    await recordProviders(shop);
    await recordEvents(newRecorder, token);
    await recordDeliveries(newRecorder, token);
    await recordOperator(newRecorder);
    await recordMoney(newRecorder);
    await recordWalletCredentials(newRecorder);
    await recordControl(shop);
    await recordStartPage(shop);
    await recordReconciliation(newRecorder);
    // The story above moved the clock, so that the first token has expired.
    const later = { ...shop, token: await gateway.authenticate() };
    await recordMarketplace(later);
    await recordTransfers(later);
    await recordBlik(later);
    await recordAdyen(later);
    await recordStripe(later);
    await recordClickToPay(later);
    await recordTokens(later);
    await recordWallets(later);
    await recordTokenizer(later);
    await recordRotations(newRecorder);
    await recordSettlements(shop);
    await recordRouting(shop);
    await recordReset(shop);
    return newRecorder.examples();
  } finally {
    await gateway.stop();
    await directory.close();
  }
}
