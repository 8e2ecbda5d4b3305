// What the customer does elsewhere while the payment is pending, whatever the method: goes to
// another page, confirms in an app, or scans a code.

import { h, type VNode } from '../../element.ts';
import { amountText } from '../../format/money.ts';
import { countdownText, durationOf } from '../../format/time.ts';
import type { OpenViewProps } from '../../method.ts';
import { findMethod } from '../../methods/registry.ts';
import { icon } from '../icons.ts';
import { centered, heading } from '../section.ts';
import { lookAgain } from './waiting.ts';

export function redirectView({ facts, t }: OpenViewProps): VNode {
  const { redirectURL } = facts.payment;
  const link = { class: 'button is-primary', href: redirectURL, target: '_top', id: 'go' };
  return centered(
    heading(t('redirect.title')),
    h('p', null, t('redirect.text')),
    h('p', null, h('a', link, t('challenge.go'))),
  );
}

export function confirmView(props: OpenViewProps): VNode {
  const { t } = props;
  return centered(
    h('p', { class: 'big is-waiting' }, icon('phone')),
    heading(t('confirm.title')),
    h('p', { role: 'status' }, t('confirm.text', paidValues(props))),
    confirmTime(props),
    lookAgain(props),
  );
}

function paidValues({ state, facts }: OpenViewProps): { amount: string; shop: string } {
  return { amount: amountText(facts.payment, state), shop: facts.look.name };
}

/** Only for methods that limit the time to confirm. */
function confirmTime({ state, facts, t }: OpenViewProps): VNode | null {
  const { method, updatedAt = '' } = facts.payment;
  const { confirmMs } = findMethod(method) ?? {};
  if (confirmMs === undefined) return null;
  const leftMs = Date.parse(updatedAt) + confirmMs - state.nowMs;
  const time = countdownText(leftMs);
  if (!(leftMs > 0) || time === null) {
    return h('p', { class: 'muted', role: 'status' }, t('confirm.over'));
  }
  const [before = '', after = ''] = t('confirm.left').split('{time}');
  return h(
    'p',
    { class: 'muted', role: 'timer' },
    before,
    h('time', { datetime: durationOf(leftMs) }, time),
    after,
  );
}

export function scanView(props: OpenViewProps): VNode {
  const { facts, t } = props;
  return centered(
    heading(t('scan.title')),
    h('p', { role: 'status' }, t('scan.text', paidValues(props))),
    h('p', null, scannedCode(facts.payment.qrCode ?? '', t('scan.code'))),
    lookAgain(props),
  );
}

/** The picture of the provider; otherwise the content of the code, as a link if it is one. */
function scannedCode(code: string, name: string): VNode | string {
  if (/^data:image\//.test(code)) return h('img', { class: 'qr-code', src: code, alt: name });
  return /^https:\/\//.test(code) ? h('a', { href: code, target: '_top' }, code) : code;
}
