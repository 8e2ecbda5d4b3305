// Calls to wallets go through a guard like calls to every provider: a limit of concurrent calls and
// a circuit breaker.

import { createGate, type GuardParts } from '../http/guard/gate.ts';
import type { ApplePay, ClickToPay, WalletServices } from './wallet-services.ts';

export function guardedWallets(wallets: WalletServices, parts: GuardParts): WalletServices {
  const { apple, google, clickToPay } = wallets;
  return {
    apple: apple && guardApple(apple, parts),
    google,
    clickToPay: clickToPay && guardClickToPay(clickToPay, parts),
  };
}

function guardApple(apple: ApplePay, parts: GuardParts): ApplePay {
  const gate = createGate('apple-pay', parts);
  return {
    ...apple,
    requestSession: (request) =>
      gate.call(
        () => apple.requestSession(request),
        ({ kind }) => (kind === 'unknown' ? 'failed' : 'answered'),
        { kind: 'unknown' },
      ),
  };
}

function guardClickToPay(service: ClickToPay, parts: GuardParts): ClickToPay {
  const gate = createGate('click-to-pay', parts);
  return {
    ...service,
    confirm: (confirmation) =>
      gate.call(
        () => service.confirm(confirmation),
        (answer) => (answer === 'unknown' ? 'failed' : 'answered'),
        'unknown',
      ),
  };
}
