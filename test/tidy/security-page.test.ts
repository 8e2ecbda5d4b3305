// Checks SECURITY.md sentence by sentence: each sentence of the list of protections names tests
// that would fail if it were not true. A sentence without a test fails, and so does a missing test.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Each entry: `file: part of the name of a test in it`. */
const proofs: Readonly<Record<string, readonly string[]>> = {
  'Card data is never stored or logged in plain text.': [
    'test/faults/secrecy.test.ts: are in no file, table, log line or reply',
  ],
  'Stored card numbers are encrypted, and only the vault module reads them back.': [
    'test/journeys/kept.test.ts: a waiting card is kept sealed',
    'test/tidy/security-page.test.ts: only the vault reads the table of cards',
  ],
  'Security codes are deleted before the authorization is sent.': [
    'test/journeys/kept.test.ts: a waiting card is kept sealed, until the payment starts',
    'test/faults/secrecy.test.ts: are in no file, table, log line or reply',
  ],
  'Access tokens are never written to a log or a table.': [
    'test/faults/secrecy.test.ts: are in no file, table, log line or reply',
  ],
  'Card numbers in free text are refused.': [
    'test/input/card-in-text.test.ts: the holder and the customer of a waiting payment cannot be',
    'test/tidy/request-schemas.test.ts: every text of a request is marked as free text',
  ],
  'Descriptions, names, addresses, consents and account numbers with one are not stored.': [
    'test/input/card-in-text.test.ts: with a card number is refused',
    'test/input/card-in-text.test.ts: consents with a card number at any depth are refused',
  ],
  'Identifiers are accepted, because one in ten has the check digit of a card number.': [
    'test/input/card-in-text.test.ts: identifiers are accepted',
  ],
  'They are in no log line and no metric.': [
    'test/input/card-in-text.test.ts: and are in no log line and no metric',
  ],
  'Every decryption of a card is in an audit log.': [
    'gateway/src/vault/held-card.test.ts: every decryption is in the audit log',
    'test/tidy/security-page.test.ts: only the vault reads the table of cards',
  ],
  'The row is durable before the card is returned.': [
    'gateway/src/vault/held-card.test.ts: in the audit log before the card is returned',
    'gateway/src/vault/audit/audit-log.test.ts: a record resolves only after its insert',
  ],
  'Rows are never changed or removed, and changes by somebody who owns the database are detected.':
    [
      'gateway/src/vault/audit/audit.store.test.ts: the database refuses rows to be',
      'gateway/src/vault/audit/audit.store.test.ts: the verifier finds',
    ],
  'Every action of the operator is in the same audit log.': [
    'test/journeys/operator-actions.test.ts: has a row before and one after',
  ],
  'Its first row is durable before anything is changed.': [
    'gateway/src/admin/actions/audited.test.ts: the row is written before the change',
    'gateway/src/admin/actions/audited.test.ts: without its row nothing is changed',
  ],
  'The second row shows before and after.': [
    'test/journeys/operator-actions.test.ts: a change shows the settings before and after',
    'test/journeys/operator-actions.test.ts: show what they were before',
  ],
  'No row contains a secret.': [
    'test/journeys/operator-actions.test.ts: no secret is in the log',
    'gateway/src/admin/actions/audited.test.ts: secrets inside objects and lists are masked',
  ],
  'The gateway does not start with a route of the operator that changes something without a row.': [
    'gateway/src/admin/actions/audited.test.ts: must name an action that is known',
  ],
  'The operator API refuses fields that it does not know.': [
    'test/input/operator-fields.test.ts: an unknown field in any object of any body is refused',
    'test/input/operator-fields.test.ts: an unknown name in any query is refused',
  ],
  'A setting in the wrong place is never ignored.': [
    'test/input/operator-fields.test.ts: a setting beside settings is refused with its place',
  ],
  'Wallet tokens are verified before they are opened.': [
    'gateway/src/wallets/google/open-google-token.test.ts: only an authentic token is called',
    'gateway/src/wallets/apple/tampering.test.ts: that was signed with',
  ],
  'One that was changed, has expired, or is for another merchant is refused.': [
    'test/journeys/wallet-tokens-refused.test.ts: whatever is changed, the answer is the same',
    'test/journeys/wallet-tokens-refused.test.ts: an old token has expired',
    'test/journeys/wallet-tokens-refused.test.ts: a token of another merchant does not open',
  ],
  'A token pays once.': [
    'test/journeys/wallet-tokens-refused.test.ts: a token pays once',
    'test/journeys/wallet-tokens-refused.test.ts: of ten payments with one token',
  ],
  'The private keys for wallets are stored encrypted and are in no answer.': [
    'gateway/src/wallets/credentials/administer.test.ts: with its certificate, sealed',
    'gateway/src/wallets/credentials/administer.test.ts: in pages, without private keys',
  ],
  'Reports contain no formulas.': [
    'gateway/src/settlement/report/csv.test.ts: whatever it is composed of',
  ],
  'In CSV a text from outside is never a formula, whatever separator the spreadsheet uses.': [
    'gateway/src/settlement/report/csv.test.ts: separated by',
  ],
  'Card fields can be encrypted in the browser.': [
    'test/journeys/encrypted-fields.test.ts: pay a payment, and only the mask is shown',
  ],
  'Of the JWEs only one algorithm is accepted, to a key of this gateway.': [
    'test/input/encrypted-fields.test.ts: every attack on a payment gets the same answer',
  ],
  'Whatever is wrong with one, the answer is the same.': [
    'test/input/encrypted-fields.test.ts: every attack on a payment gets the same answer',
  ],
  'Private keys are encrypted at rest and deleted when their time is over.': [
    'gateway/src/encryption/encryption-keys.test.ts: private parts are sealed',
    'gateway/src/encryption/encryption-keys.test.ts: then its private part is gone',
  ],
  'Keys can be replaced.': [
    'test/faults/key-rotation.test.ts: two nodes change the master key under load',
  ],
  'A rotation of the master key or of data keys encrypts everything again.': [
    'gateway/src/rotation/rotate.test.ts: the next master key seals everything again',
    'gateway/src/rotation/rotate.test.ts: every sealed column of the schema',
  ],
  'It destroys the old key.': [
    'gateway/src/rotation/rotate.test.ts: encrypts cards again and destroys the old keys',
  ],
  'The master key can be in a key management service.': [
    'gateway/src/storage/keys/command-encryption.test.ts: wraps and unwraps',
  ],
  'Card numbers cannot be found by trying.': [
    'test/input/card-guessing.test.ts: a burst on both nodes does not tell more than the budget',
    'test/input/card-guessing.test.ts: a mask does not reveal the held number digit by digit',
  ],
  'Answers that tell a right number from a wrong one have a budget, which all nodes share.': [
    'test/input/card-guessing.test.ts: after five wrong cards for a series',
    'test/input/card-guessing.test.ts: a search by card number has a small budget',
    'test/input/card-guessing.test.ts: a used Idempotency-Key is no oracle',
  ],
  'Once it is used up, the right number is refused like a wrong one.': [
    'test/input/card-guessing.test.ts: after five wrong cards for a series',
  ],
  'An alarm is raised, and the audit log gets a row.': [
    'test/input/card-guessing.test.ts: after five wrong cards for a series',
    'gateway/src/http/budget/budgets.test.ts: raises one alarm and writes one audit row',
  ],
  'Stolen cards cannot be tried out in numbers.': [
    'test/input/card-testing.test.ts: an address with many declines cannot pay by card',
  ],
  'Declines are counted by address, order, card range and merchant.': [
    'test/input/card-testing.test.ts: the links of an order have one budget together',
    'gateway/src/payments/watching/watch-declines.test.ts: a decline counts for the address',
  ],
  "A customer's token and the payment page learn no reason of an issuer.": [
    'test/input/card-testing.test.ts: a customer learns no reason from status, page and answers',
  ],
  'Published test cards are refused in production.': [
    'test/journeys/production.test.ts: published test cards are refused on every way in',
  ],
  'Authentication results are authenticated.': [
    'test/input/acs-status.test.ts: the token of the merchant is no key',
  ],
  'Only the message from the directory server decides a challenge.': [
    'test/input/acs-status.test.ts: is refused and changes nothing',
  ],
  'The message must contain a key that was sent only to this directory server.': [
    'test/input/acs-status.test.ts: refused under each other’s key',
  ],
  'Data from the browser decides nothing.': [
    'test/input/acs-status.test.ts: a CRes that tells success is no result',
  ],
  'Secrets are a type.': ['gateway/src/core/secret.test.ts: only a real secret can be opened'],
  'A `Secret` prints as `***` in logs, errors, JSON and the debugger.': [
    'gateway/src/core/secret.test.ts: no way of formatting, copying or listing shows the content',
  ],
  'Only one function reveals the value, so a text search finds every use.': [
    'gateway/src/core/secret.test.ts: only a real secret can be opened',
  ],
  'API secrets are stored as hashes.': [
    'gateway/src/merchants/secrets.test.ts: hashes with argon2id',
    'test/journeys/merchants.test.ts: an operator adds, reads, changes and lists merchants',
  ],
  'Signing secrets and signing keys are encrypted.': [
    'gateway/src/auth/signing-keys.test.ts: keys lie sealed in the database',
  ],
  'A login with an unknown merchant takes as much work as one with a wrong secret.': [
    'gateway/src/merchants/secrets.test.ts: unknown merchants cost a hash like any',
  ],
  'Access tokens can be revoked.': [
    'test/journeys/revoked-tokens.test.ts: revoke-tokens ends all tokens of a merchant',
  ],
  'Dropping their secret, a suspension and an operator command revoke them.': [
    'test/journeys/revoked-tokens.test.ts: dropping ends the old',
    'test/journeys/revoked-tokens.test.ts: a suspension ends tokens',
  ],
  'This takes at most one second on every node.': [
    'test/journeys/revoked-tokens.test.ts: revoke-tokens ends all tokens of a merchant',
  ],
  'Reactivating the merchant does not make them valid again.': [
    'test/journeys/revoked-tokens.test.ts: reactivation does not revive them',
  ],
  'Environments are separate.': [
    'gateway/src/auth/jwt.test.ts: of the other environment are refused',
  ],
  'Sandbox and production never share a database, keys or tokens.': [
    'test/journeys/production.test.ts: the sandbox does not start on its database',
    'gateway/src/auth/jwt.test.ts: of the other environment are refused',
  ],
  'Production does not start with missing, short or guessable secrets.': [
    'cli/src/start.test.ts: and tells all that is wrong at once',
    'test/journeys/production.test.ts: production refuses to start without its keys',
    'gateway/src/core/keys/key-strength.test.ts: : weak',
  ],
  'It does not start with provider URLs without TLS.': [
    'cli/src/start.test.ts: and refuses ${what}',
  ],
  'It does not start on a sandbox database or with settings meant for tests.': [
    'cli/src/start.test.ts: production does not start on what it leaves',
    'cli/src/start.test.ts: and refuses failpoints',
  ],
  'It has no sandbox endpoints and no demo merchants.': [
    'test/journeys/production.test.ts: there is no sandbox and no demo merchant',
  ],
  'Merchants are separate.': ['test/input/token-matrix.test.ts: each endpoint has a row here'],
  'An object of another merchant gets the same answer as one that does not exist.': [
    'test/input/tokens.test.ts: a payment of another merchant is answered like one',
  ],
  'Only its owner can read the data directory.': [
    'gateway/src/storage/data-directory.test.ts: files of the database are closed to others',
    'gateway/src/storage/data-directory.test.ts: one that was open is closed',
  ],
  'Web pages cannot call the sandbox.': [
    'test/input/sandbox-guard.test.ts: a foreign Host is refused',
  ],
  'It refuses requests from pages of other sites and sends callbacks only to its own gateway.': [
    'test/input/sandbox-guard.test.ts: a foreign Origin is refused',
    'test/input/sandbox-guard.test.ts: the simulated ACS calls back its own gateway',
  ],
  'Committed data stays correct.': [
    'test/faults/two-nodes.test.ts: two nodes share the load and each other’s crashes',
  ],
  'An attempt is committed before a provider is called.': ['test/faults/failpoints.test.ts: at '],
  'Unknown outcomes are resolved by an inquiry, never by a guess.': [
    'test/faults/failpoints.test.ts: with card ',
  ],
  'Every change of state writes an event in the same commit.': [
    'test/journeys/restart.test.ts: every change of a payment has one event',
  ],
};

