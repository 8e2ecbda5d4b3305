// Tests that the template escapes everything except markup that it made itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, type Part } from './html.ts';

const rows: [what: string, part: Part, text: string][] = [
  ['text', `<a href="x" id='y'>&`, '&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;'],
  ['an entity', '&lt;', '&amp;lt;'],
  ['a number', 12.5, '12.5'],
  ['zero', 0, '0'],
  ['nothing', undefined, ''],
  ['null', null, ''],
  ['markup', html`<b>${'<'}</b>`, '<b>&lt;</b>'],
  ['a list of both', ['<', html`<i></i>`, ['>']], '&lt;<i></i>&gt;'],
];

for (const [what, part, text] of rows) {
  test(`shows ${what} as ${text === '' ? 'nothing' : text}`, () => {
    assert.equal(html`(${part})`.text, `(${text})`);
  });
}
