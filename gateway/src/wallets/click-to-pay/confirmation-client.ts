// Tells Click to Pay how a checkout ended: JSON by POST, safe to repeat, because the correlation id
// identifies the checkout.

import { jsonCalls, type JsonCallOptions } from '../../http/outgoing.ts';
import type { ClickToPay } from '../wallet-services.ts';
import { confirmationMeaning, confirmationMessage } from './messages.ts';

export interface ConfirmationClient extends Pick<ClickToPay, 'confirm'> {
  readonly close: () => Promise<void>;
}

export function httpConfirmations(
  options: JsonCallOptions & { readonly url: string },
): ConfirmationClient {
  const calls = jsonCalls({ loadsLate: true, ...options });
  return {
    async confirm(confirmation) {
      try {
        const { status } = await calls.post(options.url, confirmationMessage(confirmation), {
          'idempotency-key': confirmation.correlationId,
        });
        return confirmationMeaning(status);
      } catch {
        // No answer, a broken connection or an answer that is too long.
        return 'unknown';
      }
    },
    close: () => calls.close(),
  };
}
