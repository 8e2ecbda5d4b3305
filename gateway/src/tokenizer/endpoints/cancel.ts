// POST …/tokenizer/{tokenizerId}/cancel: ends a tokenization that is not finished (specification
// 4.3). A payment that it follows goes on.

import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { decideCancel } from '../../payments/decisions/cancel.ts';
import { callTerms } from '../../payments/processing/provider-call.ts';
import { changePayment } from '../../payments/requests/find-payment.ts';
import type { TokenizerParts } from '../parts.ts';
import { commitStep } from '../processing/commit-step.ts';
import { continueTokenization } from '../processing/continue-tokenization.ts';
import { findTokenization, tokenizerParams } from '../requests/find-tokenization.ts';
import { isOpen, isStandalone, type Tokenization } from '../tokenization.ts';
import { nextTokenizationStatus } from '../tokenization.states.ts';
import { statusView, tokenizationStatusSchema } from '../tokenization.view.ts';

const MAX_TRIES = 100;

type CancelTokenizationDeps = DepsOf<
  | typeof findTokenization
  | typeof callTerms
  | typeof changePayment
  | typeof cancelOnly
  | typeof statusView
  | typeof continueTokenization
>;

export const cancelTokenization = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/{tokenizerId}/cancel',
    summary: 'Cancel a tokenization',
    access: 'merchant-or-client',
    resource: 'TOKENIZER',
    whileSuspended: true,
    states: ['NEW', 'PENDING'],
    params: tokenizerParams,
    reply: tokenizationStatusSchema,
    refusals: ['TOKENIZATION_NOT_FOUND', 'NOT_IN_THIS_STATE', 'OPERATION_IN_PROGRESS'],
  },
  async (parts: CancelTokenizationDeps, { params, caller }) => {
    const tokenization = await findTokenization(parts, caller, params.tokenizerId);
    nextTokenizationStatus(tokenization, 'cancel');
    const byCustomer = caller.kind === 'client' ? 'CANCELLED_BY_CUSTOMER' : null;
    const decide: Parameters<typeof changePayment>[3] = (loaded, now) => {
      if (loaded.payment.status === 'COMPLETED') throw new CardVerified();
      return decideCancel(loaded, byCustomer, callTerms(parts), now);
    };
    const cancelPayment = () =>
      changePayment(parts, caller, tokenization.tokenizerId, decide, 'verification');
    if (!isStandalone(tokenization) || !(await isCancelled(cancelPayment))) {
      await cancelOnly(parts, tokenization);
    }
    return statusView(
      parts,
      (await continueTokenization(parts, tokenization)) ?? tokenization,
      caller,
    );
  },
);

/** The verification payment has ended; only the tokenization can still be cancelled. */
class CardVerified extends Error {}

async function isCancelled(cancelPayment: () => Promise<unknown>): Promise<boolean> {
  try {
    await cancelPayment();
    return true;
  } catch (error) {
    if (error instanceof CardVerified) return false;
    throw error;
  }
}

type CancelOnlyDeps = Pick<TokenizerParts, 'tokenizations' | 'clock' | 'ids'> &
  DepsOf<typeof commitStep>;

/** The payment that the tokenization follows is not changed. */
async function cancelOnly(parts: CancelOnlyDeps, first: Tokenization): Promise<void> {
  const { tokenizations } = parts;
  let of: Tokenization | undefined = first;
  for (let tries = 0; of && tries < MAX_TRIES; tries += 1) {
    if (of.status === 'CANCELLED') return;
    const now = { at: parts.clock.now(), ids: parts.ids };
    if (isOpen(of) || tries === 0) await commitStep(parts, of, 'cancel', {}, now);
    else nextTokenizationStatus(of, 'cancel');
    of = await tokenizations.find(of);
  }
}
