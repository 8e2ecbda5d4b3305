// Planted bugs in the client of merchants: repeats, tokens, amounts, signatures.
import type { Mutant } from '../../mutant.ts';

const calls = [{ file: 'client/src/calls/call.test.ts' }];
const retries = [{ file: 'client/src/calls/retry.test.ts' }];
const tokens = [{ file: 'client/src/calls/token.test.ts' }];
const amounts = [{ file: 'client/src/calls/exact-json.test.ts' }];
const signatures = [{ file: 'client/src/notifications/verify.test.ts' }];
const answers = [{ file: 'client/src/operator.test.ts' }];
const streams = [{ file: 'client/src/events/stream.test.ts' }];

export const clientMutants: readonly Mutant[] = [
  {
    name: 'client-repeats-what-is-not-safe',
    file: 'client/src/calls/retry.ts',
    search: 'const isSafe = operation.onlyReads === true || operation.isIdempotent === true;',
    replace: "const isSafe = operation.method !== 'DELETE';",
    caughtBy: [...retries, ...calls],
  },
  {
    name: 'client-makes-a-key-for-each-repeat',
    file: 'client/src/calls/call.ts',
    search: 'headers: headersOf(operation, settings, token?.value, idempotencyKey, text),',
    replace:
      'headers: headersOf(operation, settings, token?.value, ' +
      'idempotencyKey && runtime.newKey(), text),',
    caughtBy: calls,
  },
  {
    name: 'client-waits-longer-than-the-whole-call-may-take',
    file: 'client/src/calls/call.ts',
    search: 'timeoutMs: Math.min(timeoutMs, Math.max(endMs - runtime.monotonicMs(), 1)),',
    replace: 'timeoutMs,',
    caughtBy: calls,
  },
  {
    name: 'client-never-says-that-an-answer-is-a-repeat',
    file: 'client/src/calls/send.ts',
    search: "isReplayed: headers.get('idempotency-replayed') !== null,",
    replace: 'isReplayed: false,',
    caughtBy: calls,
  },
  {
    name: 'client-follows-redirects',
    file: 'client/src/calls/send.ts',
    search: "redirect: 'manual',",
    replace: "redirect: 'follow',",
    caughtBy: calls,
  },
  {
    name: 'client-accepts-any-json',
    file: 'client/src/calls/send.ts',
    search: "typeof value === 'object' && value !== null ? value : undefined",
    replace: 'value as object',
    caughtBy: answers,
  },
  {
    name: 'client-trusts-faults-of-fields',
    file: 'client/src/calls/send.ts',
    search: 'details.filter(isFieldFault)',
    replace: 'details',
    caughtBy: answers,
  },
  {
    name: 'client-path-leaves-its-endpoint',
    file: 'client/src/calls/operation.ts',
    search: "value === '' || value === '.' || value === '..'",
    replace: "value === ''",
    caughtBy: calls,
  },
  {
    name: 'client-requests-a-token-for-each-call',
    file: 'client/src/calls/token.ts',
    search: 'inFlight ??= renew()',
    replace: 'inFlight = renew()',
    caughtBy: tokens,
  },
  {
    name: 'client-drops-a-newer-token',
    file: 'client/src/calls/token.ts',
    search: 'if (held?.token === token) held = undefined;',
    replace: 'held = undefined;',
    caughtBy: tokens,
  },
  {
    name: 'client-trusts-one-clock',
    file: 'client/src/calls/token.ts',
    search: 'runtime.monotonicMs() - one.sinceMonotonicMs,',
    replace: '0,',
    caughtBy: tokens,
  },
  {
    name: 'client-converts-amounts-of-others',
    file: 'client/src/calls/exact-json.ts',
    search: "typeof inner === 'string' && amountPaths.has(path) && AMOUNT.test(inner)",
    replace: "typeof inner === 'string' && AMOUNT.test(inner)",
    caughtBy: amounts,
  },
  {
    name: 'client-compares-the-last-byte-only',
    file: 'client/src/notifications/hmac.ts',
    search: 'difference |= byte ^',
    replace: 'difference = byte ^',
    caughtBy: signatures,
  },
  {
    name: 'client-ignores-the-bytes',
    file: 'client/src/notifications/verify.ts',
    search: 'isGood: (current || old) && stamped',
    replace: 'isGood: current || old',
    caughtBy: signatures,
  },
  {
    name: 'client-accepts-the-future',
    file: 'client/src/notifications/verify.ts',
    search: 'if (-ageSeconds > toleranceSeconds) {',
    replace: 'if (-ageSeconds > 10 * toleranceSeconds) {',
    caughtBy: signatures,
  },
  {
    name: 'client-accepts-a-repeated-field',
    file: 'client/src/notifications/flat-json.ts',
    search: "if (fields.has(key)) return { ok: false, code: 'duplicate-field', field: key };",
    replace: '',
    caughtBy: signatures,
  },
  {
    name: 'client-accepts-other-names-of-fields',
    file: 'client/src/notifications/field-forms.ts',
    search: 'if (index <= last) {',
    replace: 'if (index >= 0 && index <= last) {',
    caughtBy: signatures,
  },
  {
    name: 'client-stream-starts-again-from-the-beginning',
    file: 'client/src/events/stream.ts',
    search: 'after = block.id ?? after;',
    replace: '',
    caughtBy: streams,
  },
  {
    name: 'client-forgets-the-query-of-settlements',
    file: 'client/src/events/pages.ts',
    search: 'calls.settlements.list({ ...query, before }, options)',
    replace: 'calls.settlements.list(before ? { before } : query, options)',
    caughtBy: streams,
  },
];
