// The payment page as routes of a Fastify server: the page behind a link, its forms, and its files.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { writeAmounts } from '../page/format/written-amounts.ts';
import { likelyMethods } from '../page/likely-methods.ts';
import { untouched, type Language, type Local, type PageState } from '../page/state.ts';
import type { MerchantApi } from './api.ts';
import { addAssets, encodingFor, encodingHeaders, pack } from './assets.ts';
import { openBuilds, type Builds, type SharedBuilds } from './builds.ts';
import { chooseLanguage } from './choose-language.ts';
import { closedPages, type ClosedPages } from './closed-page.ts';
import { isForm } from '../page/view-of.ts';
import { pageHtml } from './document.ts';
import { framingOrigins, securityHeaders } from './policy/headers.ts';
import { addReturnedPage } from './returned-page.ts';
import { loadPage, type LinkResult, type OpenedLink } from './load.ts';
import { loadPreview } from './preview.ts';
import { stylesOf } from './policy/styles.ts';
import { submit } from './submit.ts';
import { sourcesOf } from './policy/method-sources.ts';

interface PaywallOptions {
  readonly api: MerchantApi;
  /** The time of the gateway, for the countdown. */
  readonly now: () => number;
  readonly isSandbox: boolean;
  readonly builds: SharedBuilds;
}

interface Parts extends Omit<PaywallOptions, 'builds'> {
  readonly builds: Builds;
  readonly closed: ClosedPages;
}

const BASE = '/pay';
const FORM_BYTES = 16 * 1024;

/** Headers of every answer, also of files and refusals, unless a route sets others. */
const everywhere = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function addPaywall(app: FastifyInstance, options: PaywallOptions): void {
  const builds = openBuilds(options.builds);
  const parts: Parts = { ...options, builds, closed: closedPages(BASE, options.isSandbox) };
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(everywhere));
    acceptForms(scope);
    keepAtStart(scope, builds);
    addAssets(scope, BASE, builds.file);
    addReturnedPage(scope, BASE);
    const url = `${BASE}/:merchantId/:paymentId/:key`;
    scope.get(url, (request, reply) => answerVisit(parts, request, reply));
    // A key is longer than a named parameter may be.
    scope.get(`${BASE}/preview/*`, (request, reply) => answerPreview(parts, request, reply));
    // A link that is incomplete or mistyped.
    scope.get(`${BASE}/*`, (request, reply) =>
      sendPage(parts, request, reply, { kind: 'gone' }, untouched),
    );
    scope.post(url, (request, reply) => answerForm(parts, request, reply));
  });
}

/** A gateway keeps its scripts even if other processes show the page: they ask it for them. */
function keepAtStart(app: FastifyInstance, builds: Builds): void {
  let keeping: Promise<unknown> = Promise.resolve();
  app.addHook('onListen', async () => {
    // Why the page cannot be built is in the log of the start.
    keeping = builds.page().catch(() => undefined);
  });
  app.addHook('onClose', async () => void (await keeping));
}

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, text, done) => done(null, new URLSearchParams(String(text))),
  );
}

async function answerVisit(options: Parts, request: FastifyRequest, reply: FastifyReply) {
  const result = await loadPage(options.api, visitOf(request));
  const { stay } = request.query as { readonly stay?: string };
  const local = stay === undefined ? untouched : { ...untouched, extra: { stay: 'yes' } };
  return sendPage(options, request, reply, result, local);
}

async function answerPreview(options: Parts, request: FastifyRequest, reply: FastifyReply) {
  const { '*': preview } = request.params as { readonly '*': string };
  const result = await loadPreview(options.api, preview, request.ip, options.now());
  return sendPage(options, request, reply, result, untouched);
}

async function answerForm(options: Parts, request: FastifyRequest, reply: FastifyReply) {
  const opened = await loadPage(options.api, visitOf(request));
  if (opened.kind !== 'open') return sendPage(options, request, reply, opened, untouched);
  const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const { headers } = request;
  const local = await submit(options.api, {
    form: (name) => fields.get(name) ?? '',
    opened,
    address: request.ip,
    browser: {
      userAgent: headers['user-agent'] ?? '',
      accept: headers.accept ?? '*/*',
      language: (headers['accept-language'] ?? 'en').split(/[,;]/)[0] ?? 'en',
    },
    nowMs: options.now(),
  });
  if (local && local.notice === null) return sendPage(options, request, reply, opened, local);
  if (local) {
    // Without an answer the request may have arrived: only the payment shows it.
    const now = await loadPage(options.api, visitOf(request));
    const isStillForm = now.kind !== 'open' || isForm(now.facts.payment);
    if (isStillForm) return sendPage(options, request, reply, now, local);
  }
  // A reload of the next page does not send the form again.
  return reply.code(303).header('location', request.url).send();
}

function visitOf(request: FastifyRequest): { link: string; address: string } {
  const { merchantId, paymentId, key } = request.params as Record<string, string>;
  return { link: [merchantId, paymentId, key].join('/'), address: request.ip };
}

async function sendPage(
  options: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  result: LinkResult,
  local: Local,
): Promise<FastifyReply> {
  const { lang } = request.query as { readonly lang?: string };
  const shopLanguage = result.kind === 'open' ? result.language : null;
  const language = chooseLanguage(lang, shopLanguage, request.headers['accept-language']);
  const encoding = encodingFor(request);
  const isOpen = result.kind === 'open';
  const page = isOpen
    ? await openPage(options, result, stateOf(options, request, result, language, local), request)
    : await options.closed(result.kind, language, encoding);
  const status = isOpen && local.errors.length > 0 ? 422 : statuses[result.kind];
  return reply
    .code(status)
    .headers(page.headers)
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .headers(encodingHeaders(encoding))
    .send(page.bytes);
}

const statuses = { open: 200, gone: 404, unavailable: 503 };

async function openPage(
  { builds }: Parts,
  opened: OpenedLink,
  state: PageState,
  request: FastifyRequest,
) {
  const { isSandbox } = state;
  const ownOrigin = `${request.protocol}://${request.host}`;
  const sources = sourcesOf(opened.facts, isSandbox, ownOrigin);
  const frameOrigins = framingOrigins(opened);
  const page = await builds.page();
  const styles = stylesOf(page, opened.facts.look.color);
  // Older browsers do not send it; there the script finds out.
  const isFramed = request.headers['sec-fetch-dest'] === 'iframe';
  return {
    headers: securityHeaders({ frameOrigins, isSandbox, sources, styles }),
    bytes: pack(pageHtml(state, page, BASE, styles, isFramed), encodingFor(request)),
  };
}

function stateOf(
  { now, isSandbox }: Parts,
  request: FastifyRequest,
  { facts, frameOrigins }: OpenedLink,
  language: Language,
  local: Local,
): PageState {
  return {
    language,
    link: visitOf(request).link,
    facts,
    written: writeAmounts(facts, language),
    isUnavailable: false,
    wayBack: null,
    nowMs: now(),
    frameOrigins,
    seen: { ip: request.ip, accept: request.headers.accept ?? '*/*' },
    fillId: randomBytes(16).toString('base64url'),
    hasScript: false,
    expressSlots: likelyMethods(facts, isSandbox, request.headers['user-agent'] ?? '').length,
    isSandbox,
    isPreview: facts.path === '',
    local,
  };
}
