// Shared set-up for tests of the simulated directory server and ACS: both on each kind of storage,
// a 3DS server that receives results, and authentication requests with defaults.

import { createIds, type Ids } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import type { ARes, AReq, Erro, RReq } from '@bramka/gateway/threeds/messages/message.ts';
import { createAcs, type SimulatedAcs } from '../acs/acs.ts';
import { createDirectoryKeys, type DirectoryKeys } from '../acs/app/directory-keys.ts';
import { sqlAuthenticationStore } from '../acs/authentication.store.ts';
import { memoryAuthenticationStore } from './memory/authentications.ts';
import type { AuthenticationStore } from '../acs/authentication.store.ts';
import type { DeliverResult } from '../acs/result.ts';
import { createDirectory, type SimulatedDirectory } from '../directory/directory.ts';
import { standardRanges } from '../directory/ranges.ts';
import type { Organization } from '../wire/organization.ts';
import { openBacking, type Backing, type MakeDatabase, type OpenBacking } from './backing.ts';
import { handClock, type HandClock } from '@bramka/gateway/core/testing/hand-clock.ts';

export const PUBLIC_URL = 'https://gateway.example';
export const SERVER_URL = `${PUBLIC_URL}/results?key=a%2Bb`;

interface Sent {
  readonly url: string;
  readonly rreq: RReq;
}

interface AcsNode {
  readonly acs: SimulatedAcs;
  readonly directory: SimulatedDirectory;
}

export interface AcsFixture extends AcsNode {
  readonly store: AuthenticationStore;
  readonly clock: HandClock;
  readonly ids: Ids;
  readonly keys: DirectoryKeys;
  readonly backing: OpenBacking;
  /** Every result that was sent, in order. */
  readonly sent: Sent[];
  /** How the 3DS server answers a result; by default with a valid RRes. */
  deliver: DeliverResult;
  /** Another process on the same storage. */
  node(): AcsNode;
  close(): Promise<void>;
}

export async function openAcsFixture(backing: Backing, make?: MakeDatabase): Promise<AcsFixture> {
  const opened = await openBacking(backing, make);
  const { memory, database } = opened;
  const store = memory
    ? memoryAuthenticationStore(memory)
    : database && sqlAuthenticationStore(database);
  if (!store) throw new Error('storage must be in memory or in a database');
  const clock = handClock();
  const random = seededRandom(11);
  const ids = createIds(clock, random);
  const keys = createDirectoryKeys(clock, random);
  const sent: Sent[] = [];
  const address = { publicUrl: () => PUBLIC_URL, prefix: '/sandbox' };
  const node = (): AcsNode => {
    const parts = { journal: opened.journal(), store, clock, ids, random, ...address };
    const acs = createAcs({
      ...parts,
      keys: () => Promise.resolve(keys),
      deliver(url, rreq, isFirst) {
        sent.push({ url, rreq });
        return fixture.deliver(url, rreq, isFirst);
      },
    });
    const directory = createDirectory({
      acs,
      ids,
      ranges: standardRanges,
      keys: () => Promise.resolve(keys),
      ...address,
    });
    return { acs, directory };
  };
  const fixture: AcsFixture = {
    ...node(),
    store,
    clock,
    ids,
    keys,
    backing: opened,
    sent,
    node,
    deliver: acknowledge,
    close: () => opened.close(),
  };
  return fixture;
}

/** Answers a result with resultsStatus 01, "results received for further processing". */
export const acknowledge: DeliverResult = (_url, rreq) => {
  const { messageVersion, threeDSServerTransID, dsTransID, acsTransID } = rreq;
  const ids = { messageVersion, threeDSServerTransID, dsTransID, acsTransID };
  return Promise.resolve({
    status: 200,
    body: { messageType: 'RRes', ...ids, resultsStatus: '01' },
  });
};

export const CHALLENGE_CARD = '4917110020000007';

/** A browser request for 123.45 PLN that passes every check. */
export function areqOf(ids: Ids, overrides: Record<string, unknown> = {}): AReq {
  return {
    messageType: 'AReq',
    messageVersion: '2.2.0',
    messageCategory: '01',
    deviceChannel: '02',
    threeDSServerTransID: ids.next(),
    threeDSServerRefNumber: '3DS_LOA_SER_BRMK_020200_00001',
    threeDSServerURL: SERVER_URL,
    threeDSRequestorID: '10000001',
    threeDSRequestorName: 'Demo shop',
    threeDSRequestorURL: 'https://shop.example',
    threeDSRequestorAuthenticationInd: '01',
    threeDSRequestorChallengeInd: '01',
    threeDSRequestorDecReqInd: 'Y',
    threeDSRequestorDecMaxTime: '00010',
    threeDSCompInd: 'U',
    acctNumber: CHALLENGE_CARD,
    cardExpiryDate: '3012',
    acquirerBIN: '400000',
    acquirerMerchantID: '10000001',
    merchantName: 'Demo shop',
    mcc: '5732',
    merchantCountryCode: '616',
    purchaseAmount: '12345',
    purchaseCurrency: '985',
    purchaseExponent: '2',
    purchaseDate: '20260301120000',
    notificationURL: `${PUBLIC_URL}/back`,
    browserAcceptHeader: 'text/html',
    browserIP: '192.0.2.7',
    browserJavascriptEnabled: true,
    browserJavaEnabled: false,
    browserLanguage: 'pl-PL',
    browserColorDepth: '24',
    browserScreenHeight: '1080',
    browserScreenWidth: '1920',
    browserTZ: '-60',
    browserUserAgent: 'Mozilla/5.0',
    ...overrides,
  };
}

/** Sends a message and expects an ARes or an Erro with status 200. */
export async function ask(
  { directory }: AcsNode,
  message: object,
  organization: Organization = 'VISA',
): Promise<ARes | Erro> {
  const answer = await directory.handle(organization, message);
  if (answer?.status !== 200) throw new Error(`answered ${JSON.stringify(answer)}`);
  return answer.body as ARes | Erro;
}

/** An authentication that the ACS has answered. */
export async function authenticated(
  fixture: AcsFixture,
  overrides: Record<string, unknown> = {},
  organization: Organization = 'VISA',
): Promise<ARes> {
  const answer = await ask(fixture, areqOf(fixture.ids, overrides), organization);
  if (answer.messageType !== 'ARes') throw new Error(`answered ${JSON.stringify(answer)}`);
  return answer;
}

/** The form field that a browser posts to the ACS. */
export function creqOf(ares: ARes, overrides: Record<string, unknown> = {}): string {
  const { messageVersion, threeDSServerTransID, acsTransID } = ares;
  const ids = { messageVersion, threeDSServerTransID, acsTransID };
  const creq = { messageType: 'CReq', ...ids, challengeWindowSize: '05', ...overrides };
  return Buffer.from(JSON.stringify(creq)).toString('base64url');
}
