// The contract of a payment method, over every method of the registry: whatever
// an instrument contains, it is refused by the name of a field, or leads to a well-formed step.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { assemblePayments } from '@bramka/gateway/assemble-payments.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { createMetrics } from '@bramka/gateway/http/metrics.ts';
import { noBudgets } from '@bramka/gateway/http/testing/no-budgets.ts';
import { defaultSettings, type Merchant } from '@bramka/gateway/merchants/merchant.ts';
import { instrumentFields } from '@bramka/gateway/methods/instrument-schema.ts';
import { refuseForeignFields, type Instrument } from '@bramka/gateway/methods/instrument.ts';
import type { MethodRequest, PaymentMethod } from '@bramka/gateway/methods/method.ts';
import type { MethodStep } from '@bramka/gateway/methods/method-step.ts';
import { dataRequests, methodOfType, rejectReasons } from '@bramka/gateway/methods/registry.ts';
import { gatewayMigrations } from '@bramka/gateway/launch.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import { sqlCommitter } from '@bramka/gateway/journal/sql-committer.ts';
import type { PaymentParts } from '@bramka/gateway/payments/processing/parts.ts';
import { cardTokens, tokenTypes } from '@bramka/gateway/vault/card-token.store.ts';
import type { CardToken, TokenType } from '@bramka/gateway/vault/card-token.store.ts';
import { meansKind } from '@bramka/gateway/providers/means.ts';
import { createOutage } from '@bramka/gateway/storage/availability/outage.ts';
import { migrate } from '@bramka/gateway/storage/migrate.ts';
import { openEmbeddedStorage, type Storage } from '@bramka/gateway/storage/open.ts';
import { openInstallationKeys } from '../support/tokens/installation-keys.ts';

const clock = systemClock;
const masterKey = Buffer.alloc(32, 7).toString('base64');
const ids = createIds(clock, systemRandom);
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Encrypted fields are opened before a method reads the instrument. */
const fields = Object.keys(instrumentFields).filter((name) => !/^(type$|enc)/.test(name));
const settings = { ...defaultSettings, recurringAllowed: true };
const merchant = { merchantId: '10000001', settings } as unknown as Merchant;

/** Without keys no wallet token opens. */
const walletKeys = { list: () => Promise.resolve([]) };

let directory: string;
let storage: Storage;
let methods: readonly PaymentMethod[];

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-method-contract-'));
  const { monotonicMs } = clock;
  const outage = createOutage({ monotonicMs, onBegin: () => undefined, onEnd: () => undefined });
  storage = await openEmbeddedStorage(directory, outage);
  await migrate(storage.database, gatewayMigrations, new Date(clock.now()).toISOString());
  const parts = {
    config: readConfig({ BRAMKA_DATA_DIR: directory }),
    storage,
    migrations: gatewayMigrations,
    clock,
    ids,
    random: systemRandom,
    keys: await openInstallationKeys({ masterKey }, storage.database),
    providers: [],
    directory: null,
    bins: null,
    logger: silent,
    publicUrl: () => 'http://localhost',
  };
  const identity = { merchants: {}, jwts: {}, walletKeys } as never;
  const writing = { journal: {}, metrics: createMetrics(), audit, budgets: noBudgets } as never;
  const assembled = assemblePayments(parts, identity, writing);
  methods = assembled.methods.list;
  for (const type of tokenTypes) await storeCard(assembled, type);
});
after(async () => {
  await storage?.close();
  rmSync(directory, { recursive: true, force: true });
});

const audit = { log: { record: () => Promise.resolve() } };

/** A stored card of each type, with the name of its type as token number and reference. */
async function storeCard({ tokenVault, vault }: PaymentParts, type: TokenType): Promise<void> {
  const key = { merchantId: '10000001', tokenId: ids.next() };
  const number = secret('4111111111111111');
  const card = { number, expiry: secret('203012'), holder: secret('Canary') };
  const token: CardToken = {
    ...key,
    ...(await tokenVault.seal(key, card)),
    version: 1,
    type,
    status: 'ACTIVE',
    tokenNumber: type,
    instrumentRef: type === 'COF' ? null : type,
    fingerprint: vault.fingerprint(key.merchantId, number),
    cardMask: '411111******1111',
    expDate: '203012',
    organization: 'VISA',
    accountReference: null,
    visualId: null,
    extCustomerId: null,
    newsSequence: 0,
    removeAt: null,
    removeTries: 0,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  };
  await sqlCommitter(storage.database).apply([new Draft().insert(cardTokens, token)]);
}

const texts = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    'COF',
    'VTS',
    '777123',
    '4111111111111111',
    '203012',
    '123',
    'MBANK',
    'BM',
    'a@b',
  ),
  fc.stringMatching(/^[0-9]{1,19}$/),
  fc.string({ unit: 'binary', maxLength: 64 }),
);
const instruments = fc.record(
  Object.fromEntries(fields.map((name) => [name, name === 'bankId' ? fc.integer() : texts])),
  { requiredKeys: [] },
);
const payments = fc.record({
  amountMinor: fc.bigInt({ min: 1n, max: 10n ** 15n }),
  currency: fc.constantFrom('PLN', 'EUR', 'JPY'),
  transKind: fc.constantFrom('AUTH', 'PREAUTH'),
  recurring: fc.constantFrom(null, 'INITIAL', 'SUBSEQUENT'),
});

