// What `bramka page verify` finds in the HTML of a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectionTo, tagsOf } from './page-tags.ts';

test('reads tags with quoted, bare and missing values', () => {
  const html = `<!doctype html><A HREF='x&amp;y' Data-b=c hidden>text</a><img alt="a > b" src=x>`;
  assert.deepEqual(tagsOf(html), [
    { name: 'a', attributes: { href: 'x&y', 'data-b': 'c', hidden: '' } },
    { name: 'img', attributes: { alt: 'a > b', src: 'x' } },
  ]);
});

const harmless = [
  '<div class="page">',
  '<a href="https://shop.example/?a=1" id="return">',
  '<form method="post" data-form="pay">',
  '<iframe name="challenge-frame" title="Bank">',
  '<meta http-equiv="refresh" content="3">',
  '<input type="text" name="online">',
];
for (const html of harmless) {
  test(`accepts ${html}`, () => {
    assert.deepEqual(tagsOf(html).map(objectionTo), [undefined]);
  });
}

const harmful: [html: string, reason: RegExp][] = [
  ['<base href="https://evil.example/">', /^<base> is not part/],
  ['<object data="x">', /^<object> is not part/],
  ['<embed src="x">', /^<embed> is not part/],
  ['<p onclick="x()">', /inline script/],
  ['<p ONMOUSEOVER=x>', /inline script/],
  ['<p style="color:red">', /inline style/],
  ['<iframe srcdoc="x">', /contains a document/],
  ['<iframe src="https://evil.example/">', /a frame shows https:\/\/evil/],
  ['<a href="javascript:alert(1)">', /runs a script/],
  ['<a href=" java\nscript:alert(1)">', /runs a script/],
  ['<a href="data:text/html,x">', /runs a script/],
  ['<form method="post" action="https://evil.example/">', /sent to https:\/\/evil/],
  ['<form action="https://evil.example/" data-form="bank">', /sent to https:\/\/evil/],
  ['<button formaction="https://evil.example/">', /sends a form elsewhere/],
  ['<meta http-equiv="Content-Security-Policy" content="x">', /http-equiv/],
];
for (const [html, reason] of harmful) {
  test(`objects to ${JSON.stringify(html)}`, () => {
    const [objection] = tagsOf(html).map(objectionTo);
    assert.match(objection ?? '', reason);
  });
}
