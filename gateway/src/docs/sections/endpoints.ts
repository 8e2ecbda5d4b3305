// The endpoints on the docs page: purpose, who may call it, a command, fields, answers, and errors
// in the order they are checked.

import { refusals } from '../../core/refusals.ts';
import { mediaTypes } from '../../http/endpoint.ts';
import { curlFor, formCurlFor, type Reader } from '../content/curl.ts';
import { accessSentence, type Group, type ApiOperation } from '../content/document.ts';
import { fieldOf } from '../content/fields.ts';
import { html, type Html } from '../../http/pages/html.ts';
import {
  block,
  command,
  commaList,
  errorLink,
  fieldList,
  folded,
  name,
  row,
  schemaFields,
  table,
} from './pieces.ts';
import { samplesOf, type Sample } from '../content/samples.ts';

export function groupSection(group: Group, reader: Reader): Html {
  return html`<section id="group-${group.name}">
    <h2>${group.title}</h2>
    ${group.operations.map((operation) => article(operation, reader))}
  </section>`;
}

function article(operation: ApiOperation, reader: Reader): Html {
  const { id, method, path, summary, description, body, reply } = operation;
  const label = `${method} ${path}`;
  return html`<article id="${id}">
    <h3>${summary}</h3>
    <p class="address">
      <code class="verb ${method.toLowerCase()}">${method}</code>${pathName(path)}
    </p>
    ${description === undefined ? undefined : html`<p>${description}</p>`} ${facts(operation)}
    ${command(curlFor(operation, reader), `Command for ${label}`)}
    ${formCommand(operation, reader, label)} ${parameters(operation, label)}
    ${body ? schemaFields(bodyTitle(body.required), body.schema, label) : undefined}
    <h4>Answer</h4>
    ${answers(operation, label)} ${schemaFields('Fields of the answer', reply.schema, label)}
    ${errors(operation, label)}
  </article>`;
}

/** A second command with a form, unless the first one sends a form already. */
function formCommand(operation: ApiOperation, reader: Reader, label: string): Html | undefined {
  const form = formCurlFor(operation, reader);
  if (form === undefined || form === curlFor(operation, reader)) return undefined;
  return html`<p>As a form:</p>
    ${command(form, `Command with a form for ${label}`)}`;
}

function answers(operation: ApiOperation, label: string): Html {
  const { mediaType, schema } = operation.reply;
  const samples = samplesOf(operation);
  if (samples.length === 0) {
    return html`<p>As <code>${mediaType}</code>: ${schema.description}</p>`;
  }
  const others = samples.filter(({ isUsual }) => !isUsual);
  const shown = html`${others.map((sample) => otherCase(sample, label))}`;
  return html`${samples
    .filter(({ isUsual }) => isUsual)
    .map(({ answer, title }) => block(answer, `${title} of ${label}`))}
  ${others.length === 0 ? undefined : folded(`Other cases (${others.length})`, shown)}`;
}

function otherCase({ title, request, answer }: Sample, label: string): Html {
  const sent = (text: string) =>
    html`<p>Request:</p>
      ${block(text, `Request of ${label}: ${title}`)}
      <p>Answer:</p>`;
  return html`<h5>${title}</h5>
    ${request === undefined ? undefined : sent(request)} ${block(answer, `${title}: ${label}`)}`;
}

function bodyTitle(required: boolean): string {
  return required ? 'Fields of the body' : 'Fields of the body, which is optional';
}

function pathName(path: string): Html {
  const steps = path.split(/(?<=\/)/).map((step) => html`${step}<wbr />`);
  return html`<code>${steps}</code>`;
}

function facts(operation: ApiOperation): Html {
  const { body, browserReply, isLookup } = operation;
  const states = operation.states?.map(
    (state) => html`<a href="#state-${state}">${name(state)}</a>`,
  );
  const types = body?.mediaTypes.map((type) => html`<code>${type}</code>`) ?? [];
  const isPlain = types.length === 0 || body?.mediaTypes.join() === mediaTypes.json;
  const lookup = html`Counts as a card lookup, see <a href="#limits">Limits</a>.`;
  return html`<dl class="facts">
    ${fact('Who', accessSentence(operation))} ${states && fact('States', commaList(states))}
    ${isPlain ? undefined : fact('Sent as', commaList(types))}
    ${browserReply === undefined ? undefined : fact('Browsers', browserReply)}
    ${isLookup ? fact('Limit', lookup) : undefined}
  </dl>`;
}

function fact(title: string, text: Html | string): Html {
  return html`<dt>${title}</dt>
    <dd>${text}</dd>`;
}

const places = { path: 'In the path', query: 'In the query', header: 'Header' };

function parameters(operation: ApiOperation, label: string): Html | undefined {
  const fields = operation.parameters.map((parameter) => {
    const { schema, required } = parameter;
    const words = [places[parameter.in], parameter.description ?? schema.description];
    const description = words.filter((word) => word !== undefined).join('. ');
    return fieldOf(parameter.name, { ...schema, description }, required);
  });
  return fieldList('Parameters', fields, label);
}

function errors(operation: ApiOperation, label: string): Html {
  const rows = operation.refusals.map((code) => {
    const [status, sentence] = refusals[code];
    return row(html`${status}`, errorLink(code), sentence);
  });
  const title = `Errors, in the order they are checked (${rows.length})`;
  const always = html`<p class="muted">
    At any time: ${name('STORAGE_UNAVAILABLE')} and ${name('INTERNAL_ERROR')}.
  </p>`;
  const list = table(['Status', 'Code', 'Meaning'], rows, `Errors of ${label}`);
  return folded(title, html`${list}${always}`);
}
