// The steps of 3-D Secure: a hidden frame in which the issuer recognises the browser, and the
// challenge, in a frame or, without a script, as a full page.

import { h, type VNode } from '../../element.ts';
import type { OpenViewProps } from '../../method.ts';
import { heading } from '../section.ts';
import { progress } from './waiting.ts';

/** The script posts the form `fingerprint` into the frame `fingerprint-frame`, and so the other. */
const FINGERPRINT_FRAME = 'fingerprint-frame';
const CHALLENGE_FRAME = 'challenge-frame';

/** Without a script the page only waits: the gateway continues without the fingerprint. */
export function fingerprintView(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { threeDSMethodURL = '', threeDSMethodData = '' } = facts.payment.acsData ?? {};
  const frame = {
    key: FINGERPRINT_FRAME,
    name: FINGERPRINT_FRAME,
    title: t('challenge.fingerprintFrame'),
    class: 'hidden-frame',
    tabIndex: -1,
    'aria-hidden': 'true',
  };
  const target = { target: FINGERPRINT_FRAME, id: 'fingerprint' };
  const post = bankForm(threeDSMethodURL, 'threeDSMethodData', threeDSMethodData, target);
  return progress(props, t('waiting.text'), state.hasScript ? [h('iframe', frame), post] : null);
}

export function challengeView(props: OpenViewProps): VNode {
  const { state, facts, t } = props;
  const { acsURL = '', creqPayload = '' } = facts.payment.acsData ?? {};
  const go = h('button', { type: 'submit', class: 'button is-primary' }, t('challenge.go'));
  return h(
    'section',
    { class: state.hasScript ? 'challenge' : 'centered', 'aria-labelledby': 'title' },
    heading(t('challenge.title')),
    state.hasScript
      ? challengeFrame(props, acsURL, creqPayload)
      : [
          h('p', { key: 'text' }, t('challenge.text')),
          bankForm(acsURL, 'creq', creqPayload, { target: '_top' }, go),
        ],
  );
}

function challengeFrame({ t }: OpenViewProps, acsURL: string, creq: string): VNode[] {
  const asPage = h('button', { type: 'submit', class: 'as-link' }, t('challenge.fullPage'));
  return [
    // Above the frame, so that it is seen without scrolling in a window of any size.
    h(
      'div',
      { class: 'way-out', key: 'out' },
      h('p', null, t('challenge.problem')),
      bankForm(acsURL, 'creq', creq, { target: '_top' }, asPage),
      h('p', { class: 'muted' }, t('challenge.away')),
    ),
    h('iframe', {
      // A key of its own, so that the frame of the fingerprint is not reused.
      key: CHALLENGE_FRAME,
      name: CHALLENGE_FRAME,
      id: CHALLENGE_FRAME,
      title: t('challenge.frame'),
      class: 'challenge-frame',
    }),
    bankForm(acsURL, 'creq', creq, { target: CHALLENGE_FRAME, id: 'challenge' }),
  ];
}

/** A form that is posted to the bank. */
function bankForm(
  action: string,
  name: string,
  value: string,
  attributes: { readonly target: string; readonly id?: string },
  button: VNode | null = null,
): VNode {
  const key = `form-${attributes.target}`;
  const form = { method: 'post', action, key, 'data-form': 'bank', ...attributes };
  // The ACS sends it back, so that the return URL knows where the challenge was shown.
  const shownIn = attributes.target === CHALLENGE_FRAME ? 'frame' : 'page';
  return h(
    'form',
    form,
    h('input', { type: 'hidden', name, value }),
    name === 'creq'
      ? h('input', { type: 'hidden', name: 'threeDSSessionData', value: shownIn })
      : null,
    button,
  );
}
