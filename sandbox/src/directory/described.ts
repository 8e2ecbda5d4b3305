// Documentation of the routes in directory/server.ts.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { organizations } from '../wire/organization.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));
const uuid = (description: string) => Type.Optional(Type.String({ format: 'uuid', description }));

const messageVersion = Type.String({ description: '2.1.0, 2.2.0 or 2.3.1' });

const request = Type.Object({
  messageType: oneOf(
    { PReq: 'Asks for the card ranges.', AReq: 'Asks for an authentication.' },
    'The message; its other fields are beside it.',
  ),
  messageVersion,
  threeDSServerTransID: uuid('The id at the 3DS server; required'),
  threeDSServerRefNumber: text('Reference number of the 3DS server; required'),
  serialNum: text('PReq: of the list that is known already'),
});

const organizationMeanings = Object.fromEntries(
  organizations.map((one) => [one.toLowerCase(), `Directory server for ${one} cards.`]),
);

const told = (description: string) => Type.String({ description });

const range = Type.Object({
  startRange: told('First card number of the range.'),
  endRange: told('Last card number of the range.'),
  acsStartProtocolVersion: told('Lowest version of the ACS.'),
  acsEndProtocolVersion: told('Highest version of the ACS.'),
  dsStartProtocolVersion: Type.Optional(told('Lowest version of the directory server.')),
  dsEndProtocolVersion: Type.Optional(told('Highest version of the directory server.')),
  threeDSMethodURL: Type.Optional(told('Where a browser runs the 3DS Method.')),
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
  threeDSServerTransID: uuid('As in the request'),
  dsTransID: uuid('The id at the directory server'),
  dsStartProtocolVersion: text('PRes: lowest version of the directory server'),
  dsEndProtocolVersion: text('PRes: highest version of the directory server'),
  serialNum: text('PRes: names the list'),
  cardRangeData: Type.Optional(
    Type.Array(range, { description: 'PRes: absent when nothing changed since serialNum' }),
  ),
  dsReferenceNumber: text('ARes: reference number of the directory server'),
  acsTransID: uuid('ARes: the id at the ACS'),
  acsReferenceNumber: text('ARes: reference number of the ACS'),
  acsOperatorID: text('ARes: who runs the ACS'),
  sdkTransID: uuid('ARes to an app: the id at the SDK'),
  transStatus: text('ARes: how the authentication ended, or C or D if it continues'),
  transStatusReason: text('ARes: why'),
  eci: text('ARes: with Y and A'),
  authenticationValue: text('ARes: with Y and A, the proof'),
  acsChallengeMandated: text('ARes: whether the challenge is a must'),
  acsURL: text('ARes with C in a browser: where the CReq goes'),
  acsSignedContent: text('ARes with C in an app: address and key of the ACS, signed'),
  acsDecConInd: text('ARes: whether the customer is asked away from the shop'),
  authenticationType: text('ARes: how the customer is asked'),
  acsRenderingType: Type.Optional(
    Type.Object(
      {
        acsInterface: told('01: native, 02: HTML.'),
        acsUiTemplate: told('01: text, 02: single select, 03: multi select, 04: out of band.'),
      },
      { description: 'ARes with C in an app: how the question is shown' },
    ),
  ),
  errorCode: text('Erro: what is wrong, by its number'),
  errorComponent: text('Erro: D, reported by the directory server'),
  errorDescription: text('Erro: the code as a sentence'),
  errorDetail: text('Erro: names of the fields at fault'),
  errorMessageType: text('Erro: the type of the message'),
});

const servedElsewhere = (): never => defect('this route is served by directory/server.ts');

export function directoryDescription(prefix: string): Route[] {
  const send = endpoint({
    summary: 'Send a message to the simulated directory server of an organization',
    description:
      'Messages of EMV 3-D Secure 2 with their standard field names: a PReq requests card ' +
      'ranges, an AReq an authentication. A wrong message is answered with an Erro and status ' +
      '200. Test cards and faults make it answer with status 503, with a page instead of JSON, ' +
      'or not at all.',
    access: 'open',
    neighbour: { ownFaults: true },
    params: Type.Object({
      organization: oneOf(organizationMeanings, 'Card organization of the directory server.'),
    }),
    body: request,
    reply: answer,
    refusals: ['ROUTE_NOT_FOUND', 'PROVIDER_OUT_OF_ORDER'],
    answer: servedElsewhere,
  });
  const keys = endpoint({
    summary: 'Read the keys of the simulated directory servers',
    description:
      'For a 3DS SDK: the root that it trusts, and the key with which it encrypts device data.',
    access: 'open',
    neighbour: {},
    reply: Type.Object({
      caCertificatePem: told('Root certificate that the SDK trusts.'),
      encryptionJwk: Type.Object(
        {
          kty: told('EC.'),
          crv: told('P-256.'),
          x: told('X coordinate, base64url.'),
          y: told('Y coordinate, base64url.'),
          kid: told('Id of the key.'),
          use: told('enc.'),
          alg: told('ECDH-ES.'),
        },
        { description: 'Public key to which the SDK encrypts device data.' },
      ),
    }),
    answer: servedElsewhere,
  });
  return [route('POST', `${prefix}/{organization}`, send), route('GET', `${prefix}/keys`, keys)];
}
