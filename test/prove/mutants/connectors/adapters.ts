// Planted bugs in the adapters of providers, one for each property that `proveProvider` proves.
import type { Mutant } from '../../mutant.ts';

type Bug = readonly [name: string, file: string, search: string, replace: string];

const planted = (test: string, folder: string, bugs: readonly Bug[]): Mutant[] =>
  bugs.map(([name, file, search, replace]) => ({
    name,
    file: `gateway/src/${folder}/${file}`,
    search,
    replace,
    caughtBy: [{ file: `test/contracts/${test}.test.ts` }],
  }));

const plain = planted('plain-provider', 'providers/plain', [
  [
    'new-reject-code-is-an-error',
    'messages.ts',
    "isRejectCode(code) ? code : 'DO_NOT_HONOR'",
    "isRejectCode(code) ? code : 'SYSTEM_ERROR'",
  ],
  [
    'answer-with-a-wrong-status-is-read',
    'messages.ts',
    'if (answer.status !== 200)',
    'if (answer.status >= 500)',
  ],
  [
    'answer-about-another-attempt-is-read',
    'messages.ts',
    ' || reply.attemptId !== attemptId) {',
    ') {',
  ],
  [
    'unreadable-answer-is-a-decline',
    'messages.ts',
    "    default:\n      return { kind: 'unknown', why: 'garbage' };",
    "    default:\n      return { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference };",
  ],
  [
    'unknown-attempt-was-declined',
    'messages.ts',
    "    case 'NOT_FOUND':\n      return { kind: 'not-found' };",
    "    case 'NOT_FOUND':\n      return { kind: 'declined', rejectCode: 'EXPIRED', reference };",
  ],
  [
    'capture-is-an-adjustment',
    'plain.provider.ts',
    "capture: follow('capture')",
    "capture: follow('adjust')",
  ],
  [
    'hold-takes-the-money',
    'plain.provider.ts',
    'kind: request.kind,',
    "kind: request.kind === 'hold' ? 'sale' : request.kind,",
  ],
  [
    'request-with-the-card-is-printed',
    'plain.provider.ts',
    '    return orUnknown(',
    '    console.warn(JSON.stringify(request));\n    return orUnknown(',
  ],
  [
    'card-is-in-the-error',
    'plain.provider.ts',
    "return defect('the plain protocol is for cards only')",
    "return defect(means.kind === 'blik' && 'code' in means.ticket ? open(means.ticket.code) : '')",
  ],
]);

const shared = planted('plain-provider', 'providers', [
  [
    'amount-in-major-units',
    'operation-message.ts',
    'amountMinor: String(minor)',
    'amountMinor: String(minor / 100n)',
  ],
  [
    'repeated-request-has-a-new-id',
    'operation-message.ts',
    'return { attemptId, merchantId,',
    'return { attemptId: attemptId && crypto.randomUUID(), merchantId,',
  ],
]);

const calls = planted('plain-provider', 'http', [
  [
    'lost-connection-is-thrown',
    'outgoing.ts',
    "const why = error instanceof CallTimeout ? 'timeout' : 'connection';",
    "if (!(error instanceof CallTimeout)) throw error;\n    const why = 'timeout';",
  ],
  [
    'call-without-a-time-limit',
    'outgoing.ts',
    'AbortSignal.timeout(timeoutMs)',
    'AbortSignal.timeout(timeoutMs * 1e4)',
  ],
  ['answer-without-a-size-limit', 'outgoing.ts', '      maxResponseSize,\n', ''],
  [
    'call-without-the-key',
    'outgoing.ts',
    'return key ? { authorization: `Bearer ${open(key)}` } : {};',
    'return key ? {} : {};',
  ],
]);

const blik = planted('blik-provider', 'providers/blik', [
  [
    'blik-approval-of-any-amount',
    'messages.ts',
    "reply['result'] === 'APPROVED' && !isAskedAmount(reply, asked)",
    'false',
  ],
  [
    'blik-signature-with-any-key',
    'notification.ts',
    "return timingSafeEqual(Buffer.from(signature, 'hex'), Buffer.from(expected, 'hex'));",
    'return expected.length === signature.length;',
  ],
  [
    'blik-notification-without-a-proof',
    'notification.ts',
    'return given !== undefined && timingSafeEqual',
    'return given === undefined || timingSafeEqual',
  ],
  ['blik-stop-is-a-refund', 'blik.provider.ts', "stop: follow('stop')", "stop: follow('refund')"],
]);

const transfers = planted('transfer-providers', 'providers', [
  [
    'answers-signed-with-any-key',
    'autopay/hash.ts',
    'return one.length === other.length && timingSafeEqual(one, other);',
    'return one.length === other.length;',
  ],
  [
    'limit-of-the-bank-is-a-refusal',
    'autopay/reasons.ts',
    "LIMIT_EXCEEDED: 'LIMIT_EXCEEDED'",
    "LIMIT_EXCEEDED: 'BANK_REJECTED'",
  ],
  [
    'refund-of-the-whole-transfer',
    'autopay/messages/refund.ts',
    'const amount = formatAmount(request.amount);',
    'const amount = formatAmount({ ...request.amount, minor: 10_000n });',
  ],
  [
    'redirect-in-any-currency',
    'operation-message.ts',
    " && reply['currency'] === asked.currency",
    '',
  ],
]);

export const adapterMutants: readonly Mutant[] = [
  ...plain,
  ...shared,
  ...calls,
  ...blik,
  ...transfers,
];
