// The simulated wallets over HTTP: tokens as a phone would issue them, the developer portal, and
// what a gateway in another process needs to know and to register.

import { createPublicKey, type KeyObject } from 'node:crypto';
import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import { readBodies } from '../../wire/bodies.ts';
import { JSON_TYPE, jsonText } from '../../wire/json-text.ts';
import { issueToken, type IssueParts } from '../tokens/issue.ts';
import { GATEWAY } from '../tokens/recipients.ts';
import { MERCHANT_NAME, readTokenRequest } from '../tokens/request.ts';
import {
  algorithmOf,
  certificateKinds,
  issueCertificate,
  type CertificateOrder,
  type PortalParts,
} from '../trust/portal.ts';
import { appleRootPem, googleRootsJson } from '../trust/wallet-keys.ts';

export interface WalletRoutesParts {
  readonly portal: PortalParts;
  readonly issue: IssueParts;
}

export function walletRoutes({ portal, issue }: WalletRoutesParts): FastifyPluginCallback {
  return (app, _options, done) => {
    readBodies(app);
    app.post('/tokens', async (request, reply) =>
      show(reply, await issueToken(issue, readTokenRequest(request.body, issue.clock))),
    );
    app.post('/certificates', async (request, reply) => {
      const certificate = await issueCertificate(portal, readOrder(request.body));
      if (certificate === undefined) throw invalid('csr', CSR_RULE);
      return show(reply, { certificate });
    });
    app.post('/google/keys', async (request, reply) => {
      const publicKey = readKey(request.body).export({ type: 'spki', format: 'der' });
      await portal.recipients.save({
        kind: 'GPAY_ENCRYPTION',
        name: GATEWAY,
        algorithm: 'EC',
        publicKey,
        certificate: null,
        registeredAt: portal.clock.now(),
      });
      return show(reply, { gatewayId: GATEWAY });
    });
    app.get('/roots/apple.pem', async (_request, reply) =>
      reply.type('application/x-pem-file').send(appleRootPem(await portal.keys())),
    );
    app.get('/roots/google.json', async (_request, reply) =>
      show(reply, googleRootsJson(await portal.keys())),
    );
    done();
  };
}

const CSR_RULE =
  'must be a certificate request (PKCS#10) in PEM, signed with its own key on P-256 or RSA of ' +
  '2048 to 4096 bits';

function readOrder(body: unknown): CertificateOrder {
  const { csr, kind, name } = (body ?? {}) as Record<string, unknown>;
  const known = certificateKinds.find((one) => one === kind);
  if (known === undefined) {
    throw invalid('kind', `must be one of ${certificateKinds.join(', ')}`);
  }
  if (typeof name !== 'string' || !MERCHANT_NAME.test(name)) {
    throw invalid('name', 'must be a merchant identifier such as merchant.com.shop');
  }
  if (typeof csr !== 'string') throw invalid('csr', CSR_RULE);
  return { csr, kind: known, name };
}

function readKey(body: unknown): KeyObject {
  const { publicKey } = (body ?? {}) as { publicKey?: unknown };
  const key = typeof publicKey === 'string' ? parseKey(publicKey) : undefined;
  if (key && algorithmOf(key) === 'EC') return key;
  throw invalid('publicKey', 'must be a public key on P-256: base64 of SubjectPublicKeyInfo');
}

function parseKey(text: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' });
  } catch {
    return undefined;
  }
}

function show(reply: FastifyReply, view: unknown): FastifyReply {
  return reply.type(JSON_TYPE).send(jsonText(view));
}
