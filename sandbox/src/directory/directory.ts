// The simulated directory servers of the card organizations: they report the enrolled card ranges,
// validate authentication requests independently of the gateway, and forward them to the issuer's
// ACS.

import { isUuid, type Ids } from '@bramka/gateway/core/id.ts';
import type { AReq, Erro } from '@bramka/gateway/threeds/messages/message.ts';
import type { PReq, PRes } from '@bramka/gateway/threeds/ranges/range-message.ts';
import type { SimulatedAcs } from '../acs/acs.ts';
import { BadAppMessage } from '../acs/app/bad-app-message.ts';
import { openDeviceData } from '../acs/app/device-data.ts';
import { publicDirectoryKeys } from '../acs/app/directory-keys.ts';
import type { DirectoryKeys, PublicDirectoryKeys } from '../acs/app/directory-keys.ts';
import { pathOf } from '../acs/test-cards/paths.ts';
import { isTokenNumber, type TokenNetwork } from '../tokens/network.ts';
import { erro, type ErroIds, type ErrorCode } from '../wire/erro.ts';
import { directoryServerIds, type Organization } from '../wire/organization.ts';
import { refusalAnswer } from '../wire/refused.ts';
import type { Answer } from '../wire/unanswered.ts';
import { findFieldError, type FieldError, type Fields } from './check.ts';
import { areqFields, areqKinds, preqFields } from './fields.ts';
import { rangeOf, rangesOf, serialOf, toCardRangeData, type DirectoryRange } from './ranges.ts';

interface DirectoryParts {
  readonly acs: Pick<SimulatedAcs, 'authenticate'>;
  readonly ids: Ids;
  readonly ranges: readonly DirectoryRange[];
  /** Finds the card behind a network token; absent: tokens are unknown. */
  readonly tokens?: Pick<TokenNetwork, 'tokenOf'>;
  readonly keys: () => Promise<DirectoryKeys>;
  /** The public URL of the server, and the path prefix before `/acs` on it. */
  readonly publicUrl: () => string;
  readonly prefix: string;
}

export interface SimulatedDirectory {
  /** The answer to a PReq or AReq, or undefined if it is never answered. */
  handle(organization: Organization, message: unknown): Promise<Answer | undefined>;
  /** The keys that SDKs trust and encrypt to. */
  keys(): Promise<PublicDirectoryKeys>;
}

const versions = ['2.1.0', '2.2.0', '2.3.1'];
const [firstVersion = '', lastVersion = ''] = [versions[0], versions.at(-1)];

/** The message was invalid; carries the answer. */
class RefusedMessage extends Error {
  readonly body: Erro;

  constructor(body: Erro) {
    super(body.errorDescription);
    this.body = body;
  }
}

export function createDirectory(parts: DirectoryParts): SimulatedDirectory {
  return {
    keys: async () => publicDirectoryKeys(await parts.keys()),
    async handle(organization, message) {
      const card = await cardIn(parts, message);
      const broken = brokenAnswer(card);
      if (broken !== undefined) return broken === 'silence' ? undefined : broken;
      try {
        return { status: 200, body: await answer(parts, organization, message, card) };
      } catch (error) {
        if (error instanceof RefusedMessage) return { status: 200, body: error.body };
        throw error;
      }
    },
  };
}

/** Test cards for which the directory server itself fails. */
function brokenAnswer(card: string | undefined): Answer | 'silence' | undefined {
  switch (card === undefined ? undefined : pathOf(card)) {
    case 'DIRECTORY_DOWN':
      return refusalAnswer('PROVIDER_OUT_OF_ORDER');
    case 'DIRECTORY_SILENT':
      return 'silence';
    case 'DIRECTORY_GARBAGE':
      return { status: 200, body: '<html><h1>It works!</h1>' };
    default:
      return undefined;
  }
}

/** The card of an AReq: behind a network token, or the number itself; undefined: unknown token. */
async function cardIn({ tokens }: DirectoryParts, message: unknown): Promise<string | undefined> {
  const { acctNumber } = (message ?? {}) as Fields;
  if (typeof acctNumber !== 'string') return undefined;
  if (!isTokenNumber(acctNumber)) return acctNumber;
  return (await tokens?.tokenOf(acctNumber))?.card;
}

