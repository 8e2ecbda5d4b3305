// What several documents say must be the same: the answer to a bad signature, and what the payment
// page can do.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

test('the client, the guides and the example shop answer 401 to a bad signature', () => {
  const branches: [file: string, branch: RegExp][] = [
    ['client/README.md', /if \(!result\.ok\) \{\n.*answer (\d{3})\n/],
    ['docs/guides/notifications.md', /if \(!verified\.ok\) \{\n.*\n.*status: (\d{3}) /],
    ['docs/guides/notifications.md', /### When a signature fails\n\nAnswer (\d{3}) /],
    ['docs/guides/build-a-checkout.md', /\| a forged notification .* refuses it with (\d{3}) /],
    ['examples/shop/server.mjs', /if \(!verified\.ok\) \{\n.*\n.*writeHead\((\d{3})\)/],
  ];
  for (const [file, branch] of branches) {
    assert.equal(branch.exec(read(file))?.[1], '401', `${file} ${branch.source}`);
  }
});

test('the guide to payments sends readers of links to the payment page, which takes cards', () => {
  const [, section = ''] = read('docs/guides/payments.md').split('\n## Payment link\n');
  const [text = ''] = section.split('\n## ');
  assert.match(text, /\[the payment page\]\(payment-page\.md\), where the customer pays by card/);
  assert.doesNotMatch(text, /cannot take|not yet| yet\b/);
});
