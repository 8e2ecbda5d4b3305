// The simulated directory servers over HTTP: messages to an organization, and the keys for SDKs.

import { Type } from 'typebox';
import { endpoint, type Endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import type { PartyContext } from '../party/party.ts';
import { forAnybody, maybe, text, uuid } from '../party/schemas.ts';
import { erro } from '../wire/erro.ts';
import { organizations, type Organization } from '../wire/organization.ts';
import { providerReply, type Answer } from '../wire/unanswered.ts';
import type { SimulatedDirectory } from './directory.ts';

const id = (description: string) => Type.Optional(uuid(description));

const messageVersion = Type.String({ description: '2.1.0, 2.2.0 or 2.3.1' });

const request = Type.Object({
  messageType: oneOf(
    { PReq: 'Asks for the card ranges.', AReq: 'Asks for an authentication.' },
    'The message; its other fields are beside it.',
  ),
  messageVersion,
  threeDSServerTransID: id('The id at the 3DS server; required'),
  threeDSServerRefNumber: maybe('Reference number of the 3DS server; required'),
  serialNum: maybe('PReq: of the list that is known already'),
});

const organizationMeanings = Object.fromEntries(
  organizations.map((one) => [one.toLowerCase(), `Directory server for ${one} cards.`]),
);

const range = Type.Object({
  startRange: text('First card number of the range.'),
  endRange: text('Last card number of the range.'),
  acsStartProtocolVersion: text('Lowest version of the ACS.'),
  acsEndProtocolVersion: text('Highest version of the ACS.'),
  dsStartProtocolVersion: maybe('Lowest version of the directory server.'),
  dsEndProtocolVersion: maybe('Highest version of the directory server.'),
  threeDSMethodURL: maybe('Where a browser runs the 3DS Method.'),
  acsInfoInd: Type.Optional(
    Type.Array(Type.String(), { description: 'Capabilities of the ACS, by number.' }),
  ),
});

const answer = Type.Object({
  messageType: oneOf(
    { PRes: 'The card ranges.', ARes: 'The result of an AReq.', Erro: 'The message is wrong.' },
    'The answer.',
  ),
  messageVersion,
  threeDSServerTransID: id('As in the request'),
  dsTransID: id('The id at the directory server'),
  dsStartProtocolVersion: maybe('PRes: lowest version of the directory server'),
  dsEndProtocolVersion: maybe('PRes: highest version of the directory server'),
  serialNum: maybe('PRes: names the list'),
  cardRangeData: Type.Optional(
    Type.Array(range, { description: 'PRes: absent when nothing changed since serialNum' }),
  ),
  dsReferenceNumber: maybe('ARes: reference number of the directory server'),
  acsTransID: id('ARes: the id at the ACS'),
  acsReferenceNumber: maybe('ARes: reference number of the ACS'),
  acsOperatorID: maybe('ARes: who runs the ACS'),
  sdkTransID: id('ARes to an app: the id at the SDK'),
  transStatus: maybe('ARes: how the authentication ended, or C or D if it continues'),
  transStatusReason: maybe('ARes: why'),
  eci: maybe('ARes: with Y and A'),
  authenticationValue: maybe('ARes: with Y and A, the proof'),
  acsChallengeMandated: maybe('ARes: whether the challenge is a must'),
  acsURL: maybe('ARes with C in a browser: where the CReq goes'),
  acsSignedContent: maybe('ARes with C in an app: address and key of the ACS, signed'),
  acsDecConInd: maybe('ARes: whether the customer is asked away from the shop'),
  authenticationType: maybe('ARes: how the customer is asked'),
  acsRenderingType: Type.Optional(
    Type.Object(
      {
        acsInterface: text('01: native, 02: HTML.'),
        acsUiTemplate: text('01: text, 02: single select, 03: multi select, 04: out of band.'),
      },
      { description: 'ARes with C in an app: how the question is shown' },
    ),
  ),
  errorCode: maybe('Erro: what is wrong, by its number'),
  errorComponent: maybe('Erro: D, reported by the directory server'),
  errorDescription: maybe('Erro: the code as a sentence'),
  errorDetail: maybe('Erro: names of the fields at fault'),
  errorMessageType: maybe('Erro: the type of the message'),
});

/** A phone's device data alone may have 64,000 characters. */
const MAX_BODY_BYTES = 128 * 1024;

/** The path at which gateways receive authentication results. */
const RESULT_PATH = '/v1/ecommerce/notifications/acs/status';

interface Deps {
  readonly directory: Pick<SimulatedDirectory, 'handle' | 'keys'>;
  readonly mayCall: PartyContext['mayCall'];
}

/**
 * Anyone who can reach the sandbox can send it messages, and the result of a challenge is posted to
 * the URL they name. It must belong to a gateway; otherwise the sandbox could be used to call any
 * server (SSRF).
 */
function refusalOfUrl(message: unknown, mayCall: Deps['mayCall']): Answer | undefined {
  const { messageType, threeDSServerURL: named } = (message ?? {}) as Record<string, unknown>;
  const url = typeof named === 'string' ? URL.parse(named) : null;
  if (messageType !== 'AReq' || url === null || mayCall(url, RESULT_PATH)) return undefined;
  const detail = 'threeDSServerURL is not the address of a gateway that this sandbox serves';
  return { status: 200, body: erro('203', detail, { component: 'D', messageType }) };
}

const message = {
  method: 'POST',
  summary: 'Send a message to the simulated directory server of an organization',
  description:
    'Messages of EMV 3-D Secure 2 with their standard field names: a PReq requests card ranges, ' +
    'an AReq an authentication. A wrong message is answered with an Erro and status 200. Test ' +
    'cards and faults make it answer with status 503, with a page instead of JSON, or not at all.',
  access: 'open',
  simulated: { ownFaults: true, maxBodyBytes: MAX_BODY_BYTES },
  body: request,
  reply: answer,
  refusals: ['ROUTE_NOT_FOUND', 'PROVIDER_OUT_OF_ORDER'],
} as const;

const messageTo = (organization: Organization): HandledEndpoint<Deps> =>
  endpoint(
    { ...message, path: `/${organization.toLowerCase()}` },
    async ({ directory, mayCall }: Deps, call) => {
      const refused = refusalOfUrl(call.body, mayCall);
      return providerReply(call, refused ?? (await directory.handle(organization, call.body)));
    },
  );

const readKeys = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/keys',
    summary: 'Read the keys of the simulated directory servers',
    description:
      'For a 3DS SDK: the root that it trusts, and the key with which it encrypts device data.',
    reply: Type.Object({
      caCertificatePem: text('Root certificate that the SDK trusts.'),
      encryptionJwk: Type.Object(
        {
          kty: text('EC.'),
          crv: text('P-256.'),
          x: text('X coordinate, base64url.'),
          y: text('Y coordinate, base64url.'),
          kid: text('Id of the key.'),
          use: text('enc.'),
          alg: text('ECDH-ES.'),
        },
        { description: 'Public key to which the SDK encrypts device data.' },
      ),
    }),
  },
  ({ directory }: Deps) => directory.keys(),
);

export const directoryEndpoints = [...organizations.map(messageTo), readKeys];

/** The organization is a parameter in the documentation. */
export const documentedEndpoints: readonly Endpoint[] = [
  {
    ...message,
    path: '/{organization}',
    params: Type.Object({
      organization: oneOf(organizationMeanings, 'Card organization of the directory server.'),
    }),
  },
  readKeys,
];
