// Planted bugs in the ISO 8583 connector: messages, answers, reversals, connections and files.
import type { Mutant } from '../../mutant.ts';

type Bug = readonly [name: string, file: string, search: string, replace: string];

const FOLDER = 'gateway/src/providers/iso8583';

const planted = (test: string, bugs: readonly Bug[]): Mutant[] =>
  bugs.map(([name, file, search, replace]) => ({
    name: `iso8583-${name}`,
    file: `${FOLDER}/${file}`,
    search,
    replace,
    caughtBy: [{ file: `${FOLDER}/${test}.test.ts` }],
  }));

const adapter = planted('iso8583.provider', [
  [
    'reversal-is-final-while-the-request-may-arrive',
    'iso8583.provider.ts',
    'timeoutMs + LATE_START_MS + maxInFlightMs -',
    'timeoutMs -',
  ],
  [
    'unconfirmed-reversal-is-a-decline',
    'answers.ts',
    "if (readResponse(version, code) !== 'approved') return",
    "if (readResponse(version, code) === 'unclear') return",
  ],
  [
    'reversal-has-the-numbers-of-the-authorization',
    'requests.ts',
    "traceNumbersOf(attemptId, 'undo')",
    'traceNumbersOf(attemptId)',
  ],
  [
    'approval-of-another-amount',
    'answers.ts',
    'const repeated = [4, 11];',
    'const repeated = [11];',
  ],
  [
    'approval-of-another-reference',
    'answers.ts',
    'const repeatedIfPresent = [7, 37, 41, 42, 49];',
    'const repeatedIfPresent = [7, 41, 42, 49];',
  ],
  [
    'lost-connection-was-not-sent',
    'iso8583.provider.ts',
    'if (error instanceof NotSent) return',
    'if (!(error instanceof CallTimeout)) return',
  ],
  [
    'repeat-is-a-new-message',
    'iso8583.provider.ts',
    '> timeoutMs ? asRepeat(first) : first',
    '> timeoutMs ? first : first',
  ],
  ['refund-is-a-purchase', 'requests.ts', "{ refund: '200000' }", '{}'],
  [
    'reversal-of-a-hold-names-a-sale',
    'requests.ts',
    '(original.type ?? profile.types.sale)',
    'profile.types.sale',
  ],
  [
    'account-of-the-installation-for-all',
    'iso8583.provider.ts',
    'if (!credentials) return installation;',
    'return installation;',
  ],
  [
    'repeat-has-another-reference',
    'reference.ts',
    'const first = `${type.slice(0, 3)}0`;',
    'const first = type;',
  ],
]);

const codes = planted('responses', [
  [
    'smaller-amount-is-approved',
    'responses.ts',
    "approved: ['00', '08',",
    "approved: ['00', '10', '08',",
  ],
  ['not-permitted-card-elsewhere', 'responses.ts', "'58', // not", "'57', // not"],
  ['issuer-time-out-is-a-decline', 'responses.ts', "'006', '911', '913',", "'006', '913',"],
]);

const connections = planted('wire/lines', [
  ['equal-trace-numbers-at-once', 'wire/turns.ts', 'if (before) await before;', ''],
  [
    'any-type-of-answer',
    'wire/link.ts',
    "return `${type} ${fields.get(STAN) ?? ''}`;",
    "return `${type.slice(0, 1)} ${fields.get(STAN) ?? ''}`;",
  ],
  [
    'request-before-the-sign-on',
    'wire/lines.ts',
    "if (!messages.isApproved(answer)) throw new Error('the host refused the sign-on');",
    '',
  ],
  ['late-request-is-sent', 'wire/link.ts', 'if (leftMs < limitMs / 2)', 'if (leftMs < -limitMs)'],
]);

const formats = [
  ...planted('codec/codec', [
    ['wrong-code-is-accepted', 'codec/codec.ts', '|| !isRight) throw', '|| false) throw'],
  ]),
  ...planted('profile/read-profile', [
    ['amount-can-be-fixed', 'profile/read-profile.ts', '[2, 3, 4, 7, 11,', '[2, 3, 7, 11,'],
  ]),
  ...planted('trace-numbers', [
    ['numbers-of-another-derivation', 'trace-numbers.ts', '`iso8583 ${purpose}', '`iso ${purpose}'],
  ]),
];

const trace: Mutant = {
  name: 'iso8583-trace-shows-tracks',
  file: `${FOLDER}/trace/describe.ts`,
  search: 'const hidden = [14, 34, 35, 36, 45,',
  replace: 'const hidden = [14, 34, 36, 45,',
  caughtBy: [{ file: 'cli/src/iso8583.test.ts' }],
};

export const iso8583Mutants: readonly Mutant[] = [
  ...adapter,
  ...codes,
  ...connections,
  ...formats,
  trace,
];
