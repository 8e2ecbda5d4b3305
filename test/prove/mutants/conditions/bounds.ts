// Planted bugs where a repetition ends, at exact limits, and where two rules meet.
import type { Mutant } from '../../mutant.ts';

type Bug = readonly [name: string, file: string, search: string, replace: string, test: string];

const planted = (bugs: readonly Bug[]): Mutant[] =>
  bugs.map(([name, file, search, replace, test]) => ({
    name,
    file: `gateway/src/${file}`,
    search,
    replace,
    caughtBy: [{ file: `gateway/src/${test}` }],
  }));

export const boundMutants: readonly Mutant[] = planted([
  [
    'token-service-is-asked-ever-more-rarely',
    'tokenizer/discard-token.ts',
    'Math.min(RETRY_MS * 2 ** removeTries, RETRY_MAX_MS)',
    'RETRY_MS * 2 ** removeTries',
    'tokenizer/discard-token.test.ts',
  ],
  [
    'host-that-was-down-long-is-called-ever-more-rarely',
    'providers/iso8583/wire/lines.ts',
    'Math.min(MAX_PAUSE_MS, 2 * pauseMs)',
    '2 * pauseMs',
    'providers/iso8583/wire/lines.test.ts',
  ],
  [
    'host-at-an-ipv6-address-in-brackets',
    'providers/iso8583/connection.ts',
    ".replace(/^\\[|\\]$/g, '')",
    '',
    'providers/iso8583/connection.test.ts',
  ],
  [
    'file-of-a-host-writes-the-approval-code',
    'providers/iso8583/profile/read-profile.ts',
    '[2, 3, 4, 7, 11, 37, 38, 39,',
    '[2, 3, 4, 7, 11, 37, 39,',
    'providers/iso8583/profile/read-profile.test.ts',
  ],
  [
    'reversal-of-an-unknown-sale-without-growing-pauses',
    'payments/decisions/operate.ts',
    "(status === 'REJECTED' || status === 'ERROR')",
    "status === 'REJECTED'",
    'payments/decisions/operate.test.ts',
  ],
  [
    'blik-cycle-of-999-days-as-years',
    'methods/blik/blik-registration.ts',
    'days <= 999',
    'days < 999',
    'methods/blik/blik-registration.test.ts',
  ],
  [
    'rule-for-all-payments-is-shown-as-a-share',
    'routing/find-route.ts',
    'when.percent === undefined || when.percent === 100',
    'when.percent === undefined',
    'routing/find-route.test.ts',
  ],
  [
    'all-payments-of-a-small-share-compare',
    'routing/order-by-rate.ts',
    '`explore ${rule}`',
    'rule',
    'routing/find-route.test.ts',
  ],
  [
    'autopay-gets-a-user-agent-of-any-length',
    'providers/autopay/messages/start.ts',
    'payer.userAgent?.slice(0, MAX_USER_AGENT_LENGTH)',
    'payer.userAgent ?? undefined',
    'providers/autopay/autopay.provider.test.ts',
  ],
  [
    'time-of-a-sample-as-that-of-the-table',
    'storage/migration/estimate.ts',
    ' / 1000 / share',
    ' / 1000',
    'storage/migration/estimate.test.ts',
  ],
  [
    'slowed-merchant-slows-all-customers-as-one',
    'payments/features/card-tries.ts',
    '`${payment.merchantId} ${address.subject}`',
    'payment.merchantId',
    'payments/features/card-tries.test.ts',
  ],
  [
    'dispute-created-when-it-was-last-reported',
    'disputes/dispute.view.ts',
    'createdAt: isoTime(dispute.createdAt)',
    'createdAt: isoTime(dispute.updatedAt)',
    'disputes/dispute.test.ts',
  ],
  [
    'rest-of-a-refund-contains-shares-of-nothing',
    'refunds/refund-shares.ts',
    '(share) => leftOfShare(share) > 0n',
    '() => true',
    'refunds/refund-shares.test.ts',
  ],
  [
    'late-message-brings-back-a-removed-alias',
    'notifications/record-alias.ts',
    "isRepeat || (known?.paymentId === paymentId && known.status === 'UNREGISTERED')",
    'isRepeat',
    'notifications/record-alias.test.ts',
  ],
  [
    'removal-that-is-recorded-meanwhile-is-lost',
    'notifications/record-alias.ts',
    "if (version !== known?.version) return refuse('CHANGED_MEANWHILE');",
    '',
    'notifications/record-alias.test.ts',
  ],
  [
    'method-asks-again-after-the-last-authorization',
    'payments/processing/conclude.ts',
    'authorizations.length >= MAX_AUTHORIZATIONS',
    'authorizations.length > MAX_AUTHORIZATIONS',
    'payments/processing/conclude.test.ts',
  ],
  [
    'minutes-of-a-challenge-rounded-up',
    'methods/card/sca/ask-directory.ts',
    'Math.floor(ms / 60_000)',
    'Math.ceil(ms / 60_000)',
    'methods/card/sca/ask-directory.test.ts',
  ],
]);
