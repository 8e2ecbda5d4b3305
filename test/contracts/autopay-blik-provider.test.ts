// Proves BLIK over Autopay against the simulated operator: the customer confirms on a phone.
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { handClock } from '@bramka/gateway/core/testing/hand-clock.ts';
import { autopayProvider } from '@bramka/gateway/providers/autopay/autopay.provider.ts';
import { httpAutopay } from '@bramka/gateway/providers/autopay/transport.ts';
import { blikRejectReasons } from '@bramka/gateway/providers/blik/reasons.ts';
import { idAtBlik, settleBlik } from '@bramka/sandbox/autopay/blik.ts';
import { phones } from '@bramka/sandbox/blik/phone/phones.ts';
import { notice, rewriteAutopay, serviceOf } from '../support/transfers/autopay-messages.ts';
import { UNKNOWN_REASON } from '../support/providers/counterpart.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { payer } from '../support/providers/requests.ts';
import {
  autopayOperator,
  openOperator,
  RETURN_URL,
} from '../support/transfers/simulated-operator.ts';

let used = 0;

proveProvider({
  name: 'BM',
  means: ['REDIRECT', 'BLIK'],
  followUps: ['stop', 'refund'],
  connect({ key, ...connection }) {
    const { send, close } = httpAutopay(connection);
    const adapter = autopayProvider({
      name: 'BM',
      service: serviceOf(key),
      takesBlik: true,
      send,
      maxInFlightMs: 60_000,
      ids: createIds(handClock(), systemRandom),
      returnUrl: () => RETURN_URL,
      allowsPlainLinks: false,
    });
    return { adapter, close };
  },
  open: openOperator({
    ...autopayOperator,
    intermediary: 'autopay',
    async approved({ blik }) {
      const phone = phones[(used += 1) % phones.length]?.key ?? '';
      const code = secret((await blik.phones.issueCode(phone)).code ?? '');
      const ticket = { type: 'CODE', code } as const;
      const means = {
        kind: 'blik',
        ticket,
        register: null,
        payer,
        description: 'Order 1',
      } as const;
      return { means };
    },
    async act(parts, row, accepts) {
      await parts.blik.phones.answerPush(idAtBlik(row.remoteId), { accepts, saves: false });
      await settleBlik(parts, row);
    },
  }),
  // A code is used once, so a repeated start is refused.
  startsAgain: true,
  rejectCodes: {
    ...Object.fromEntries(
      (Object.keys(blikRejectReasons) as (keyof typeof blikRejectReasons)[]).map((code) => [
        code.replace('BLIK_', ''),
        code,
      ]),
    ),
    REJECTED: 'BLIK_ISSUER_DECLINED',
    REJECTED_BY_USER: 'BLIK_USER_DECLINED',
    EXPIRED: 'BLIK_USER_TIMEOUT',
    [UNKNOWN_REASON]: 'BLIK_GENERAL_ERROR',
  },
  keepsCodes: true,
  statesAmounts: true,
  signsAnswers: true,
  sendsMessages: true,
  rewriteAnswer: rewriteAutopay,
  rewriteMessage({ body }, change, key) {
    const field = new URLSearchParams(body).get('transactions') ?? '';
    return notice(rewriteAutopay(Buffer.from(field, 'base64').toString(), change, key));
  },
});
