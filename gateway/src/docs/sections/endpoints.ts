// The page of an endpoint: purpose, who may call it, a command, fields, answers, and errors
// in the order they are checked.

import { refusals } from '../../core/refusals.ts';
import { mediaTypes } from '../../http/endpoint.ts';
import { curlFor, formCurlFor, type Reader } from '../content/curl.ts';
import { accessSentence, type ApiOperation } from '../content/operations.ts';
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
  type Fold,
} from './pieces.ts';
import { samplesOf, type Sample } from '../content/samples.ts';

export function endpointPath({ id }: ApiOperation): string {
  return `/docs/reference/endpoints/${id}`;
}

/** The list of the endpoints of a group. */
export function groupSection(name: string, operations: readonly ApiOperation[]): Html {
  const rows = operations.map((one) =>
    row(html`<a href="${endpointPath(one)}">${one.summary}</a>`, address(one)),
  );
  return html`<section id="group-${name}">
    ${table(['Endpoint', 'Address'], rows, 'Endpoints')}
  </section>`;
}

export function endpointArticle(operation: ApiOperation, reader: Reader): Html {
  const { id, method, path, description, body, reply } = operation;
  const label = `${method} ${path}`;
  return html`<article id="${id}">
    <p class="address">${address(operation)}</p>
    ${description === undefined ? undefined : html`<p>${description}</p>`} ${facts(operation)}
    ${command(curlFor(operation, reader), `Command for ${label}`)}
    ${formCommand(operation, reader, label)} ${parameters(operation, label)}
    ${body ? schemaFields(bodyFold(body.required), body.schema, label) : undefined}
    <h2>Answer</h2>
    ${answers(operation, label)} ${schemaFields(answerFold, reply.schema, label)}
    ${errors(operation, label)}
  </article>`;
}

function formCommand(operation: ApiOperation, reader: Reader, label: string): Html | undefined {
  const form = formCurlFor(operation, reader);
  if (form === undefined) return undefined;
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
  ${others.length === 0 ? undefined : folded(casesFold(others.length), shown)}`;
}

function otherCase({ title, request, answer }: Sample, label: string): Html {
  const sent = (text: string) =>
    html`<p>Request:</p>
      ${block(text, `Request of ${label}: ${title}`)}
      <p>Answer:</p>`;
  return html`<h3>${title}</h3>
    ${request === undefined ? undefined : sent(request)} ${block(answer, `${title}: ${label}`)}`;
}

function bodyFold(required: boolean): Fold {
  const title = required ? 'Fields of the body' : 'Fields of the body, which is optional';
  return { id: 'body', title };
}

const answerFold = { id: 'answer', title: 'Fields of the answer' };

function casesFold(count: number): Fold {
  return { id: 'cases', title: `Other cases (${count})` };
}

function address({ method, path }: ApiOperation): Html {
  const steps = path.split(/(?<=\/)/).map((step) => html`${step}<wbr />`);
  return html`<code class="verb ${method.toLowerCase()}">${method}</code><code>${steps}</code>`;
}

function facts(operation: ApiOperation): Html {
  const { body, browserReply, lookups } = operation;
  const states = operation.states?.map(
    (state) => html`<a href="/docs/reference/states#state-${state}">${name(state)}</a>`,
  );
  const types = body?.mediaTypes.map((type) => html`<code>${type}</code>`) ?? [];
  const isPlain = types.length === 0 || body?.mediaTypes.join() === mediaTypes.json;
  const lookup = html`Counts as a card lookup, see
    <a href="/docs/reference/rules#limits">Limits</a>.`;
  return html`<dl class="facts">
    ${fact('Who', accessSentence(operation))} ${states && fact('States', commaList(states))}
    ${isPlain ? undefined : fact('Sent as', commaList(types))}
    ${browserReply === undefined ? undefined : fact('Browsers', browserReply)}
    ${lookups ? fact('Limit', lookup) : undefined}
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
  return fieldList({ id: 'parameters', title: 'Parameters' }, fields, label);
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
  return folded({ id: 'errors', title }, html`${list}${always}`);
}
