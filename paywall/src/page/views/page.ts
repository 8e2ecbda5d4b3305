// The page: test mode, summary, the current view, footer. A result has its own summary.

import { h, type VNode } from '../element.ts';
import type { OpenViewProps, ViewProps } from '../method.ts';
import { isOpen, isResult, viewOf, type View } from '../view-of.ts';
import { challengeView, fingerprintView } from './steps/challenge.ts';
import { footer } from './footer.ts';
import { methodsView } from './methods.ts';
import { goneView, resultView, unavailableView } from './result.ts';
import { summary } from './summary.ts';
import { confirmView, redirectView, scanView } from './steps/customer-step.ts';
import { deviceView, elsewhereView, waitingView } from './steps/waiting.ts';

export function Page(props: ViewProps): VNode {
  const { state, t } = props;
  const { facts } = state;
  const view = viewOf(state);
  return h(
    'div',
    { class: `page view-${view}`, 'data-view': view },
    state.isSandbox ? testMode(props) : null,
    state.isPreview ? h('p', { class: 'banner' }, t('page.preview')) : null,
    h('p', { class: 'banner is-offline', role: 'status' }, offlineText(props)),
    facts && !isResult(view) ? summary({ ...props, facts }) : null,
    h(
      'main',
      { class: 'content' },
      facts ? openView(view, { ...props, facts }) : closedView(view, props),
      facts ? form(view, { ...props, facts }) : null,
    ),
    footer(props),
  );
}

function testMode({ t }: ViewProps): VNode {
  const name = t('page.testMode');
  const attributes = { 'aria-label': name, class: 'test-mode' };
  return h('aside', attributes, h('strong', null, name), t('page.sandbox'));
}

function offlineText({ state, t }: ViewProps): string {
  return state.local.isOffline ? t('page.offline') : '';
}

function closedView(view: View, props: ViewProps): VNode {
  return view === 'unavailable' ? unavailableView(props) : goneView(props);
}

/**
 * The form stays in the document while the payment goes on, hidden: what the customer typed is kept
 * nowhere else, and is there again after a refusal. It is removed when the payment has ended.
 */
function form(view: View, props: OpenViewProps): VNode | null {
  const { payment, methods } = props.facts;
  if (view === 'choose') return methodsView(props);
  const isKept = props.state.hasScript && isOpen(payment) && methods.length > 0;
  return isKept ? methodsView(props, true) : null;
}

/** What is above the form, or instead of it. */
function openView(view: View, props: OpenViewProps): VNode | null {
  if (view === 'choose') return null;
  return stepViews[view]?.(props) ?? resultView(view, props);
}

const stepViews: Readonly<Partial<Record<View, (props: OpenViewProps) => VNode>>> = {
  device: deviceView,
  fingerprint: fingerprintView,
  challenge: challengeView,
  confirm: confirmView,
  redirect: redirectView,
  scan: scanView,
  elsewhere: elsewhereView,
  waiting: waitingView,
};