/** What to do with the list, after it. */
const LAST =
  'If the code does not do what this list says, that is a vulnerability: please report it.';

/** All sentences of the section, without Markdown's bold markers, also those outside the list. */
function sentences(): string[] {
  const section = read('SECURITY.md').split('## What is protected, and how')[1] ?? '';
  const claims = section.split(/\n(?=- )|\n\n/).flatMap((part) => {
    const text = part
      .replace(/^- /, '')
      .replace(/\s+/g, ' ')
      .replace(/\*\*(.+?)\*\*/, '$1')
      .trim();
    return text.match(/[A-Z].*?\.(?= |$)/g) ?? [];
  });
  assert.equal(claims.pop(), LAST);
  return claims;
}

test('every sentence has tests, and every row of the table has a sentence', () => {
  assert.ok(sentences().length > 20);
  assert.deepEqual(sentences().sort(), Object.keys(proofs).sort());
});

test('the named tests exist', () => {
  for (const proof of Object.values(proofs).flat()) {
    const [file = '', name = ''] = proof.split(/: (.*)/s);
    const titles = read(file).match(/\btest\(\s*(['`"]).*?\1,/gs) ?? [];
    assert.ok(
      titles.some((title) => title.includes(name)),
      `no test in ${file} is called "${name}"`,
    );
  }
});

test('only the vault reads the table of cards', () => {
  const sources = readdirSync(join(root, 'gateway/src'), { recursive: true }).map(String);
  const readers = sources.filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /import[^;]*\bfindHeldCard\b/.test(read(join('gateway/src', file))),
  );
  assert.deepEqual(readers, ['vault/held-card.ts']);
});
