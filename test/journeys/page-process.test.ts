// The payment page as a process of its own, which knows only the address of the gateway: a customer
// without a script pays there.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { programEnvironment } from '../setup/program-environment.ts';
import { commandOf } from '../setup/programs.ts';
import { anyDatabase } from '../support/installation.ts';
import { sharedGateway, type BorrowedGateway } from '../support/pool/borrow.ts';
import { cards } from '../support/threeds/challenge.ts';
import { runAtExit } from '../support/waiting/ending.ts';
import { until } from '../support/waiting/until.ts';

function startPage(env: Record<string, string>) {
  const { command, args } = commandOf('bramka');
  const child = spawn(command, [...args, 'paywall'], {
    env: { ...programEnvironment(), PORT: '0', ...env },
  });
  runAtExit(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += String(chunk)));
  child.stderr.on('data', (chunk) => (printed += String(chunk)));
  return { child, printed: () => printed, exited: once(child, 'exit') };
}

describe('the payment page as a process of its own', () => {
  let gateway: BorrowedGateway;
  before(async () => {
    gateway = await sharedGateway(anyDatabase);
  });
  after(() => gateway?.release());

  test('says which setting is missing', async () => {
    const { exited, printed } = startPage({});
    assert.deepEqual(await exited, [1, null]);
    assert.match(printed(), /^bramka: the payment page cannot start: BRAMKA_GATEWAY_URL must be/);
  });

  test('takes a card from a form, and ends on SIGTERM', async () => {
    const { child, printed, exited } = startPage({ BRAMKA_GATEWAY_URL: gateway.url });
    await until(() => printed().includes('listens on'), 'the payment page');
    const [origin = ''] = /http:\S+/.exec(printed()) ?? [];
    const { merchantId, secret } = await gateway.addMerchant();
    const token = await gateway.authenticate(merchantId, secret);
    const body = { channel: 'PAYWALL', order: { amount: 12.34, currency: 'PLN' } };
    const reply = await gateway.call('POST', '/v1/ecommerce/payment', { token, body });
    const { pathname } = new URL(String(reply.body['redirectURL']));
    const headers = { 'accept-language': 'en' };
    const page = await fetch(`${origin}${pathname}`, { headers });
    const html = await page.text();
    assert.equal(page.status, 200);
    assert.match(html, /Pay PLN\s12\.34/);
    const [, fill = ''] = /name="fill" value="([^"]+)"/.exec(html) ?? [];
    const form = new URLSearchParams({
      method: 'CARD',
      fill,
      'card-number': cards.notEnrolled,
      'card-expiry': '12/35',
      'card-code': '123',
    });
    const init = { method: 'POST', body: form, headers, redirect: 'manual' } as const;
    assert.equal((await fetch(`${origin}${pathname}`, init)).status, 303);
    const { paymentId } = reply.body;
    const paid = await gateway.waitForStatus(token, String(paymentId));
    assert.equal(paid['status'], 'COMPLETED');
    const shown = await (await fetch(`${origin}${pathname}`, { headers })).text();
    assert.match(shown, /Payment successful/);
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });
});
