// Settings as they are typed: types from the schema, nesting by dots.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChange } from './settings.ts';

test('each value takes the type that the operator API asks for', () => {
  const pairs = [
    'holdDays=7',
    'methods=CARD, BLIK',
    'asyncNotifyAllowed=true',
    'mcc=0742',
    'dpaId=shop-1',
  ];
  assert.deepEqual(readChange(pairs), {
    settings: {
      holdDays: 7,
      methods: ['CARD', 'BLIK'],
      asyncNotifyAllowed: true,
      mcc: '0742',
      dpaId: 'shop-1',
    },
  });
});

test('a dot leads inside, an equals sign in a value stays, an empty list is empty', () => {
  const pairs = ['address.city=Gdynia', 'address.postal=81-001', 'url=https://a/?b=c', 'agents='];
  assert.deepEqual(readChange(pairs).settings, {
    address: { city: 'Gdynia', postal: '81-001' },
    url: 'https://a/?b=c',
    agents: [],
  });
});

test('dots lead to any depth, and an empty number is left out', () => {
  const pairs = ['settlement.methods.BLIK.afterDays=0', 'settlement.methods.PBL.afterDays='];
  assert.deepEqual(readChange([...pairs, 'settlement.afterDays=3']).settings, {
    settlement: {
      methods: { BLIK: { afterDays: 0 }, PBL: { afterDays: undefined } },
      afterDays: 3,
    },
  });
});

test('limits are typed by currency, and emptied by nothing', () => {
  const pairs = ['sca.lowValueLimits=EUR:30.00, PLN:120.00', 'sca.traLimits='];
  const sca = { lowValueLimits: { EUR: '30.00', PLN: '120.00' }, traLimits: {} };
  assert.deepEqual(readChange(pairs), { settings: { sca } });
});

test('a value of another type goes as it is, for the gateway to refuse', () => {
  const pairs = ['holdDays=1.5', 'asyncNotifyAllowed=yes'];
  const settings = { holdDays: '1.5', asyncNotifyAllowed: 'yes' };
  assert.deepEqual(readChange(pairs), { settings });
});

test('the status stands beside the settings', () => {
  assert.deepEqual(readChange(['status=suspended']), { status: 'SUSPENDED', settings: {} });
});
