// What the BLIK form shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from 'preact-render-to-string';
import { sampleState } from '../../../testing/sample-state.ts';
import { allTexts } from '../../texts/all-texts.ts';
import { translator } from '../../texts/texts.ts';
import { blikView } from './blik-view.ts';

const blik = { method: 'BLIK', status: 'ENABLED' } as const;

function formWith(entry: object, payment = {}): string {
  const state = sampleState(payment, { methods: [{ ...blik, ...entry }] });
  const { facts } = state;
  if (!facts) assert.fail('the link is open');
  return render(blikView({ state, facts, t: translator(allTexts.en) }));
}

test('one empty field without a placeholder, for digits, that is not filled in by itself', () => {
  const [field = ''] = formWith({}).match(/<input[^>]*id="blik-code"[^>]*>/) ?? [];
  assert.match(field, /inputmode="numeric"/i);
  assert.match(field, /autocomplete="off"/i);
  assert.doesNotMatch(field, /placeholder|autofocus|value=/i);
});

test('the consent to save the shop is offered only where it is possible', () => {
  assert.doesNotMatch(formWith({}), /blik-save/);
  const html = formWith({ registerAlias: true });
  assert.match(html, /<input type="checkbox" id="blik-save"/);
  assert.doesNotMatch(html, /checked/, 'consent is given by the customer');
});

test('a saved shop is paid without a code first, and with a code as the alternative', () => {
  const html = formWith({ oneClick: true });
  assert.match(html, /id="blik-way-alias"[^>]* checked/);
  assert.match(html, /id="blik-way-code"/);
  assert.doesNotMatch(formWith({ oneClick: true }, { dataRequest: 'BLIK_CODE' }), /blik-way/);
});

test('several bank apps are radio buttons, with a code as the alternative', () => {
  const apps = [
    { key: '1', label: 'Bank <b>Zielony</b>' },
    { key: '2', label: 'Bank Niebieski' },
  ];
  const html = formWith({}, { status: 'PENDING', dataRequest: 'BLIK_APP', apps });
  assert.match(html, /id="blik-app-app-1"[\s\S]*Bank &lt;b>Zielony/);
  assert.match(html, /id="blik-app-app-2"/);
  assert.match(html, /id="blik-app-code"/);
});
