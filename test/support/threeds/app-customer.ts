// A customer who pays in an app: the shop's API calls, the SDK created for the card, and the
// challenge between SDK and ACS.
import assert from 'node:assert/strict';
import type { Client, Json, Reply } from '../client.ts';
import { cardRequest } from '../client.ts';
import { base, bodyOf } from '../life/payments.ts';
import type { SdkChallenge } from '../sdk/challenge.ts';
import type { Enc } from '../sdk/jwe.ts';
import { createSdk, type Sdk, type SdkOptions } from '../sdk/sdk.ts';
import { cards, challengeAfter } from './challenge.ts';
import { untilRangesKnown } from './known-ranges.ts';

export interface AppOptions {
  readonly card?: string;
  readonly version?: string;
  readonly enc?: Enc;
}

/** A payment whose challenge the SDK has received and verified. */
export interface AppChallenge {
  readonly paymentId: string;
  readonly acsData: Json;
  readonly sdk: Sdk;
  readonly challenge: SdkChallenge;
}

export interface AppCustomer {
  readonly directoryKeys: SdkOptions['directoryKeys'];
  /** The gateway's binInfo for the card, for an SDK of these versions. */
  binInfo(card: string, start: string, end: string): Promise<Json>;
  /** An SDK for the version and the directory server that the gateway names for the card. */
  sdkFor(options?: AppOptions): Promise<Sdk>;
  /** Creates a payment on channel MOBILE, before the SDK is used. */
  register(card?: string): Promise<Reply>;
  /** Sends the SDK's parameters, as the app does. */
  sendSdkData(paymentId: string, sdk: Sdk, version?: string): Promise<Reply>;
  /** Runs everything up to the challenge. */
  startChallenge(options?: AppOptions): Promise<AppChallenge>;
}

const REFERENCE = '3DS_LOA_SDK_BRAM_020200_00001';
const EARLIEST = '2.1.0';
export const LATEST = '2.2.0';

export async function appCustomer(client: Client, token: string): Promise<AppCustomer> {
  await untilRangesKnown(client);
  type Keys = SdkOptions['directoryKeys'];
  const directoryKeys = bodyOf(await client.call<Keys>('GET', '/sandbox/directory/keys'));
  const binInfo = async (card: string, start: string, end: string): Promise<Json> => {
    const instrument = { type: 'CARD', instrumentNo: card };
    const body = { channel: 'MOBILE', sdkStartProtocol: start, sdkEndProtocol: end, instrument };
    return bodyOf(await client.call('POST', `${base}/binInfo`, { token, body }));
  };
  const customer: AppCustomer = {
    directoryKeys,
    binInfo,
    async sdkFor({ card = cards.challenge, version = LATEST, enc } = {}) {
      const told = await binInfo(card, EARLIEST, version);
      assert.equal(told['protocolVersion'], version);
      return createSdk({
        referenceNumber: REFERENCE,
        directoryKeys,
        messageVersion: version,
        directoryServerId: told['directoryServerId'] as string,
        ...(enc === undefined ? {} : { enc }),
      });
    },
    register(card = cards.challenge) {
      const body = cardRequest({ card, extra: { channel: 'MOBILE' } });
      return client.call('POST', base, { token, body });
    },
    sendSdkData(paymentId, sdk, version = LATEST) {
      const parameters = { ...sdk.authenticationParameters(), messageVersion: version };
      const body = { device: { sdk: parameters } };
      return client.call('PATCH', `${base}/${paymentId}`, { token, body });
    },
    async startChallenge(options = {}) {
      const sdk = await customer.sdkFor(options);
      const paymentId = bodyOf(await customer.register(options.card))['paymentId'] as string;
      const reply = await customer.sendSdkData(paymentId, sdk, options.version);
      const found = await challengeAfter(client, token, reply);
      const acsData = found.acsData as unknown as Json;
      return { paymentId, acsData, sdk, challenge: sdk.beginChallenge(acsData) };
    },
  };
  return customer;
}
