// Tests of settings as tables: kinds of values, services that are complete or not set, what
// production refuses, and what the documentation shows.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../core/secret.ts';
import {
  choice,
  flag,
  formed,
  isLoopback,
  optional,
  sandboxOnly,
  seconds,
  secretText,
  text,
  url,
  integer,
} from './kinds.ts';
import { settingsReader, type Env } from './read-settings.ts';
import { defaultsOf, settings, variablesOf } from './setting.ts';

test('a whole number is in its range', () => {
  const kind = integer(5, 3, 12);
  deepEqual(
    ['2', '3', '12', '13', '-3', '3.0', '1e1', '0x4', 'x'].map((value) => kind.parse(value)),
    [undefined, 3, 12, ...Array<undefined>(6).fill(undefined)],
  );
  equal(kind.rule, 'must be a whole number from 3 to 12');
  equal(integer(0, 0, 999_999_999).parse('1000000000'), undefined);
});

test('seconds are written as seconds and used as milliseconds', () => {
  const kind = seconds(60, 10, 600);
  deepEqual([kind.parse('10'), kind.parse('9'), kind.parse('600')], [10_000, undefined, 600_000]);
  deepEqual([kind.fallback, kind.shown], [60_000, '60']);
});

test('URLs are of HTTP', () => {
  for (const value of ['c2p.example', 'ftp://c2p.example', 'https://', 'javascript:1']) {
    equal(url.parse(value), undefined, value);
  }
  equal(url.parse('http://c2p.example'), 'http://c2p.example');
});

test('only the words of a choice are accepted', () => {
  deepEqual(
    ['true', 'false', 'yes', '__proto__'].map((word) => flag.parse(word)),
    [true, false, undefined, undefined],
  );
  equal(choice(['a', 'b'], 'a').parse('c'), undefined);
});

test('loopback is the name or the address, and nothing that looks like it', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]']) ok(isLoopback(host));
  for (const host of ['127.0.0.1.example', 'localhost.example', '0.0.0.0', '::']) {
    ok(!isLoopback(host), host);
  }
});

const table = settings('X', {
  count: [integer(5, 0, 9), 'how many'],
  place: [choice(['on', 'internal'], 'on', 'internal'), 'where', { shown: 'sandbox: on' }],
  key: [optional(secretText), 'the key', { name: 'THE_KEY' }],
  testMode: [text(''), 'for tests', sandboxOnly],
});

test('values that are not set have their defaults, blanks count as not set', () => {
  const values = { count: 5, place: 'on', key: null, testMode: '' };
  deepEqual(defaultsOf(table), values);
  deepEqual(settingsReader({ X_COUNT: ' ' }, false).read(table), values);
  equal(settingsReader({}, true).read(table).place, 'internal');
  equal(settingsReader({ X_PLACE: 'on' }, true).read(table).place, 'on');
  equal(settingsReader({ X_COUNT: ' 7 ' }, false).read(table).count, 7);
});

test('all bad values are told at once, and a required one that is missing', () => {
  const reader = settingsReader({ X_COUNT: '10', X_PLACE: 'x' }, false);
  reader.read({ ...table, ...settings('X', { name: [text(), 'a name'] }) });
  deepEqual(reader.badValues, [
    'X_COUNT must be a whole number from 0 to 9',
    'X_PLACE must be one of on, internal',
    'X_NAME must be set',
  ]);
});

test('a setting of the sandbox is unsafe if it is set', () => {
  const unsafe = (env: Env) => {
    const reader = settingsReader(env, true);
    reader.read(table);
    return reader.unsafe;
  };
  deepEqual(unsafe({}), []);
  deepEqual(unsafe({ X_TEST_MODE: 't' }), ['X_TEST_MODE is allowed in the sandbox only']);
});

const service = settings('S', {
  url: [url, 'where'],
  key: [secretText, 'with what'],
  id: [formed(/^\d+$/, 'must be digits'), 'as whom'],
  mode: [choice(['A', 'B'], 'A'), 'how'],
  label: [optional(text()), 'called what', { mayBeAlone: true }],
});

const complete = { S_URL: 'https://s.example', S_KEY: 'k', S_ID: '1' };

test('a service that is complete has its values, otherwise it has none', () => {
  const reader = settingsReader(complete, true);
  const { key, ...others } = reader.readService(service) ?? {};
  equal(key && open(key), 'k');
  deepEqual(others, { url: 'https://s.example', id: '1', mode: 'A', label: null });
  deepEqual([...reader.badValues, ...reader.incomplete, ...reader.unsafe], []);
  equal(settingsReader({}, true).readService(service), null);
});

const wrong: [env: Env, sentences: readonly string[]][] = [
  [{ ...complete, S_KEY: '' }, ['S_URL needs S_KEY']],
  [{ S_URL: complete.S_URL }, ['S_URL needs S_KEY, S_ID']],
  [{ ...complete, S_URL: '' }, ['S_KEY needs S_URL']],
  [{ S_ID: '1' }, ['S_ID needs S_URL']],
  [{ S_MODE: 'B' }, ['S_MODE needs S_URL']],
  [{ S_ID: '1', S_MODE: 'B' }, ['S_ID needs S_URL', 'S_MODE needs S_URL']],
  [{ S_LABEL: 'l' }, []],
  [{ S_ID: 'x' }, ['S_ID must be digits', 'S_ID needs S_URL']],
  [{ S_MODE: 'C' }, ['S_MODE must be one of A, B', 'S_MODE needs S_URL']],
];
for (const [env, sentences] of wrong) {
  test(`a service with only ${Object.keys(env).join(', ')}`, () => {
    const reader = settingsReader(env, false);
    equal(reader.readService(service), null);
    deepEqual([...reader.badValues, ...reader.incomplete], sentences);
  });
}

test('production refuses a service without TLS, except on this machine', () => {
  const unsafe = (S_URL: string) => {
    const reader = settingsReader({ ...complete, S_URL }, true);
    reader.readService(service);
    return reader.unsafe;
  };
  deepEqual(unsafe('http://s.example'), ['S_URL must be an https:// URL in production']);
  deepEqual(unsafe('http://127.0.0.1:80'), []);
});

test('the documentation shows names, defaults, meanings and what is secret', () => {
  deepEqual(variablesOf([table]), [
    ['X_COUNT', '5', 'how many', false],
    ['X_PLACE', 'sandbox: on', 'where', false],
    ['THE_KEY', '', 'the key', true],
    ['X_TEST_MODE', '', 'for tests', false],
  ]);
});
