// Error answers of directory servers, for merchants that accept the risk of an unavailable
// authentication: an error is not the same as no answer. And which directory server is asked for
// which cards.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { binColumns } from '@bramka/gateway/cards/bin-row.ts';
import type { Json } from '../support/client.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { anyDatabase } from '../support/installation.ts';
import {
  base,
  bodyOf,
  addMerchantClient,
  withoutRateLimits,
  type MerchantClient,
} from '../support/life/payments.ts';
import { openLoopback, type LoopbackServer } from '../support/loopback-server.ts';
import { payWithDevice } from '../support/threeds/challenge.ts';
import { authorizationsOf } from '../support/threeds/outcome.ts';
import { firstRanges, testCard, type Enrolled } from '../support/threeds/test-card.ts';

const ID = '0198c5d1-7b2a-7000-8000-000000000001';
/** Only Visa's directory server reports its ranges. */
const TELLING = '/visa';

type Answer = { status: number; message: Json };

/** A directory server whose answers the test chooses; it records its requests. */
interface OddDirectory {
  readonly env: { readonly BRAMKA_DS_URL: string };
  /** For example `PReq /visa`. */
  readonly asked: string[];
  answer: Answer;
  close(): void;
}

async function openOddDirectory(): Promise<OddDirectory> {
  const server: LoopbackServer = await openLoopback();
  const odd: OddDirectory = {
    env: { BRAMKA_DS_URL: `${server.url}/{organization}` },
    asked: [],
    answer: { status: 503, message: {} },
    close: () => server.close(),
  };
  server.behave = ({ url = '' }, response, body) => {
    const { messageType, messageVersion, threeDSServerTransID } = JSON.parse(body) as Json;
    odd.asked.push(`${String(messageType)} ${url}`);
    const isTelling = messageType === 'PReq' && url === TELLING;
    const refused: Answer = { status: 503, message: {} };
    const answer = messageType === 'AReq' ? odd.answer : refused;
    const { status, message } = isTelling ? { status: 200, message: visaRanges } : answer;
    const text = JSON.stringify({ messageVersion, threeDSServerTransID, ...message });
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  };
  return odd;
}

const visaRanges: Json = {
  messageType: 'PRes',
  dsTransID: ID,
  dsStartProtocolVersion: '2.1.0',
  dsEndProtocolVersion: '2.3.1',
  serialNum: '1',
  cardRangeData: [
    {
      startRange: `${firstRanges.VISA}00000000`,
      endRange: `${firstRanges.VISA}99999999`,
      acsStartProtocolVersion: '2.1.0',
      acsEndProtocolVersion: '2.3.1',
    },
  ],
};

const ids = { dsTransID: ID, acsTransID: ID };
const UNAVAILABLE = 'REJECTED SCA_UNAVAILABLE';
const AUTHORIZED = 'COMPLETED';

// Organization (ranges of VISA are known, of MASTERCARD not), HTTP status, message, and how the
// payment ends.
const answers: [organization: Enrolled, status: number, message: Json, end: string][] = [
  ['VISA', 503, {}, AUTHORIZED],
  ['VISA', 200, { messageType: 'Hello' }, AUTHORIZED],
  ['VISA', 200, { messageType: 'Erro', errorCode: '405' }, AUTHORIZED],
  ['VISA', 500, { messageType: 'Erro', errorCode: '405' }, AUTHORIZED],
  ['VISA', 200, { messageType: 'Erro', errorCode: '203' }, UNAVAILABLE],
  ['VISA', 400, { messageType: 'Erro', errorCode: '203' }, UNAVAILABLE],
  ['VISA', 200, { messageType: 'Erro', errorCode: '305' }, UNAVAILABLE],
  ['MASTERCARD', 200, { messageType: 'Erro', errorCode: '305' }, AUTHORIZED],
  ['MASTERCARD', 400, { messageType: 'Erro', errorCode: '305' }, AUTHORIZED],
  ['MASTERCARD', 400, { messageType: 'Erro', errorCode: '203' }, UNAVAILABLE],
  ['VISA', 200, { messageType: 'ARes', ...ids, transStatus: 'U' }, AUTHORIZED],
  ['VISA', 200, { messageType: 'ARes', ...ids, transStatus: 'C' }, UNAVAILABLE],
  ['VISA', 200, { messageType: 'ARes', ...ids, transStatus: 'S' }, UNAVAILABLE],
  ['VISA', 200, { messageType: 'ARes', dsTransID: ID, transStatus: 'D' }, UNAVAILABLE],
  ['VISA', 200, { messageType: 'ARes', dsTransID: ID, transStatus: 'N' }, UNAVAILABLE],
  ['VISA', 200, { messageType: 'ARes', acsTransID: ID, transStatus: 'R' }, UNAVAILABLE],
  ['MASTERCARD', 200, { messageType: 'ARes', ...ids, transStatus: 'C' }, UNAVAILABLE],
];

