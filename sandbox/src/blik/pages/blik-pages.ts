// The phone of the simulated BLIK operator for a person with a browser, as a plugin mounted under
// <prefix>/blik. Plain forms; every change is followed by a redirect. All errors are HTML pages.

import type { FastifyPluginCallback, FastifyReply } from 'fastify';
import type { Form } from '../../pages/form.ts';
import { servePages } from '../../pages/page-server.ts';
import { pageVisitOf, redirect, refuse, send, type PageVisit } from '../../pages/visit.ts';
import { aliasView, codeView, pushView } from '../http/views.ts';
import type { Phones } from '../phone/phone.ts';
import { phoneOf, type Phone } from '../phone/phones.ts';
import { digestOf, phonePage, pickPage, watchPage, type PhoneState } from './views.ts';

export function blikPages(all: Phones, prefix: () => string): FastifyPluginCallback {
  const base = (): string => `${prefix()}/blik`;
  return (app, _options, done) => {
    servePages(app);
    app.get('', (request, reply) => {
      const visit = pageVisitOf(request, reply);
      return send(visit, pickPage(visit.speech, base()));
    });
    app.get('/phone/:phone', (request, reply) =>
      atPhone(pageVisitOf(request, reply), async (visit, phone) =>
        send(visit, phonePage(visit.speech, phone, await stateOf(all, phone), base())),
      ),
    );
    app.get('/phone/:phone/watch/:digest', (request, reply) =>
      atPhone(pageVisitOf(request, reply), async (visit, phone) => {
        const { digest } = request.params as { digest: string };
        const isSame = digestOf(await stateOf(all, phone)) === digest;
        return send(visit, watchPage(isSame, `${base()}/phone/${phone.key}`));
      }),
    );
    app.post('/phone/:phone/act', (request, reply) =>
      atPhone(pageVisitOf(request, reply), async (visit, phone) => {
        const form = (request.body ?? new Map()) as Form;
        if (!(await act(all, phone, form))) return refuse(visit, 400, 'badAction');
        return redirect(visit, `${base()}/phone/${phone.key}`);
      }),
    );
    done();
  };
}

async function atPhone(
  visit: PageVisit,
  work: (visit: PageVisit, phone: Phone) => Promise<FastifyReply>,
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
