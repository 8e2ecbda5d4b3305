// Calls to Autopay: forms answered in XML, and JSON. Over HTTP to the real gateway, or to a
// function in this process; both with the same time limit. Network errors are thrown.

import type { Clock } from '../../core/clock.ts';
import { writeJson } from '../../core/json.ts';
import { answerWithin, textCalls, type TextAnswer } from '../../http/outgoing.ts';
import type { Form } from './messages/message.ts';

export interface AutopayMessage {
  /** Such as /payment. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type AutopayTransport = (message: AutopayMessage) => Promise<TextAnswer>;

/** The header that selects the kind of answer. */
type BmHeader = 'pay-bm' | 'pay-bm-continue-transaction-url';

export function formMessage(path: string, form: Form, bmHeader: BmHeader): AutopayMessage {
  const body = new URLSearchParams(form as [string, string][]).toString();
  const type = 'application/x-www-form-urlencoded; charset=utf-8';
  return { path, headers: { 'content-type': type, bmheader: bmHeader }, body };
}

export function jsonMessage(path: string, content: object): AutopayMessage {
  return { path, headers: { 'content-type': 'application/json' }, body: writeJson(content) };
}

/** The list of channels is longer than other answers. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export function httpAutopay({ url, timeoutMs }: { url: string; timeoutMs: number }) {
  const base = url.replace(/\/+$/, '');
  const calls = textCalls({ timeoutMs, maxAnswerBytes: MAX_ANSWER_BYTES });
  const send: AutopayTransport = ({ path, headers, body }) =>
    calls.post(`${base}${path}`, headers, body);
  return { send, close: () => calls.close() };
}

/** `undefined` means that the operator never answers. */
export function localAutopay(
  handle: (message: AutopayMessage) => Promise<TextAnswer | undefined>,
  clock: Clock,
  timeoutMs: number,
): AutopayTransport {
  return (message) => answerWithin(clock, timeoutMs, handle(message));
}
