// Loads a built package in a context that has only web standards, as edge runtimes do: no process,
// no Buffer, no require, no node: modules. Run with --experimental-vm-modules; prints what the
// package did there, as JSON.

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, SourceTextModule } from 'node:vm';

const [entry] = process.argv.slice(2);

const web = {
  AbortController,
  AbortSignal,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  crypto,
  performance,
  setTimeout,
};
const requests = [];
/** Answers like a gateway. */
web.fetch = async (url, init) => {
  requests.push(`${init.method} ${new URL(url).pathname}`);
  if (url.endsWith('/auth')) {
    return Response.json({ access_token: 'token', token_type: 'Bearer', expires_in: 600 });
  }
  if (requests.length === 2) return new Response('<h1>Bad gateway</h1>', { status: 502 });
  return Response.json({ paymentId: 'p-1', status: 'NEW', channel: 'PAYWALL' });
};
const context = createContext({ ...web });

const modules = new Map();
function load(file) {
  const known = modules.get(file);
  if (known) return known;
  const made = new SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file });
  modules.set(file, made);
  return made;
}

const program = new SourceTextModule(
  `import { createClient, signNotification, verifyNotification } from './client.js';
  const client = createClient({
    baseUrl: 'https://pay.example',
    credentials: { merchantId: '10000001', secret: 'secret' },
  });
  const body = { order: { amount: '19.99', currency: 'PLN' } };
  const payment = await client.payments.create(body);
  const secrets = 'notification-secret';
  const signed = await signNotification({ message: { event: 'TEST', status: 'TEST' }, secrets });
  const bytes = new TextEncoder().encode(signed.body);
  const headers = new Headers(signed.headers);
  const verified = await verifyNotification({ body: bytes, headers, secrets });
  const forged = await verifyNotification({ ...signed, secrets: 'other' });
  export const result = {
    globals: [typeof process, typeof Buffer, typeof require],
    payment,
    verified: verified.ok,
    forged: forged.error.code,
  };`,
  { context, identifier: join(dirname(entry), 'program.js') },
);
await program.link((specifier, from) => load(join(dirname(from.identifier), specifier)));
await program.evaluate();
console.log(JSON.stringify({ ...program.namespace.result, requests }));