describe('a faulty directory server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bramka-directory-'));
  const emptyTable = join(folder, 'bins.csv');
  writeFileSync(emptyTable, `${binColumns.join(',')}\n`);
  const settings = { ...withoutRateLimits, BRAMKA_BIN_TABLE: emptyTable };
  let directory: OddDirectory;
  let gateway: Gateway;
  let bold: MerchantClient;
  before(async () => {
    directory = await openOddDirectory();
    gateway = await startGateway({
      database: anyDatabase,
      env: { ...settings, ...directory.env },
    });
    bold = await addMerchantClient(gateway, { sca: { whenUnavailable: 'AUTHORIZE' } });
  });
  after(async () => {
    await gateway?.stop();
    directory?.close();
    rmSync(folder, { recursive: true });
  });

  const endOf = async (
    { client, token }: MerchantClient,
    organization: Enrolled,
  ): Promise<string> => {
    const card = testCard(organization, 'yes');
    const made = bodyOf(await payWithDevice(client, { token, card }));
    const paymentId = made['paymentId'] as string;
    const { status, rejectCode = '' } = await client.waitForStatus(token, paymentId);
    const heard = await authorizationsOf(client, paymentId);
    assert.equal(heard.length, status === 'COMPLETED' ? 1 : 0, 'what the acquirer was asked');
    return `${String(status)} ${String(rejectCode)}`.trim();
  };
  const protocolOf = async (merchant: MerchantClient, organization: Enrolled): Promise<unknown> => {
    const body = { instrument: { type: 'CARD', instrumentNo: testCard(organization, 'yes') } };
    const { client, token } = merchant;
    return bodyOf(await client.call('POST', `${base}/binInfo`, { token, body }))['protocolVersion'];
  };

  for (const [organization, status, message, end] of answers) {
    const { messageType = 'nothing', errorCode = '', transStatus = '' } = message;
    const said = [messageType, errorCode, transStatus, ...Object.keys(message).slice(1, -1)];
    const what = `${said.filter((word) => word !== '').join(' ')} with status ${status}`;
    test(`${organization}'s says ${what}: ${end}`, async () => {
      directory.answer = { status, message };
      assert.equal(await endOf(bold, organization), end);
    });
  }

  test('a merchant that accepts no risk refuses a card of an unknown range', async () => {
    directory.answer = { status: 200, message: { messageType: 'Erro', errorCode: '305' } };
    assert.equal(await endOf(await addMerchantClient(gateway), 'MASTERCARD'), UNAVAILABLE);
  });

  test("Maestro cards are sent to Mastercard's directory server", async () => {
    directory.answer = { status: 503, message: {} };
    const before = directory.asked.length;
    assert.equal(await endOf(bold, 'MAESTRO'), AUTHORIZED);
    assert.deepEqual(directory.asked.slice(before), ['AReq /mastercard']);
    const servers = new Set(directory.asked.filter((one) => one.startsWith('PReq')));
    const names = ['amex', 'discover', 'jcb', 'mastercard', 'unionpay', 'visa'];
    assert.deepEqual(
      [...servers].sort(),
      names.map((name) => `PReq /${name}`),
    );
  });

  test('an organization without a directory server has no enrolled cards', async () => {
    const otherDirectory = await openOddDirectory();
    const named = { BRAMKA_DS_ORGANIZATIONS: 'visa, MAESTRO' };
    const node = await startGateway({
      database: anyDatabase,
      env: { ...settings, ...otherDirectory.env, ...named },
    });
    try {
      const merchant = await addMerchantClient(node);
      assert.deepEqual(new Set(otherDirectory.asked), new Set(['PReq /visa', 'PReq /mastercard']));
      for (const organization of ['MASTERCARD', 'JCB', 'DISCOVER'] as const) {
        assert.equal(await endOf(merchant, organization), AUTHORIZED);
        assert.equal(await protocolOf(merchant, organization), undefined, organization);
      }
      assert.equal(otherDirectory.asked.filter((one) => one.startsWith('AReq')).length, 0);
      assert.equal(await protocolOf(merchant, 'VISA'), '2.3.1');
      assert.equal(await protocolOf(merchant, 'MAESTRO'), '2.2.0');
      assert.equal(await endOf(merchant, 'MAESTRO'), UNAVAILABLE);
      assert.equal(otherDirectory.asked.at(-1), 'AReq /mastercard');
    } finally {
      await node.stop();
      otherDirectory.close();
    }
  });
});
