// `bramka listen` against a gateway that refuses the stream: what passes by itself is waited for,
// anything else ends the command.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLoopback } from '@bramka/test/support/loopback-server.ts';
import { runCommand } from '../program.ts';

/** Listens until the command ends, or says that it connects again. */
async function listen(status: number, code: string) {
  const server = await openLoopback();
  server.behave = ({ url }, response) => {
    const isAuth = url?.endsWith('/auth') === true;
    const token = { access_token: 'token', token_type: 'Bearer', expires_in: 600 };
    const refusal = { code, message: 'It is so.', details: [], traceId: 't' };
    response.writeHead(isAuth ? 200 : status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAuth ? token : refusal));
  };
  const stop = new AbortController();
  let errors = '';
  const exitCode = await runCommand(['listen', '--mid', '1', '--secret', 's'], {
    env: { BRAMKA_URL: server.url },
    print: () => undefined,
    printError(text) {
      errors += text;
      if (errors.includes('Connecting again')) stop.abort();
    },
    stopSignal: () => stop.signal,
  });
  server.close();
  return { exitCode, errors };
}

for (const [status, code] of [
  [429, 'TOO_MANY_REQUESTS'],
  [500, 'INTERNAL_ERROR'],
  [503, 'OVERLOADED'],
] as const) {
  test(`connects again after ${status} ${code}`, async () => {
    const { exitCode, errors } = await listen(status, code);
    assert.match(errors, /^bramka: It is so\.[^\n]* Connecting again in 1 s\.\n$/);
    assert.equal(exitCode, 0);
  });
}

for (const [status, code] of [
  [400, 'INVALID_REQUEST'],
  [403, 'FORBIDDEN'],
] as const) {
  test(`ends after ${status} ${code}`, async () => {
    const { exitCode, errors } = await listen(status, code);
    assert.match(errors, new RegExp(`^bramka: It is so\\.[^\\n]*${code}\\)\\n$`));
    assert.equal(exitCode, 1);
  });
}
