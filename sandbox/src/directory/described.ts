// The routes of directory/server.ts for the documentation of the process that serves them.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import { organizations } from './ranges.ts';

const message = (types: readonly string[]) =>
  Type.Object({
    messageType: oneOf(types),
    messageVersion: Type.String({ description: '2.1.0, 2.2.0 or 2.3.1' }),
    threeDSServerTransID: Type.Optional(Type.String({ format: 'uuid' })),
  });

const servedElsewhere = (): never => defect('this route is served by directory/server.ts');

export function directoryDescription(prefix: string): Route[] {
  const send = endpoint({
    summary: 'Send a message to the simulated directory server of an organization',
    description:
      'Messages of EMV 3-D Secure 2 under their own names: a PReq asks for card ranges, an AReq ' +
      'for an authentication. What is wrong with one is answered with an Erro, status 200.',
    access: 'open',
    params: Type.Object({
      organization: oneOf(organizations.map((one) => one.toLowerCase())),
    }),
    body: message(['PReq', 'AReq']),
    reply: message(['PRes', 'ARes', 'Erro']),
    answer: servedElsewhere,
  });
  const keys = endpoint({
    summary: 'Read the keys of the simulated directory servers',
    description: 'For a 3DS SDK: the root it trusts, and the key to which it encrypts device data.',
    access: 'open',
    reply: Type.Object({
      caCertificatePem: Type.String(),
      encryptionJwk: Type.Object({
        kty: Type.String(),
        crv: Type.String(),
        x: Type.String(),
        y: Type.String(),
        kid: Type.String(),
        use: Type.String(),
        alg: Type.String(),
      }),
    }),
    answer: servedElsewhere,
  });
  return [route('POST', `${prefix}/{organization}`, send), route('GET', `${prefix}/keys`, keys)];
}
