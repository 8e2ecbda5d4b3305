// Proves how the adapter reads messages of the provider: an authentic one names its attempt, result
// and amount, each time that it arrives; a changed or foreign one is not accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '@bramka/gateway/core/money.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import type { ProvenProvider, SentMessage } from './counterpart.ts';
import { readMessage } from './results/read-message.ts';
import { AMOUNT, authorization } from './requests.ts';
import { approve, type Opened } from './steps.ts';

export function proveMessages(proof: ProvenProvider, opened: () => Opened): void {
  test('a message names its own attempt and what was paid, also when it is repeated', async () => {
    const [first, second] = [await paidMessages(opened()), await paidMessages(opened())];
    for (const { attemptId, messages } of [first, second, first]) {
      for (const message of messages) {
        const read = await readMessage(opened().adapter, message);
        assert.equal(read?.attemptId, attemptId);
        if (read.isApproved === undefined) continue;
        assert.deepEqual([read.isApproved, read.paid], [true, AMOUNT]);
      }
    }
  });

  test('a message without a part, or with a changed character, is not accepted', async () => {
    const { adapter } = opened();
    for (const message of (await paidMessages(opened())).messages) {
      const right = await readMessage(adapter, message);
      for (const part of partsOf(message)) {
        for (const lack of [part.set(''), part.set(undefined)]) {
          assert.equal(await readMessage(adapter, lack), undefined, part.name);
        }
        for (const value of changedTexts(part.value)) {
          const read = await readMessage(adapter, part.set(value));
          // Space between elements, or a bit that base64 ignores, has no meaning.
          if (read !== undefined) assert.deepEqual(read, right, `${part.name}: ${value}`);
        }
      }
    }
  });

  test('a message that is signed with another key is not accepted', async () => {
    const other = opened().connect(1, secret('another key'));
    for (const message of (await paidMessages(opened())).messages) {
      assert.equal(await readMessage(other.adapter, message), undefined);
    }
    await other.close();
  });

  if (!proof.rewriteMessage) return;
  test('a message about another amount or currency does not state ours', async () => {
    const { adapter, key } = opened();
    const { messages } = await paidMessages(opened());
    for (const amount of [money(AMOUNT.minor - 1n, 'PLN'), money(AMOUNT.minor, 'EUR')]) {
      const [message] = messages;
      assert.ok(message);
      const changed = proof.rewriteMessage?.(message, { amount }, key) ?? message;
      const read = await readMessage(adapter, changed);
      assert.ok(read?.isApproved);
      assert.deepEqual(read.paid, amount);
    }
  });
}

async function paidMessages(
  opened: Opened,
): Promise<{ readonly attemptId: string; readonly messages: readonly SentMessage[] }> {
  const { attemptId } = (await approve(opened, await authorization(opened.counterpart.approved)))
    .request;
  const messages = (await opened.counterpart.messages?.(attemptId)) ?? [];
  assert.ok(messages.length > 0);
  return { attemptId, messages };
}

interface Part {
  readonly name: string;
  readonly value: string;
  /** Undefined: without it. */
  set(value: string | undefined): SentMessage;
}

/** The body, each header and each field of the query. */
function partsOf(message: SentMessage): Part[] {
  const group = (name: 'headers' | 'query'): Part[] =>
    Object.entries(message[name]).map(([field, value]) => ({
      name: field,
      value,
      set(next) {
        const { [field]: _before, ...others } = message[name];
        return { ...message, [name]: next === undefined ? others : { ...others, [field]: next } };
      },
    }));
  const { body } = message;
  const own: Part = { name: 'body', value: body, set: (next = '') => ({ ...message, body: next }) };
  return [...(body === '' ? [] : [own]), ...group('headers'), ...group('query')];
}

function changedTexts(text: string): string[] {
  return Array.from(text, (one, place) => {
    const other = one === '1' ? '2' : '1';
    return `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
  });
}
