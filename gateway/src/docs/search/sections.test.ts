// Tests of the parts of a page that have an anchor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '../../http/pages/html.ts';
import { sectionsOf } from './sections.ts';

const page = html`<section id="page">
  <p>A &amp; ${'<b>'}</p>
  <h2 id="first">
    The <code>FIRST_<wbr />CODE</code>
  </h2>
  <p>Text</p>
  <h3 id="inner">Inner</h3>
  <h2>Without anchor</h2>
  <table>
    <tr id="row">
      <td>409</td>
      <td><code>OTHER</code></td>
      <td>It says <code>no</code></td>
    </tr>
  </table>
  <pre>code</pre>
</section>`;

test('a section goes from its anchor to the next one, and has its heading', () => {
  assert.deepEqual(sectionsOf(page), [
    { id: 'page', heading: '', level: 0, text: 'A & <b>' },
    { id: 'first', heading: 'The FIRST_CODE', level: 2, text: 'The FIRST_CODE Text' },
    { id: 'inner', heading: 'Inner', level: 3, text: 'Inner Without anchor' },
    { id: 'row', heading: 'OTHER', level: 0, text: '409 OTHER It says no code' },
  ]);
});

test('text before the first anchor is a section without one', () => {
  const [first, ...rest] = sectionsOf(
    html`<p>Before</p>
      <h2 id="a">A</h2>`,
  );
  assert.deepEqual(first, { id: '', heading: '', level: 0, text: 'Before' });
  assert.equal(rest.length, 1);
  assert.deepEqual(sectionsOf(html`<section id="a"></section>`), [
    { id: 'a', heading: '', level: 0, text: '' },
  ]);
});

test('leaves out code, if it is not wanted', () => {
  assert.equal(sectionsOf(page, false).at(-1)?.text, '409 OTHER It says no');
});
