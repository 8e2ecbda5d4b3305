// Tests of the operator's changes to wallet credentials: what is stored, and every refusal.
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { engines, runSql, type OpenEngine } from '@bramka/test/support/engines.ts';
import { secret } from '../../core/secret.ts';
import { handClock } from '../../core/testing/hand-clock.ts';
import type { CredentialKind, NewCredential } from './credential.ts';
import { MAX_PER_KIND } from './credential.store.ts';
import { pem } from './certificate-request.ts';
import { publicBytes } from './private-key.ts';
import { issueCertificate, issueFor, validUntil } from './testing/issue-certificate.ts';
import { merchantId, openNode, otherMerchantId } from './testing/open-node.ts';

const name = 'merchant.com.shop';
const wanted: NewCredential = { kind: 'APAY_PROCESSING', merchantId, name, algorithm: 'EC' };
const ofGateway: NewCredential = {
  kind: 'GPAY_ENCRYPTION',
  merchantId: null,
  name: 'google',
  algorithm: 'EC',
};
const ec = (namedCurve = 'P-256') => generateKeyPairSync('ec', { namedCurve }).privateKey;
const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const [shortKey, longKey] = [rsa(2040), rsa(4104)];
const pemOf = (key: KeyObject, type: 'pkcs8' | 'sec1' = 'pkcs8') =>
  key.export({ type, format: 'pem' }).toString();
const unknownId = '0198c5d1-7b2a-7000-8000-000000000001';

