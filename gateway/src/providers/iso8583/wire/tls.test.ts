// Tests of connections with TLS: only to a host whose certificate is that of its name and of a
// known authority.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { createServer, type Server } from 'node:tls';
import { p256 } from '@bramka/test/support/wallets/google/issue-token.ts';
import { makeRoot } from '@bramka/test/support/wallets/trust/make-root.ts';
import { systemClock } from '../../../core/clock.ts';
import { createCodec } from '../codec/codec.ts';
import { createPackager } from '../codec/packager.ts';
import { openHost, type IsoHost } from '../testing/iso-host.ts';
import { openLink } from './link.ts';

const codec = createCodec(createPackager({ version: '1987' }), null);
const key = p256();
const cert = makeRoot(key, { commonName: 'localhost' });
let host: IsoHost;
let server: Server;
before(async () => {
  host = await openHost(codec);
  const pem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
  server = createServer({ key: pem, cert }, (secure) => {
    const plain = connect(host.port, '127.0.0.1');
    secure.pipe(plain).pipe(secure);
    secure.on('error', () => plain.destroy());
    plain.on('error', () => secure.destroy());
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
after(async () => {
  await host.close();
  server.close();
});

const link = (name: string, ca: string) =>
  openLink(
    {
      host: name,
      port: (server.address() as AddressInfo).port,
      tls: { ca },
      codec,
      timeoutMs: 60_000,
      clock: systemClock,
      log: { warn: () => undefined },
    },
    () => undefined,
  );

test('a host with the right certificate is used', async () => {
  const opened = await link('localhost', cert);
  const answer = await opened.request({ type: '0800', fields: new Map([[11, '000001']]) });
  assert.equal(answer.fields.get(39), '00');
  opened.close();
});

test('a certificate of another authority or for another name is refused', async () => {
  const before = host.received.length;
  await assert.rejects(link('localhost', makeRoot(p256(), { commonName: 'localhost' })));
  await assert.rejects(link('127.0.0.1', cert), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  assert.equal(host.received.length, before);
});
