// Markdown of the reference: text stays text inside tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code, page, plain, table } from './markdown.ts';

test('keeps text from becoming markup or a cell of its own', () => {
  assert.equal(
    plain('<b> a|b *c* `d` [e] f_g\nh'),
    '\\<b\\> a\\|b \\*c\\* \\`d\\` \\[e\\] f\\_g h',
  );
  assert.equal(code('a|b'), '`a\\|b`');
  assert.equal(code(''), '');
});

test('lays out a table', () => {
  assert.equal(table(['A', 'B'], [['1', '2']]), '| A | B |\n| --- | --- |\n| 1 | 2 |');
});

test('says on every page that it is generated, and leaves out empty parts', () => {
  assert.match(page('Title', '', 'text'), /^# Title\n\n<!-- .*npm run docs.* -->\n\ntext\n$/);
});
