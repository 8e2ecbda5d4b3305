// All planted bugs by group. A bug that was found by other means and that no test had detected is
// added here, together with the test that detects it now.
import type { Mutant } from './mutant.ts';
import { limitMutants, tokenMutants } from './mutants/access.ts';
import { boundMutants } from './mutants/conditions/bounds.ts';
import { statementsAboutKeys } from './mutants/conditions/keys.ts';
import { statementsAboutMoney } from './mutants/conditions/money.ts';
import { clientMutants } from './mutants/client/client.ts';
import { commandMutants } from './mutants/client/commands.ts';
import { encryptionMutants } from './mutants/encryption.ts';
import { egressMutants, signatureMutants } from './mutants/deliveries/egress.ts';
import { deliveryMutants } from './mutants/deliveries/engine.ts';
import { feedMutants } from './mutants/deliveries/feed.ts';
import { adapterMutants } from './mutants/connectors/adapters.ts';
import { routingMutants } from './mutants/connectors/routing.ts';
import { adyenMutants } from './mutants/connectors/adyen.ts';
import { stripeMutants } from './mutants/connectors/stripe.ts';
import { autopayBlikMutants, disputeMutants } from './mutants/connectors/blik-and-disputes.ts';
import { iso8583Mutants } from './mutants/connectors/iso8583.ts';
import { eventMutants } from './mutants/events.ts';
import { applePayMutants } from './mutants/wallets/apple-pay.ts';
import { clickToPayMutants } from './mutants/wallets/click-to-pay.ts';
import { credentialMutants } from './mutants/wallets/credentials.ts';
import { walletPaymentMutants } from './mutants/wallets/wallet-payments.ts';
import { googlePayMutants } from './mutants/wallets/google-pay.ts';
import { simulatedWalletMutants } from './mutants/wallets/simulated-wallets.ts';
import { fundingMutants } from './mutants/funding/account-funding.ts';
import { idempotencyMutants, inputMutants, productionMutants } from './mutants/input.ts';
import { journalMutants } from './mutants/journal.ts';
import { moneyMutants } from './mutants/money.ts';
import { reconciliationMutants } from './mutants/ledger/reconciliation.ts';
import { marketplaceMutants } from './mutants/ledger/marketplace.ts';
import { refundMutants } from './mutants/ledger/refunds.ts';
import { depositMutants, feeMutants, ledgerCheckMutants } from './mutants/ledger/books.ts';
import { settlementMutants } from './mutants/ledger/settlement.ts';
import { providerCredentialMutants } from './mutants/credentials/provider-credentials.ts';
import { providerMutants } from './mutants/providers.ts';
import { failoverMutants } from './mutants/routing/failover.ts';
import { resolverMutants } from './mutants/resolver.ts';
import { pageMutants } from './mutants/client/pages.ts';
import { vaultMutants } from './mutants/secrets.ts';
import { stateMutants } from './mutants/states.ts';
import { instrumentMutants } from './mutants/tries/instruments.ts';
import { tryMutants } from './mutants/tries/tries.ts';
import { seriesMutants, threedsMutants } from './mutants/threeds.ts';
import { transferMutants } from './mutants/transfers.ts';

export const mutantGroups: Readonly<Record<string, readonly Mutant[]>> = {
  money: moneyMutants,
  client: clientMutants,
  commands: commandMutants,
  pages: pageMutants,
  refunds: refundMutants,
  settlement: settlementMutants,
  fees: feeMutants,
  deposits: depositMutants,
  'ledger-check': ledgerCheckMutants,
  reconciliation: reconciliationMutants,
  states: stateMutants,
  tries: tryMutants,
  instruments: instrumentMutants,
  resolver: resolverMutants,
  providers: providerMutants,
  'provider-failover': failoverMutants,
  routing: routingMutants,
  adapters: adapterMutants,
  adyen: adyenMutants,
  stripe: stripeMutants,
  'autopay-blik': autopayBlikMutants,
  disputes: disputeMutants,
  iso8583: iso8583Mutants,
  journal: journalMutants,
  idempotency: idempotencyMutants,
  tokens: tokenMutants,
  limits: limitMutants,
  vault: vaultMutants,
  encryption: encryptionMutants,
  'apple-pay': applePayMutants,
  'google-pay': googlePayMutants,
  'wallet-payments': walletPaymentMutants,
  'click-to-pay': clickToPayMutants,
  'simulated-wallets': simulatedWalletMutants,
  'wallet-credentials': credentialMutants,
  'provider-credentials': providerCredentialMutants,
  'account-funding': fundingMutants,
  marketplace: marketplaceMutants,
  threeds: threedsMutants,
  series: seriesMutants,
  transfers: transferMutants,
  events: eventMutants,
  signatures: signatureMutants,
  egress: egressMutants,
  deliveries: deliveryMutants,
  feed: feedMutants,
  input: inputMutants,
  production: productionMutants,
  bounds: boundMutants,
  'statements-money': statementsAboutMoney,
  'statements-keys': statementsAboutKeys,
};
