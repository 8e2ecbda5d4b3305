// Pages of the development server load themselves again after a change. Only pages whose policy
// allows scripts and calls of the own origin get the script, so no policy is changed.

import { readFileSync } from 'node:fs';
import type { AddPages } from '@bramka/gateway/http/pages/page-host.ts';

const script = readFileSync(new URL('browser/reload.js', import.meta.url), 'utf8');
const config = { isExempt: true };

/** `version` changes with everything that a page is made from. */
export function liveReload(version: () => string): AddPages {
  return (app) => {
    app.get('/dev/reload.js', { config }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    );
    app.get('/dev/version', { config }, (_request, reply) =>
      reply.type('text/plain').header('cache-control', 'no-store').send(version()),
    );
    // Compressed pages cannot be changed.
    app.addHook('onRequest', async ({ headers }) => void delete headers['accept-encoding']);
    app.addHook('onSend', async (request, reply, payload) => {
      const policy = String(reply.getHeader('content-security-policy') ?? '');
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
      // A page that answers a form cannot be loaded again without sending the form again.
      if (!isPage || request.method !== 'GET' || !allowsOwnScripts(policy)) return payload;
      const tag = `<script src="/dev/reload.js" data-version="${version()}"></script>`;
      return String(payload).replace('</body>', `${tag}</body>`);
    });
  };
}

function allowsOwnScripts(policy: string): boolean {
  return /script-src 'self'/.test(policy) && /connect-src 'self'/.test(policy);
}
