// Checks that the generated reference is up to date: every page is fresh, and each table has
// exactly the rows of its source.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandEntries } from '@bramka/cli/reference/commands.ts';
import { operations, situations } from '@bramka/cli/reference/matrix.ts';
import { allPages } from '@bramka/cli/reference/all-pages.ts';
import { rejectReasons } from '@bramka/gateway/methods/registry.ts';
import { organizations } from '@bramka/gateway/cards/card-number.ts';
import { listVariables, readConfig } from '@bramka/gateway/config.ts';
import { refusals } from '@bramka/gateway/core/refusals.ts';
import { docsFacts } from '@bramka/gateway/docs/docs-facts.ts';
import { eventFields } from '@bramka/gateway/events/event.ts';
import { paymentTransitions } from '@bramka/gateway/payments/model/payment.states.ts';
import { paymentStatuses } from '@bramka/gateway/payments/model/payment.ts';
import { authenticationTransitions } from '@bramka/gateway/threeds/authentication.states.ts';
import { authenticationStates } from '@bramka/gateway/threeds/authentication.ts';
import { tokenizationTransitions } from '@bramka/gateway/tokenizer/tokenization.states.ts';
import { tokenizationStatuses } from '@bramka/gateway/tokenizer/tokenization.ts';
import { tokenizationStatusMeanings } from '@bramka/gateway/tokenizer/tokenization.view.ts';
import { cancelRows, eciOf, resultRows } from '@bramka/gateway/threeds/result.ts';
import { sandboxTriggers } from '@bramka/sandbox/parties.ts';
import { tablesIn } from '../support/reference/markdown-tables.ts';
import { listFiles, readText } from './source.ts';

const folder = 'docs/reference';
const pages = allPages();
const facts = docsFacts(readConfig({}));

test('docs/reference has every generated page, and no other', () => {
  const found = listFiles(folder).map((path) => path.slice(folder.length + 1));
  assert.deepEqual(found.sort(), [...pages.keys()].sort(), 'run `npm run docs`');
});

for (const [name, text] of pages) {
  test(`keeps ${folder}/${name} fresh`, () => {
    assert.ok(readText(`${folder}/${name}`) === text, 'it is stale: run `npm run docs`');
  });
}

type Rows = readonly (readonly string[])[];

/** The tables of each page in order, as in the source; null: not compared here. */
const sources: Readonly<Record<string, readonly (Rows | null)[]>> = {
  'errors.md': [
    Object.entries(refusals).map(([code, [status, sentence]]) => [String(status), code, sentence]),
  ],
  'reject-codes.md': [
    Object.entries(rejectReasons).map(([code, { info, retry }]) => [code, info, retry]),
  ],
  'states.md': [
    facts.states.map(({ status, meaning }) => [status, meaning]),
    facts.dataRequests.map(({ dataRequest, when, todo }) => [dataRequest, when, todo]),
    facts.transitions.map(({ from, on, meaning, to }) => [from.join(', '), on, meaning, to]),
  ],
  'configuration.md': [
    listVariables().map(([name, fallback, meaning]) => [name, fallback, meaning]),
  ],
  'commands.md': [commandEntries().map(({ usage, meaning }) => [usage, meaning]), null, null],
  'triggers.md': [
    sandboxTriggers.map(({ kind, value, provider, outcome, description }) => [
      kind,
      value,
      provider,
      outcome,
      description,
    ]),
  ],
  'events.md': [null, eventFields.map((field) => [field])],
  'matrix.md': [situations.map(({ status, name }) => [status, name])],
  'authentication.md': [
    resultRows.map(({ transStatus, meaning }) => [transStatus, meaning]),
    cancelRows.map(({ challengeCancel, meaning, rejectCode }) => [
      challengeCancel,
      meaning,
      `REJECTED with ${rejectCode}`,
    ]),
    organizations.map((organization) => [
      organization,
      ...resultRows.map(({ transStatus }) => eciOf(organization, transStatus, undefined)),
    ]),
    authenticationStates.map((state) => [state]),
    authenticationTransitions.map(({ from, on, source, to }) => [from.join(', '), on, source, to]),
  ],
  'tokenization.md': [
    tokenizationStatuses.map((status) => [status, tokenizationStatusMeanings[status]]),
    tokenizationTransitions.map(({ from, on, to }) => [from.join(', '), on, to]),
    tokenizationStatuses.map((status) => [status]),
  ],
};

for (const [name, expected] of Object.entries(sources)) {
  test(`${name} has the rows of its source, in order`, () => {
    const tables = tablesIn(readText(`${folder}/${name}`));
    assert.equal(tables.length, expected.length);
    for (const [index, rows] of expected.entries()) {
      const columns = rows?.[0]?.length ?? 0;
      const found = tables[index]?.rows.map((row) => row.slice(0, columns));
      if (rows !== null) assert.deepEqual(found, rows, `table ${index + 1}`);
    }
  });
}

test('lists every status, transition and guard', () => {
  const [states, , transitions] = tablesIn(readText(`${folder}/states.md`));
  assert.deepEqual(
    states?.rows.map(([status]) => status),
    [...paymentStatuses],
  );
  const written = transitions?.rows.map(([, on, , to, only]) => [on, to, only]);
  const expected = paymentTransitions.map(({ on, to, only }) => [
    on,
    to,
    only.map(({ name, refusal }) => `${name}, otherwise ${refusal}`).join('; '),
  ]);
  assert.deepEqual(written, expected);
});

test('has a column for every operation of the matrix', () => {
  const [matrix] = tablesIn(readText(`${folder}/matrix.md`));
  assert.deepEqual(
    matrix?.heads.slice(2),
    operations.map(({ name }) => name),
  );
});

test('compares every page except the endpoints, which are tested with a running gateway', () => {
  const others = [...pages.keys()].filter((name) => !/^endpoints(\.md|\/)/.test(name));
  assert.deepEqual(Object.keys(sources).sort(), others.sort());
});