for (const engine of engines) {
  describe(`wallet credentials on the ${engine.name} database`, { skip: engine.skip }, () => {
    let opened: OpenEngine;
    let clock = handClock();
    before(async () => {
      opened = await engine.openWithTables();
    });
    beforeEach(async () => {
      clock = handClock();
      await runSql(opened.database, 'delete from wallet_credentials');
    });
    after(() => opened?.close());
    const node = (environment?: 'production') => openNode(opened.database, clock, environment);
    const importable = (key: KeyObject, kind: CredentialKind = 'APAY_PROCESSING') => ({
      kind,
      merchantId,
      name,
      certificate: issueCertificate(key),
      privateKey: secret(pemOf(key)),
    });

    test('a requested credential becomes usable when its certificate is installed', async () => {
      const { tools, keys } = node();
      const created = await tools.create(wanted);
      assert.match(created.certificateRequest ?? '', /^-----BEGIN CERTIFICATE REQUEST-----\n/);
      const [requested] = await tools.list({ merchantId });
      assert.deepEqual(
        [requested?.status, requested?.state, requested?.certificate, requested?.activatedAt],
        ['REQUESTED', 'REQUESTED', null, null],
      );
      assert.deepEqual(await keys.list('APAY_PROCESSING', merchantId), []);
      clock.advance(1000);
      const { credentialId, publicKey } = created;
      const certificate = issueFor(publicKey, { subject: { CN: 'x', UID: name } });
      const installed = await tools.install({ credentialId, certificate });
      assert.deepEqual(
        [installed.status, installed.state, installed.activatedAt, installed.expiresAt],
        ['ACTIVE', 'ACTIVE', clock.now(), validUntil],
      );
      const [key] = await keys.list('APAY_PROCESSING', merchantId);
      assert.ok(
        key?.credentialId === credentialId &&
          key.certificate?.equals(installed.certificate ?? assert.fail()),
      );
      const again = certificate.replaceAll(/-----.*-----|\n/g, '');
      assert.equal((await tools.install({ credentialId, certificate: again })).status, 'ACTIVE');
      const renewed = issueFor(publicKey, { notAfter: validUntil + 1000 });
      await assert.rejects(tools.install({ credentialId, certificate: renewed }), {
        code: 'CREDENTIAL_NOT_REQUESTED',
      });
    });

    test('of two certificates that are installed at the same time one counts', async () => {
      const { tools } = node();
      const { credentialId, publicKey } = await tools.create(wanted);
      const [certificate, other] = [0, 1000].map((more) =>
        issueFor(publicKey, { notAfter: validUntil + more }),
      ) as [string, string];
      const install = (text: string) => tools.install({ credentialId, certificate: text });
      const results = await Promise.allSettled([certificate, certificate, other].map(install));
      const isRefused = results.map(({ status }) => status === 'rejected');
      const { expiresAt } = (await tools.list())[0] ?? assert.fail();
      const isOther = expiresAt !== validUntil;
      assert.deepEqual(isRefused, [isOther, isOther, !isOther]);
      const [failed] = results.filter((one) => one.status === 'rejected');
      assert.equal((failed?.reason as { code: string }).code, 'CREDENTIAL_NOT_REQUESTED');
    });

    test('a key of the gateway is usable at once and needs no certificate', async () => {
      const { tools, keys } = node();
      const created = await tools.create(ofGateway);
      assert.equal(created.certificateRequest, null);
      const [key] = await keys.list('GPAY_ENCRYPTION', null);
      assert.deepEqual(
        [key?.credentialId, key?.certificate, key?.expiresAt],
        [created.credentialId, null, null],
      );
      assert.deepEqual(await keys.list('C2P_ENCRYPTION', null), []);
      const certificate = issueFor(created.publicKey);
      const { credentialId } = created;
      await assert.rejects(tools.install({ credentialId, certificate }), {
        code: 'CREDENTIAL_NOT_REQUESTED',
      });
    });

    test('a removed credential has no private key, and its row stays', async () => {
      const { tools, keys } = node();
      const key = ec();
      const { credentialId } = await tools.importKey(importable(key));
      assert.equal((await keys.list('APAY_PROCESSING', merchantId)).length, 1);
      clock.advance(5000);
      const removed = await tools.remove(credentialId);
      assert.deepEqual(
        [removed.status, removed.state, removed.removedAt],
        ['REMOVED', 'REMOVED', clock.now()],
      );
      assert.deepEqual(await keys.list('APAY_PROCESSING', merchantId), []);
      const rows = await runSql<{ sealed: unknown; certificate: unknown }>(
        opened.database,
        'select sealed_private_key as sealed, certificate from wallet_credentials',
      );
      assert.equal(rows[0]?.sealed, null);
      assert.ok(rows[0]?.certificate);
      clock.advance(5000);
      const again = await tools.remove(credentialId);
      assert.equal(again.removedAt, removed.removedAt, 'the first removal counts');
      assert.equal((await tools.importKey(importable(key))).status, 'ACTIVE', 'imported again');
      await assert.rejects(tools.remove(unknownId), { code: 'CREDENTIAL_NOT_FOUND' });
      await assert.rejects(tools.remove('x'), { code: 'CREDENTIAL_NOT_FOUND' });
    });

    test('imports a key with its certificate, sealed', async () => {
      for (const [kind, key] of [
        ['APAY_PROCESSING', ec()],
        ['APAY_PROCESSING', rsa(2048)],
        ['APAY_IDENTITY', rsa(3072)],
        ['APAY_IDENTITY', ec()],
      ] as const) {
        const { tools, keys } = node();
        const added = await tools.importKey(importable(key, kind));
        assert.equal(added.algorithm, key.asymmetricKeyType === 'rsa' ? 'RSA' : 'EC');
        const [newest] = await keys.list(kind, merchantId);
        assert.ok(newest?.credentialId === added.credentialId && newest.privateKey.equals(key));
        clock.advance(1);
      }
      const { tools } = node();
      const key = ec();
      const own = { ...ofGateway, certificate: null, privateKey: secret(pemOf(key)) };
      assert.equal((await tools.importKey(own)).status, 'ACTIVE');
      const stored = await runSql<{ sealed: Uint8Array }>(
        opened.database,
        'select sealed_private_key as sealed from wallet_credentials',
      );
      const scalar = Buffer.from(String(key.export({ format: 'jwk' }).d), 'base64url');
      for (const { sealed } of stored) assert.ok(!Buffer.from(sealed).includes(scalar));
    });

    const imports: [string, () => object, string][] = [
      ['a curve other than P-256', () => importable(ec('P-384')), 'KEY_NOT_SUITABLE'],
      ['RSA below 2048 bits', () => importable(shortKey), 'KEY_NOT_SUITABLE'],
      ['RSA above 4096 bits', () => importable(longKey), 'KEY_NOT_SUITABLE'],
      [
        'a key that is neither EC nor RSA',
        () => ({
          ...importable(ec()),
          privateKey: secret(pemOf(generateKeyPairSync('ed25519').privateKey)),
        }),
        'KEY_NOT_SUITABLE',
      ],
      [
        'RSA for Google Pay',
        () => ({ ...ofGateway, certificate: null, privateKey: secret(pemOf(rsa(2048))) }),
        'KEY_NOT_SUITABLE',
      ],
      [
        'the key of another certificate',
        () => ({ ...importable(ec()), privateKey: secret(pemOf(ec())) }),
        'CERTIFICATE_OTHER_KEY',
      ],
      [
        'a key in another form than PKCS#8',
        () => ({ ...importable(ec()), privateKey: secret(pemOf(ec(), 'sec1')) }),
        'PRIVATE_KEY_UNREADABLE',
      ],
      [
        'a damaged key',
        () => ({
          ...importable(ec()),
          privateKey: secret('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'),
        }),
        'PRIVATE_KEY_UNREADABLE',
      ],
      [
        'a certificate for the gateway',
        () => ({ ...importable(ec(), 'GPAY_ENCRYPTION'), merchantId: null }),
        'INVALID_REQUEST',
      ],
      [
        'no certificate for a merchant',
        () => ({ ...importable(ec()), certificate: null }),
        'INVALID_REQUEST',
      ],
    ];
    test('refuses to import what cannot be used', async () => {
      const { tools } = node();
      for (const [what, input, code] of imports) {
        await assert.rejects(tools.importKey(input() as never), { code }, what);
      }
      assert.deepEqual(await tools.list(), []);
    });

    test('refuses a key whose public part is that of another key', async () => {
      const { tools } = node();
      const [key, other] = [ec(), ec()];
      const own = key.export({ type: 'pkcs8', format: 'der' });
      const point = publicBytes(other).subarray(-65);
      const mixed = pem('PRIVATE KEY', Buffer.concat([own.subarray(0, -65), point]));
      const input = { ...importable(other), privateKey: secret(mixed) };
      await assert.rejects(tools.importKey(input), { code: 'CERTIFICATE_OTHER_KEY' });
      const alone = { ...ofGateway, certificate: null, privateKey: secret(mixed) };
      await assert.rejects(tools.importKey(alone), { code: 'PRIVATE_KEY_UNREADABLE' });
    });

    const now = handClock().now();
    const certificates: [string, (publicKey: string) => string, string][] = [
      ['no certificate', () => 'certificate', 'CERTIFICATE_UNREADABLE'],
      ['an empty text', () => '', 'CERTIFICATE_UNREADABLE'],
      ['two of them', (key) => issueFor(key) + issueFor(key), 'CERTIFICATE_UNREADABLE'],
      [
        'bytes after it',
        (key) => `${issueFor(key).replaceAll(/-----.*-----|\n|=/g, '')}AAAA`,
        'CERTIFICATE_UNREADABLE',
      ],
      ['16 KiB of spaces', (key) => issueFor(key).padEnd(16_385), 'CERTIFICATE_UNREADABLE'],
      ['one for another key', () => issueCertificate(ec()), 'CERTIFICATE_OTHER_KEY'],
      [
        'one of another merchant identifier',
        (key) => issueFor(key, { subject: { UID: 'merchant.com.shop2' } }),
        'CERTIFICATE_OTHER_NAME',
      ],
      [
        'one that expires now',
        (key) => issueFor(key, { notAfter: now }),
        'CERTIFICATE_NOT_VALID_NOW',
      ],
      [
        'one that starts later than clocks differ',
        (key) => issueFor(key, { notBefore: now + 5 * 60_000 + 1000 }),
        'CERTIFICATE_NOT_VALID_NOW',
      ],
    ];
    test('refuses to install certificates that do not fit', async () => {
      const { tools } = node();
      const { credentialId, publicKey } = await tools.create(wanted);
      for (const [what, issue, code] of certificates) {
        const certificate = issue(publicKey);
        await assert.rejects(tools.install({ credentialId, certificate }), { code }, what);
      }
      assert.equal((await tools.list())[0]?.status, 'REQUESTED');
      await assert.rejects(
        tools.install({ credentialId: unknownId, certificate: issueFor(publicKey) }),
        { code: 'CREDENTIAL_NOT_FOUND' },
      );
      const last = issueFor(publicKey, { notBefore: now + 5 * 60_000, notAfter: now + 1000 });
      assert.equal(
        (await tools.install({ credentialId, certificate: last })).state,
        'EXPIRES_SOON',
      );
    });

    test('production refuses certificates of a sandbox, by subject or issuer', async () => {
      const marked = { CN: name, O: 'Bramka Sandbox' };
      const { tools } = node('production');
      const { credentialId, publicKey } = await tools.create(wanted);
      for (const options of [{ subject: marked }, { issuer: marked }]) {
        const certificate = issueFor(publicKey, options);
        const code = 'CERTIFICATE_SIMULATED';
        await assert.rejects(tools.install({ credentialId, certificate }), { code });
        const key = ec();
        const input = { ...importable(key), certificate: issueCertificate(key, options) };
        await assert.rejects(tools.importKey(input), { code });
        await node().tools.importKey(input);
      }
      const subject = { CN: name, O: 'Bramka Sandbox Shops' };
      const certificate = issueFor(publicKey, { subject });
      assert.equal((await tools.install({ credentialId, certificate })).status, 'ACTIVE');
    });

    test('refuses a wrong owner, name or algorithm', async () => {
      const { tools } = node();
      const rows: [Partial<NewCredential>, string][] = [
        [{ merchantId: null }, 'INVALID_REQUEST'],
        [{ merchantId: '29999999' }, 'MERCHANT_NOT_FOUND'],
        [{ kind: 'GPAY_ENCRYPTION' }, 'INVALID_REQUEST'],
        [{ name: '' }, 'INVALID_REQUEST'],
        [{ name: 'x'.repeat(65) }, 'INVALID_REQUEST'],
        [{ name: 'shop, O=Other' }, 'INVALID_REQUEST'],
        [{ kind: 'GPAY_ENCRYPTION', merchantId: null, algorithm: 'RSA' }, 'KEY_NOT_SUITABLE'],
      ];
      for (const [change, code] of rows) {
        await assert.rejects(tools.create({ ...wanted, ...change }), { code });
      }
      assert.deepEqual(await tools.list(), []);
      await tools.create({ ...wanted, name: 'x'.repeat(64) });
    });

    test('a key belongs to one credential, whoever imports it', async () => {
      const { tools } = node();
      const input = importable(ec());
      await tools.importKey(input);
      for (const owner of [merchantId, otherMerchantId]) {
        await assert.rejects(tools.importKey({ ...input, merchantId: owner }), {
          code: 'CREDENTIAL_EXISTS',
        });
      }
    });

    test('each owner has at most ten of a kind', async () => {
      const { tools } = node();
      const created = [];
      for (let count = 0; count < MAX_PER_KIND; count += 1)
        created.push(await tools.create(wanted));
      await assert.rejects(tools.create(wanted), { code: 'CREDENTIAL_LIMIT_REACHED' });
      await tools.create({ ...wanted, kind: 'APAY_IDENTITY' });
      await tools.create({ ...wanted, merchantId: otherMerchantId });
      await tools.remove(created[0]?.credentialId ?? '');
      await tools.create(wanted);
    });

    test('lists by merchant and in pages, without private keys', async () => {
      const { tools } = node();
      const { credentialId: first } = await tools.create(wanted);
      const { credentialId: second } = await tools.create({
        ...wanted,
        merchantId: otherMerchantId,
      });
      const { credentialId: third } = await tools.create(ofGateway);
      const ids = async (page?: object) =>
        (await tools.list(page)).map(({ credentialId }) => credentialId);
      assert.deepEqual(await ids(), [first, second, third]);
      assert.deepEqual(await ids({ merchantId }), [first]);
      assert.deepEqual(await ids({ limit: 2 }), [first, second]);
      assert.deepEqual(await ids({ limit: 2, after: second }), [third]);
      for (const record of await tools.list()) assert.ok(!('sealedPrivateKey' in record));
      await tools.clear();
      assert.deepEqual(await ids(), []);
    });
  });
}