function answer(
  parts: DirectoryParts,
  organization: Organization,
  message: unknown,
  card: string | undefined,
) {
  const fields = typeof message === 'object' && message !== null ? (message as Fields) : {};
  const { messageType, messageVersion } = fields;
  const refuse = refuser(fields);
  if (messageType !== 'PReq' && messageType !== 'AReq') refuse('101', 'messageType');
  if (messageVersion === undefined) refuse('201', 'messageVersion');
  if (!versions.includes(messageVersion as string)) refuse('102', versions.join(','));
  if (messageType === 'PReq') {
    check(fields, findFieldError(fields, preqFields));
    return answerPReq(parts, organization, fields as unknown as PReq);
  }
  check(fields, findFieldError(fields, areqKinds) ?? findFieldError(fields, areqFields));
  return authenticate(parts, organization, fields as unknown as AReq, card);
}

function answerPReq(parts: DirectoryParts, organization: Organization, preq: PReq): PRes {
  const methodUrl = `${parts.publicUrl()}${parts.prefix}/acs/method`;
  const list = rangesOf(parts.ranges, organization).map((range) =>
    toCardRangeData(range, methodUrl),
  );
  const serialNum = serialOf(list);
  const isKnown = preq.serialNum === serialNum;
  // Only one list was ever published here, so an unknown serial number must start over.
  if (preq.serialNum !== undefined && !isKnown) refuser({ ...preq })('307', 'serialNum');
  return {
    messageType: 'PRes',
    messageVersion: preq.messageVersion,
    threeDSServerTransID: preq.threeDSServerTransID,
    dsTransID: parts.ids.next(),
    dsStartProtocolVersion: firstVersion,
    dsEndProtocolVersion: lastVersion,
    serialNum,
    ...(isKnown ? {} : { cardRangeData: list }),
  };
}

async function authenticate(
  parts: DirectoryParts,
  organization: Organization,
  areq: AReq,
  card: string | undefined,
) {
  const dsTransID = parts.ids.next();
  const refuse = refuser({ ...areq }, { dsTransID });
  const range = rangeOf(parts.ranges, organization, areq.acctNumber);
  if (!range || card === undefined) return refuse('305', 'acctNumber');
  const supported = versionsOf(range);
  if (!supported.includes(areq.messageVersion)) refuse('102', supported.join(','));
  if (pathOf(card) === 'ACS_DOWN') refuse('405', 'ACS');
  try {
    if (areq.deviceChannel === '01') {
      const serverId = directoryServerIds[organization];
      await openDeviceData(areq.sdkEncData, await parts.keys(), serverId);
    }
    const ofCard = { ...areq, acctNumber: card };
    const asked = { areq: ofCard, organization: range.organization, dsTransID };
    const answered = await parts.acs.authenticate(asked);
    return answered ?? refuse('203', 'threeDSServerTransID');
  } catch (error) {
    if (error instanceof BadAppMessage) return refuse(error.errorCode, error.detail);
    throw error;
  }
}

function versionsOf({ acsStart, acsEnd, dsStart, dsEnd }: DirectoryRange): string[] {
  return versions.filter(
    (version) => acsStart <= version && version <= acsEnd && dsStart <= version && version <= dsEnd,
  );
}

function check(fields: Fields, complaint: FieldError | undefined): void {
  if (complaint) refuser(fields)(complaint.code, complaint.detail);
}

type Refuse = (code: ErrorCode, detail: string) => never;

/** Echoes only ids of the message that have a valid format. */
function refuser(fields: Fields, ids: ErroIds = {}): Refuse {
  const { messageType: type, messageVersion: version, threeDSServerTransID: serverId } = fields;
  const isId = typeof serverId === 'string' && isUuid(serverId);
  return (code, detail) => {
    throw new RefusedMessage(
      erro(code, detail, {
        component: 'D',
        ...(type === 'PReq' || type === 'AReq' ? { messageType: type } : {}),
        ...(versions.includes(version as string) ? { messageVersion: version as string } : {}),
        ids: { ...(isId ? { threeDSServerTransID: serverId } : {}), ...ids },
      }),
    );
  };
}
