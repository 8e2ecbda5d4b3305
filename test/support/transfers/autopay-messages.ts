// Messages of Autopay's protocol in proofs: notifications, and documents that say something else.
import { createHash } from 'node:crypto';
import { formatAmount } from '@bramka/gateway/core/money.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';
import { simulatedService } from '@bramka/sandbox/bank/hash.ts';
import type { Change, SentMessage } from '../providers/counterpart.ts';

export const serviceOf = (key: Secret<string>) =>
  ({ ...simulatedService('autopay', key), hashMethod: 'SHA256' }) as const;
export const orderIdOf = (attemptId: string): string => attemptId.replaceAll('-', '');

/** The hash of both protocols: the values and the key. */
function hashOf(values: readonly string[], key: Secret<string>): string {
  const text = [...values.filter((value) => value !== ''), open(key)].join('|');
  return createHash('sha256').update(text).digest('hex');
}

export const notice = (xml: string): SentMessage => {
  const transactions = Buffer.from(xml).toString('base64');
  return { body: String(new URLSearchParams({ transactions })), headers: {}, query: {} };
};

/** Changes the elements of a document of Autopay, or the messageId of its JSON. */
export function rewriteAutopay(answer: string, change: Change, key: Secret<string>): string {
  const orderId = change.attemptId && orderIdOf(change.attemptId);
  if (answer.startsWith('{')) {
    const { hash, ...fields } = JSON.parse(answer) as Record<string, unknown>;
    if (hash === undefined) return answer;
    const next = { ...fields, ...(orderId && { messageId: orderId }) };
    return JSON.stringify({ ...next, hash: hashOf(Object.values(next).map(String), key) });
  }
  const values = {
    orderID: orderId,
    messageID: orderId,
    amount: change.amount && formatAmount(change.amount),
    currency: change.amount?.currency,
    paymentStatusDetails: change.reason,
  };
  let xml = answer;
  for (const [name, value] of Object.entries(values)) {
    if (value) xml = xml.replace(new RegExp(`<${name}>[^<]*<`), `<${name}>${value}<`);
  }
  const leaves = [...xml.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, , text = '']) => text);
  return xml.replace(/<hash>[^<]*</, `<hash>${hashOf(leaves.slice(0, -1), key)}<`);
}