function requestOf(
  instrument: Instrument,
  payment: object,
  other: Partial<MethodRequest> = {},
): MethodRequest {
  const facts = {
    merchantId: '10000001',
    paymentId: ids.next(),
    status: 'NEW',
    channel: 'WEBAPI',
    extOrderId: 'order-1',
    description: null,
    cardHeld: false,
    tokenizerId: null,
    validUntil: clock.now() + 1_800_000,
    ...payment,
  } as MethodRequest['payment'];
  return {
    payment: facts,
    attempts: [],
    merchant,
    details: {},
    instrument,
    customerPresent: true,
    mustBeComplete: true,
    actor: 'merchant:10000001',
    ...other,
  };
}

async function stepOf(method: PaymentMethod, request: MethodRequest): Promise<MethodStep | null> {
  try {
    const { instrument } = request;
    const own = method.instruments[instrument?.type ?? '']?.fields ?? [];
    if (instrument) refuseForeignFields(own, instrumentFields, instrument);
    return await method.start(request, { at: clock.now(), ids });
  } catch (error) {
    assert.ok(error instanceof Refusal, inspect(error));
    assert.equal(error.code, 'INVALID_REQUEST');
    assert.ok(error.details.length > 0);
    for (const { field } of error.details) assert.match(field, /^(instrument|options|device)\b/);
    return null;
  }
}

function assertStep(method: PaymentMethod, { payment }: MethodRequest, step: MethodStep): void {
  const { cardMask } = step.shown;
  assert.ok(cardMask === null || /^\d{6}\*+\d{4}$/.test(cardMask), String(cardMask));
  if (step.kind === 'refuse') assert.ok(step.rejectCode in rejectReasons);
  if (step.kind === 'need') assert.ok(step.dataRequest in dataRequests);
  if (step.kind !== 'authorize') return;
  assert.ok(method.means.includes(meansKind(step.means)));
  assert.ok(step.waitUntil === null || step.waitUntil <= payment.validUntil);
  if (step.means.kind !== 'card') assert.notEqual(step.waitUntil, null, 'a customer acts');
}

describe('every payment method', () => {
  test('owns its instrument types and declares means', () => {
    for (const { name, instruments: own, means } of methods) {
      assert.ok(means.length > 0);
      for (const type of Object.keys(own)) assert.equal(methodOfType(type), name);
    }
  });

  test('says for any payment whether it fits, without an exception', () => {
    fc.assert(
      fc.property(payments, (payment) => {
        for (const method of methods) {
          const code = method.fits({ ...payment, channel: 'WEBAPI', tokenizerId: null });
          assert.ok(code === null || code in rejectReasons);
        }
      }),
    );
  });

  test('recognizes its own types only', () => {
    fc.assert(
      fc.property(fc.subarray(fields), (names) => {
        for (const method of methods) {
          const type = method.typeOf(names);
          assert.ok(type === undefined || type in method.instruments);
        }
      }),
    );
  });

  test('refuses any instrument by the name of a field, or makes a well-formed step', async () => {
    await fc.assert(
      fc.asyncProperty(
        instruments,
        payments,
        fc.boolean(),
        async (given, payment, mustBeComplete) => {
          for (const method of methods) {
            for (const type of Object.keys(method.instruments)) {
              const instrument = { ...given, type } as Instrument;
              const request = requestOf(instrument, payment, { mustBeComplete });
              const step = await stepOf(method, request);
              if (step) assertStep(method, request, step);
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('never shows the secrets of an instrument in its step', async () => {
    const secrets: Partial<Record<string, Partial<Instrument>>> = {
      CARD: { instrumentNo: '4111111111111111', expDate: '203012', cvv: '987', holder: 'Canary' },
      COF: { instrumentNo: 'COF', cvv: '987' },
      VTS: { instrumentRef: 'VTS' },
      SCOF: { instrumentRef: 'SCOF' },
      BLIK_CODE: { code: '777987' },
      BLIK_UID: { alias: 'canary-alias-987' },
      BLIK_PAYID: { alias: 'canary-alias-987' },
    };
    const device = { ip: '203.0.113.7', browserData: { userAgent: 'Mozilla/5.0' } };
    for (const method of methods) {
      for (const type of Object.keys(method.instruments)) {
        const given = secrets[type];
        if (!given) continue;
        const payment = { amountMinor: 100n, currency: 'PLN', transKind: 'AUTH', recurring: null };
        const request = requestOf({ ...given, type }, payment, { details: { device } });
        const step = await method.start(request, { at: clock.now(), ids });
        assert.equal(step.kind, 'authorize', type);
        // Ids and times may contain the digits of a security code by chance.
        const chance = /[0-9a-f]{8}-[0-9a-f-]{27}|\b\d{10,15}\b/g;
        const shown = inspect(step, { depth: 20 }).replace(chance, '');
        // The expiry date of a stored card is part of its token, as merchants see it.
        const stored = ['4111111111111111', 'Canary'];
        for (const value of [...Object.values(given), ...stored].map(String)) {
          assert.ok(value === type || !shown.includes(value), type);
        }
      }
    }
  });
});
