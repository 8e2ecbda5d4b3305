// Proves how the adapter reads answers that are readable: every reason of a decline, and answers
// about another amount, currency or attempt or with another signature, which prove nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '@bramka/gateway/core/money.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { Finding } from '@bramka/gateway/providers/outcome.ts';
import type { Authorization } from '@bramka/gateway/providers/provider.ts';
import { UNKNOWN_REASON, type Change, type ProvenProvider } from './counterpart.ts';
import { startWaiting } from './prove-stop.ts';
import { AMOUNT, authorization } from './requests.ts';
import {
  approve,
  decline,
  followUpRequest,
  inquire,
  inquireOperation,
  referenceOf,
  sender,
  type Opened,
} from './steps.ts';

export function proveAnswers(proof: ProvenProvider, opened: () => Opened): void {
  assert.ok(UNKNOWN_REASON in proof.rejectCodes, `rejectCodes has ${UNKNOWN_REASON}`);
  for (const [reason, rejectCode] of Object.entries(proof.rejectCodes)) {
    test(`a decline because of ${reason} is ${rejectCode}`, async () => {
      const { adapter, counterpart } = opened();
      const request = await decline(opened());
      const asks = answersInquiries(proof) ? [() => inquire(adapter, request)] : [];
      if (counterpart.declined) asks.push(() => adapter.authorize(request));
      for (const ask of asks) {
        const { found, answer } = await askWith(rewriter({ reason }, opened()), ask, opened());
        const { reference } = (await ask()) as Extract<Finding, { kind: 'declined' }>;
        assert.ok(answer.includes(reason), 'the answer states the reason');
        const code = proof.keepsCodes ? { providerCode: reason } : {};
        const elsewhere = proof.elsewhere?.includes(reason) ? { mayTryElsewhere: true } : {};
        const expected = { kind: 'declined', rejectCode, reference, ...code, ...elsewhere };
        assert.deepEqual(found, expected);
      }
    });
  }

  test('a field that is missing, or has another type or spelling, changes no result', async () => {
    await proveFields(opened(), (await approve(opened(), await newPayment(opened()))).request);
    await proveFields(opened(), await decline(opened()));
  });

  const { minor, currency } = AMOUNT;
  const changes: [what: string, change: Change][] = [
    ['a smaller amount', { amount: money(minor - 1n, currency) }],
    ['a larger amount', { amount: money(minor * 10n, currency) }],
    ['another currency', { amount: money(minor, 'EUR') }],
  ];
  const amounts = { skip: proof.statesAmounts ? false : 'answers state no amount' };
  for (const [what, change] of changes) {
    test(`a success about ${what} is unknown`, amounts, async () => {
      await proveUnknown(rewriter(change, opened()), opened());
    });
  }

  test('an answer about another attempt is unknown', async () => {
    const attemptId = '01a1ddaa-94be-73d2-943c-8b7759934376';
    await proveUnknown(rewriter({ attemptId }, opened()), opened());
    await proveUnknownStart(rewriter({ attemptId }, opened()), opened());
  });

  const signatures = { skip: proof.signsAnswers ? false : 'answers are not signed' };
  test('an answer that is signed with another key is unknown', signatures, async () => {
    const change = rewriter({}, { ...opened(), key: secret('another key') });
    await proveUnknown(change, opened());
    await proveUnknownStart(change, opened());
  });
}

const answersInquiries = ({ inquiry = 'answers' }: ProvenProvider): boolean =>
  inquiry === 'answers';

const newPayment = ({ counterpart }: Opened) => authorization(counterpart.approved);

/** Only this is stored of an answer: the database accepts no NUL. */
const STORABLE = /^[\x20-\x7e]{1,128}$/;

