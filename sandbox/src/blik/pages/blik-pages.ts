// The phone of the simulated BLIK operator for a person with a browser, as a plugin mounted under
// <prefix>/blik. Plain forms; every change is followed by a redirect. All errors are HTML pages.

import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal } from '@bramka/gateway/http/reply.ts';
import { readForm, type Form } from '../../acs/pages/form.ts';
import { selectLanguage } from '../../acs/pages/language.ts';
import type { TextName } from '../../acs/pages/texts/en.ts';
import { redirect, refuse, send } from '../../acs/pages/visit.ts';
import { aliasView, codeView, pushView } from '../http/views.ts';
import type { Phones } from '../phone/phone.ts';
import { phoneOf, type Phone } from '../phone/phones.ts';
import { digestOf, phonePage, pickPage, watchPage, type PhoneState } from './views.ts';

const BODY_LIMIT = 64 * 1024;

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly speech: ReturnType<typeof selectLanguage>;
}

function visitOf(request: FastifyRequest, reply: FastifyReply): Visit {
  return { request, reply, speech: selectLanguage(request.headers['accept-language']) };
}

export function blikPages(all: Phones, prefix: () => string): FastifyPluginCallback {
  const base = (): string => `${prefix()}/blik`;
  return (app, _options, done) => {
    readForms(app);
    app.setErrorHandler((error, request, reply) => fail(error, visitOf(request, reply)));
    app.get('', (request, reply) => {
      const visit = visitOf(request, reply);
      return send(visit, pickPage(visit.speech, base()));
    });
    app.get('/phone/:phone', (request, reply) =>
      atPhone(visitOf(request, reply), async (visit, phone) =>
        send(visit, phonePage(visit.speech, phone, await stateOf(all, phone), base())),
      ),
    );
    app.get('/phone/:phone/watch/:digest', (request, reply) =>
      atPhone(visitOf(request, reply), async (visit, phone) => {
        const { digest } = request.params as { digest: string };
        const isSame = decodeURIComponent(digestOf(await stateOf(all, phone))) === digest;
        return send(visit, watchPage(isSame, `${base()}/phone/${phone.key}`));
      }),
    );
    app.post('/phone/:phone/act', (request, reply) =>
      atPhone(visitOf(request, reply), async (visit, phone) => {
        const form = (request.body ?? new Map()) as Form;
        if (!(await act(all, phone, form))) return refuse(visit, 400, 'badAction');
        return redirect(visit, `${base()}/phone/${phone.key}`);
      }),
    );
    done();
  };
}

async function atPhone(
  visit: Visit,
  work: (visit: Visit, phone: Phone) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { phone: key } = visit.request.params as { phone: string };
  const phone = phoneOf(key);
  return phone ? work(visit, phone) : refuse(visit, 404, 'noPage');
}

async function stateOf(all: Phones, { key }: Phone): Promise<PhoneState> {
  const [code, pushes, aliases] = await Promise.all([
    all.currentCode(key),
    all.pushes(key),
    all.saved(key),
  ]);
  return {
    code: code ? codeView(code) : null,
    pushes: pushes.map(pushView),
    aliases: aliases.map(aliasView),
  };
}

/** False if the form asks for nothing that the phone can do; what has ended meanwhile is fine. */
async function act(all: Phones, { key }: Phone, form: Form): Promise<boolean> {
  const push = form.get('push') ?? '';
  switch (form.get('do')) {
    case 'code':
      await all.issueCode(key);
      return true;
    case 'cancel':
      await all.cancelCode(key);
      return true;
    case 'accept':
    case 'save':
      await all.answerPush(push, { accepts: true, saves: form.get('do') === 'save' });
      return true;
    case 'refuse':
      await all.answerPush(push, { accepts: false, saves: false });
      return true;
    case 'remove':
      await all.unregister(form.get('alias') ?? '');
      return true;
    default:
      return false;
  }
}

function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => {
      try {
        done(null, readForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

const reasons: Readonly<Record<number, TextName>> = {
  400: 'badForm',
  404: 'noPage',
  413: 'tooLarge',
  415: 'wrongType',
  429: 'busy',
  503: 'busy',
};

function fail(error: unknown, visit: Visit): FastifyReply {
  const refusal = asRefusal(error);
  const status = refusal?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
  const reason = reasons[status];
  if (reason === undefined) visit.request.log.error({ err: error }, 'defect');
  return refuse(visit, reason === undefined ? 500 : status, reason ?? 'broken');
}
