// Markdown as our guides use it becomes HTML, and nothing in it becomes markup by accident.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorOf, renderMarkdown } from './markdown.ts';

const resolveLink = (target: string): string | undefined =>
  target === 'nowhere.md' ? undefined : target;
const rendered = (text: string): string =>
  renderMarkdown(text, { resolveLink, title: 'Guide' })
    .text.replace(/[ \n]+/g, ' ')
    .replaceAll('> <', '><')
    .trim();

const inlineRows: [name: string, markdown: string, html: string][] = [
  ['code', 'the `a_b*c*` field', 'the <code>a_<wbr />b*c*</code> field'],
  [
    'strong text',
    'this is **very `hot`** now',
    'this is <strong>very <code>hot</code></strong> now',
  ],
  ['emphasis', 'an _outcome_ is', 'an <em>outcome</em> is'],
  ['names with underscores', 'ORDER_ALREADY_PAID', 'ORDER_ALREADY_PAID'],
  ['a link', '[the `list`](a.md#b)', '<a href="a.md#b">the <code>list</code></a>'],
  ['a link that leads nowhere', 'see [the list](nowhere.md).', 'see the list.'],
  [
    'a link to another site',
    '[x](https://a.test)',
    '<a href="https://a.test" rel="noreferrer">x</a>',
  ],
  ['escaped signs', 'SCA\\_FAILED \\<b\\>', 'SCA_FAILED &lt;b&gt;'],
  ['markup in the text', '<img src=x> & "b"', '&lt;img src=x&gt; &amp; &quot;b&quot;'],
  ['markup in code', '`<b>`', '<code>&lt;b&gt;</code>'],
  ['markup in an address', '[x](a"><b>)', '<a href="a&quot;&gt;&lt;b&gt;">x</a>'],
  ['an address without a label', 'at https://a.test or a@b.test', 'at https://a.test or a@b.test'],
  ['a picture', 'a ![picture](https://a.test/x.png)', 'a picture'],
];

for (const [name, markdown, html] of inlineRows) {
  test(`renders ${name}`, () => assert.equal(rendered(markdown), `<p>${html}</p>`));
}

const blockRows: [name: string, markdown: string, html: RegExp][] = [
  ['a heading with its anchor', '## In a `browser`', /^<h2 id="in-a-browser">In a <code>browser/],
  ['a paragraph of several lines', 'one\ntwo', /^<p>one two<\/p>$/],
  ['two paragraphs', 'one\n\ntwo', /^<p>one<\/p><p>two<\/p>$/],
  [
    'fenced code',
    '```js a.js\nif (a < b) {\n\n}\n```',
    /<code>if \(a &lt; b\) \{ \}<\/code><\/pre>$/,
  ],
  [
    'a table',
    '| a | b |\n| - | - |\n| `x \\| y` | 10 min |',
    /<td data-label="a"><code>x \| y<\/code><\/td><td data-label="b">10\u00a0min<\/td>/,
  ],
  [
    'a list',
    'Do:\n\n- one\n  more\n- two',
    /^<p>Do:<\/p><ul><li>one more<\/li><li>two<\/li><\/ul>$/,
  ],
  ['an ordered list', '1. one\n2. two', /^<ol><li>one<\/li><li>two<\/li><\/ol>$/],
  [
    'code inside a list',
    '1. one\n\n   ```sh\n   ls\n   ```\n\n   then\n\n2. two',
    /<li>one<pre.*<code>ls<\/code><\/pre><p>then<\/p><\/li><li>two<\/li>/,
  ],
  [
    'a list inside a list',
    '- one\n  - inner\n- two',
    /<li>one<ul><li>inner<\/li><\/ul><\/li><li>two<\/li>/,
  ],
  ['a comment as nothing', '<!-- Do not edit. -->\n\ntext', /^<p>text<\/p>$/],
  ['markup as text', '<script>alert(1)</script>', /^&lt;script&gt;alert\(1\)&lt;\/script&gt;$/],
  ['markup around text', 'a\n\n<div onclick="a">\nb\n</div>', /^<p>a<\/p>&lt;div onclick=&quot;a/],
  ['the title of the page as nothing', '# Title\n\ntext', /^<p>text<\/p>$/],
  ['code with the heading before it', '## A _b_\n\n```\nx\n```', /aria-label="Code: A b"/],
  ['a table before a heading', '| a |\n| - |\n| b |', /aria-label="Table: Guide"/],
];

for (const [name, markdown, html] of blockRows) {
  test(`renders ${name}`, () => assert.match(rendered(markdown), html));
}

test('gives headings the anchors that code hosting sites give them', () => {
  assert.equal(anchorOf('3-D Secure: acsData & co.'), '3-d-secure-acsdata--co');
  assert.match(rendered('## **a** [b](c) `d_e` _f_'), /^<h2 id="a-b-d_e-f">/);
});

test('ends code that is never closed with the text', () => {
  assert.match(rendered('```\nlast'), /<code>last<\/code>/);
});