/** For answers in JSON. Without a field that is needed the outcome is unknown, else the same. */
async function proveFields(opened: Opened, request: Authorization): Promise<void> {
  const { adapter, proof } = opened;
  const ask = () =>
    answersInquiries(proof) ? inquire(adapter, request) : adapter.authorize(request);
  const right = await ask();
  const { answer } = await askWith((body) => body, ask, opened);
  if (!answer.startsWith('{')) return;
  const fields = JSON.parse(answer) as Record<string, unknown>;
  for (const [name, value] of Object.entries(fields)) {
    const askIf = (other: unknown) =>
      askWith(() => JSON.stringify({ ...fields, [name]: other }), ask, opened);
    const without = await askIf(undefined);
    const isNeeded = without.found.kind === 'unknown';
    assert.ok(isNeeded || without.found.kind === right.kind, name);
    for (const other of otherValues(value, value === referenceOf(right))) {
      const { found } = await askIf(other);
      const what = `${name}: ${JSON.stringify(other)}`;
      assert.ok(found.kind === 'unknown' || (!isNeeded && found.kind === right.kind), what);
      if (found.kind === 'approved') assert.equal(found.reference, referenceOf(right), what);
      const texts = Object.values(found).filter((one) => typeof one === 'string');
      assert.ok(
        texts.every((one) => STORABLE.test(one)),
        what,
      );
    }
  }
}

function otherValues(value: unknown, isReference: boolean): unknown[] {
  const texts = ['', 'r\0', '\ud800', 'r'.repeat(129)];
  const text = String(value);
  const spelled = [text.toLowerCase(), text.toUpperCase(), ` ${text}`].filter(
    (one) => one !== text,
  );
  return [null, 7, true, [value], { value }, ...texts, ...(isReference ? [] : spelled)];
}

type Rewrite = (answer: string) => string;

/** Of a success. An answer that does not contain what is changed stays as it is. */
async function proveUnknown(change: Rewrite, opened: Opened): Promise<void> {
  const { adapter, counterpart, proof } = opened;
  const { request } = await approve(opened, await newPayment(opened));
  const asks: [what: string, ask: () => Promise<Finding>][] = [];
  if (answersInquiries(proof)) asks.push(['inquire', () => inquire(adapter, request)]);
  if (!counterpart.customer) asks.push(['authorize', () => adapter.authorize(request)]);
  for (const verb of proof.followUps) {
    if (verb === 'stop') continue;
    const operation = await followUpRequest(verb, opened);
    await sender(adapter, verb)(operation);
    counterpart.later?.();
    asks.push([verb, () => sender(adapter, verb)(operation)]);
    if (!answersInquiries(proof)) continue;
    asks.push([`inquire ${verb}`, () => inquireOperation(adapter, verb, operation)]);
  }
  for (const [index, [what, ask]] of asks.entries()) {
    const right = await ask();
    const { found, isChanged } = await askWith(change, ask, opened);
    if (index === 0) assert.ok(isChanged, 'the first answer can be compared');
    assert.deepEqual(found, isChanged ? unknown : right, what);
  }
}

/** Of an authorization that waits for the customer, and its stop. */
async function proveUnknownStart(change: Rewrite, opened: Opened): Promise<void> {
  const { adapter, counterpart } = opened;
  if (!counterpart.customer) return;
  const request = await newPayment(opened);
  const start = await askWith(change, () => adapter.authorize(request), opened);
  assert.deepEqual(start.found, unknown);
  const { stop } = await startWaiting(opened);
  const stopped = await askWith(change, () => sender(adapter, 'stop')(stop), opened);
  assert.deepEqual(stopped.found, unknown);
}

const unknown = { kind: 'unknown', why: 'garbage' };

const rewriter =
  (change: Change, { proof, key }: Opened): Rewrite =>
  (answer) =>
    proof.rewriteAnswer(answer, change, key);

/** Asks while answers are changed. */
async function askWith(
  change: Rewrite,
  ask: () => Promise<Finding>,
  { wire }: Opened,
): Promise<{ readonly found: Finding; readonly answer: string; readonly isChanged: boolean }> {
  let answer = '';
  let isChanged = false;
  wire.breakWith({
    name: 'a changed answer',
    answer(right) {
      answer = change(right.body);
      isChanged = answer !== right.body;
      return { ...right, body: answer };
    },
  });
  const found = await ask();
  await wire.repair();
  return { found, answer, isChanged };
}
