// docs/reference/endpoints.md and the pages of the groups below it: every endpoint with access,
// command, fields, answer and errors.

import { refusals } from '@bramka/gateway/core/refusals.ts';
import { curlFor, formCurlFor, type Reader } from '@bramka/gateway/docs/content/curl.ts';
import {
  accessSentence,
  groupsOf,
  type ApiOperation,
} from '@bramka/gateway/docs/content/operations.ts';
import { fieldOf, fieldsOf, type Field, type Schema } from '@bramka/gateway/docs/content/fields.ts';
import { anchorOf } from '@bramka/gateway/docs/guides/markdown.ts';
import { samplesOf } from '@bramka/gateway/docs/content/samples.ts';
import { code, codes, fence, page, plain, table } from './markdown.ts';

type NamedPage = readonly [file: string, text: string];

/** The list of all endpoints, then a page for each group. */
export function endpointPages(all: readonly ApiOperation[], reader: Reader): NamedPage[] {
  const groups = groupsOf(all);
  const list = page(
    'Endpoints',
    'A running gateway shows the same at `/docs`, with its own address and keys.',
    ...groups.flatMap(({ name, title, operations }) => [
      `## [${title}](endpoints/${name}.md)`,
      table(
        ['Endpoint', 'What it does'],
        operations.map((one) => [
          `[${code(addressOf(one))}](endpoints/${name}.md#${anchorOf(addressOf(one))})`,
          plain(one.summary),
        ]),
      ),
    ]),
  );
  const pages = groups.map(({ name, title, operations }): NamedPage => [
    `endpoints/${name}.md`,
    page(
      `Endpoints: ${title}`,
      'One group of [all endpoints](../endpoints.md).',
      ...operations.flatMap((operation) => endpointParts(operation, reader)),
    ),
  ]);
  return [['endpoints.md', list], ...pages];
}

function addressOf({ method, path }: ApiOperation): string {
  return `${method} ${path}`;
}

function endpointParts(operation: ApiOperation, reader: Reader): string[] {
  const { summary, description, body, reply, states, browserReply } = operation;
  const form = formCurlFor(operation, reader);
  return [
    `## ${code(addressOf(operation))}`,
    `${plain(summary)}.${description === undefined ? '' : ` ${plain(description)}`}`,
    plain(accessSentence(operation)),
    states === undefined ? '' : `Payment states: ${codes(states)}.`,
    fence('sh', curlFor(operation, reader)),
    ...(form === undefined ? [] : ['As a form:', fence('sh', form)]),
    parameterTable(operation),
    body ? schemaTable(body.required ? 'Body' : 'Body, may be left out', body.schema) : '',
    ...answerParts(operation),
    schemaTable('Fields of the answer', reply.schema),
    browserReply === undefined ? '' : `In a browser: ${plain(browserReply)}`,
    'Errors, in the order they are checked:',
    table(
      ['Status', 'Code', 'Meaning'],
      operation.refusals.map((name) => {
        const [status, sentence] = refusals[name];
        return [String(status), code(name), plain(sentence)];
      }),
    ),
  ];
}

function answerParts(operation: ApiOperation): string[] {
  const { mediaType, schema } = operation.reply;
  const samples = samplesOf(operation);
  if (samples.length === 0) {
    return [`Answer, as ${code(mediaType)}: ${plain(schema.description ?? '')}`];
  }
  return samples.flatMap(({ title, isUsual, request, answer }) => [
    isUsual ? `${plain(title)}:` : `**${plain(title)}**`,
    ...(request === undefined ? [] : ['Request:', fence('json', request), 'Answer:']),
    fence('json', answer),
  ]);
}

function parameterTable({ parameters }: ApiOperation): string {
  const fields = parameters.map((parameter) => {
    const description = parameter.description ?? parameter.schema.description ?? '';
    const placed = `${parameter.in}. ${description}`;
    return fieldOf(
      parameter.name,
      { ...parameter.schema, description: placed },
      parameter.required,
    );
  });
  return fieldTable('Parameters', fields);
}

function schemaTable(title: string, schema: Schema): string {
  return fieldTable(title, fieldsOf(schema));
}

function fieldTable(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  return `${title}:\n\n${table(['Field', 'Required', 'Type', 'Meaning'], fields.map(fieldRow))}`;
}

function fieldRow(field: Field): string[] {
  const indent = '&emsp;'.repeat(field.depth);
  const meaning = [
    field.description === undefined ? '' : plain(field.description),
    field.form === undefined ? '' : `Form: ${plain(field.form)}.`,
    ...field.values.map(({ value, meaning }) => `${code(value)} ${plain(meaning ?? '')}`.trim()),
  ];
  return [
    `${indent}${code(field.name)}`,
    field.required ? 'yes' : '',
    [field.type, ...field.limits].join(', '),
    meaning.filter((part) => part !== '').join('<br>'),
  ];
}
