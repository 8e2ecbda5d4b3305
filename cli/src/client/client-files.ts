// The generated sources of @bramka/client, made from the OpenAPI document: for the merchant API and
// the operator API the types of requests and answers, the typed calls, and the facts that the
// client needs at run time.

import { docComment } from './doc-comment.ts';
import { accepted, merchantApi, notOffered, onlyReads, operatorApi, type Api } from './names.ts';
import { operationsOf, type Operation } from './operations.ts';
import { amountPaths, TypeTable, type Schema } from './schema-types.ts';

const NOTE = 'Generated from the OpenAPI document by `npm run client`; do not change it by hand.';

interface NamedCall {
  readonly group: string;
  readonly name: string;
  readonly operation: Operation;
  readonly names: Operation['names'][number];
  /** What is asked for instead of JSON. */
  readonly accept: string | undefined;
}

/** File name and text, for client/src/generated. */
export function clientFiles(document: Record<string, unknown>): ReadonlyMap<string, string> {
  const codes = operationsOf(document, merchantApi).flatMap(({ refusals }) => refusals);
  return new Map([
    ...apiFiles(document, merchantApi),
    ...apiFiles(document, operatorApi),
    ['refusal-code.ts', refusalsFile([...new Set(codes)].sort())],
  ]);
}

function apiFiles(document: Record<string, unknown>, api: Api): [name: string, text: string][] {
  const calls = operationsOf(document, api)
    .flatMap((operation) =>
      operation.names.map((names): NamedCall => {
        const [group = '', name = ''] = names.call.split('.');
        return { group, name, operation, names, accept: accepted[names.call] };
      }),
    )
    // Streams are written by hand.
    .filter(({ accept }) => accept !== 'text/event-stream');
  const types = new TypeTable(api.typeNames, api.isQualified);
  for (const { operation, names } of calls) {
    if (names.answer !== undefined) types.reserve(operation.answer, 'answer', names.answer);
    if (operation.body && names.request !== undefined) {
      types.reserve(operation.body.schema, 'request', names.request);
    }
  }
  const answers = new Map(calls.map((call) => [call, answerType(call, types)]));
  return [
    [`${api.folder}calls.ts`, callsFile(calls, answers, types, api)],
    [`${api.folder}types.ts`, typesFile(types, api)],
    [`${api.folder}operations.ts`, operationsFile(calls, api)],
  ];
}

/** From a generated file to a file of client/src. */
const sourceOf = ({ folder }: Api, file: string): string =>
  `'${folder === '' ? '../' : '../../'}${file}'`;

/** Answers are named before requests, so that they have the shorter names. */
function answerType({ operation, names, accept }: NamedCall, types: TypeTable): string {
  if (accept?.startsWith('image/')) return 'Picture';
  if (accept !== undefined) return 'string';
  return types.typeOf(operation.answer, 'answer', names.answer ?? 'Answer');
}

function callsFile(
  calls: readonly NamedCall[],
  answers: ReadonlyMap<NamedCall, string>,
  types: TypeTable,
  api: Api,
): string {
  const groups = [...new Set(calls.map(({ group }) => group))];
  const bodies = groups.map((group) => {
    const own = calls.filter((call) => call.group === group);
    const methods = own.map((call) => methodText(call, answers.get(call) ?? '', types));
    return `  readonly ${group}: {\n${methods.join('\n')}\n  };`;
  });
  const text = bodies.join('\n');
  const used = types.names().filter((name) => new RegExp(`\\b${name}\\b`).test(codeOf(text)));
  const imports = used.map((name) => `  ${name},\n`).join('');
  const results = ['CallOptions', 'Picture', 'Result'].filter((name) =>
    codeOf(text).includes(name),
  );
  return [
    `// The typed calls of the client, one for each operation of the ${api.title}.`,
    `// ${NOTE}`,
    '',
    `import type { ${results.join(', ')} } from ${sourceOf(api, 'result.ts')};`,
    `import type {\n${imports}} from './types.ts';`,
    '',
    `export interface Calls {\n${text}\n}`,
    '',
  ].join('\n');
}

/** Without comments, which may mention types by chance. */
const codeOf = (text: string): string => text.replaceAll(/\/\*\*.*?\*\//gs, '');

function methodText(call: NamedCall, answer: string, types: TypeTable): string {
  const { name, operation, names } = call;
  const path = operation.parameters.filter((one) => one.in === 'path');
  const { body } = operation;
  const query = queryOf(call);
  const parameters = [
    ...path.map((one) => `${one.name}: string`),
    ...(body ? [bodyParameter(body, names, types)] : []),
    ...(query.length > 0 ? [`query?: ${queryType(query)}`] : []),
    'options?: CallOptions',
  ];
  const lines = [operation.summary, operation.description ?? '', `\`${operation.key}\``];
  const comment = docComment(lines, '    ');
  const short = `    ${name}(${parameters.join(', ')}): Promise<Result<${answer}>>;`;
  if (short.length <= 100) return `${comment}${short}`;
  const long = parameters.map((one) => `      ${one},\n`).join('');
  return `${comment}    ${name}(\n${long}    ): Promise<Result<${answer}>>;`;
}

function bodyParameter(
  { schema, isRequired }: { schema: Schema; isRequired: boolean },
  { call, request }: NamedCall['names'],
  types: TypeTable,
): string {
  if (request === undefined) throw new Error(`${call} needs a name for its request.`);
  const type = types.typeOf(schema, 'request', request);
  return isRequired ? `body: ${type}` : `body?: ${type} | null`;
}

function queryOf({ operation }: NamedCall): Operation['parameters'] {
  return operation.parameters.filter((one) => one.in === 'query' && !notOffered.includes(one.name));
}

function queryType(query: Operation['parameters']): string {
  const fields = query.map(({ name, schema }) => {
    const { description = '', 'x-rule': rule } = schema;
    const lines = [description, ...(rule === undefined ? [] : [`Format: ${rule}.`])];
    return `${docComment(lines, '        ')}        readonly ${name}?:${queryValue(schema)};\n`;
  });
  return `{\n${fields.join('')}      }`;
}

function queryValue(schema: Schema): string {
  if (schema.enum) {
    const values = [...schema.enum.map((value) => `'${String(value)}'`), 'undefined'];
    return values.map((value) => `\n          | ${value}`).join('');
  }
  const type = [schema.type ?? []].flat()[0];
  if (type === 'boolean') return ' boolean | undefined';
  const { pattern = '', 'x-rule': rule = '' } = schema;
  const isCount = pattern.startsWith('^[0-9]{1,') || rule.startsWith('a whole number');
  const isNumber = type === 'integer' || isCount;
  return isNumber ? ' number | undefined' : ' string | undefined';
}

function typesFile(types: TypeTable, api: Api): string {
  return [
    `// The types of requests and answers of the ${api.title}.`,
    `// ${NOTE}`,
    '',
    `import type { Amount, Other } from ${sourceOf(api, 'values.ts')};`,
    '',
    types.text(),
    '',
  ].join('\n');
}

function operationsFile(calls: readonly NamedCall[], api: Api): string {
  const rows = calls.map((call) => {
    const { operation, names, accept } = call;
    const facts: [name: string, value: unknown][] = [
      ['method', operation.method],
      ['path', operation.path],
      ['hasBody', operation.body !== undefined],
      ['hasQuery', queryOf(call).length > 0],
      ['isOpen', !operation.needsToken],
      ['isIdempotent', operation.isIdempotent],
      ['onlyReads', operation.method === 'GET' || onlyReads.includes(names.call)],
      ['accept', accept ?? false],
      ['sentAmounts', amountPaths(operation.body?.schema ?? {}).join(' ')],
      ['amounts', accept === undefined ? amountPaths(operation.answer).join(' ') : ''],
    ];
    const told = facts.filter(([, value]) => value !== false && value !== '');
    const lines = told.map(([name, value]) => `    ${name}:${valueText(value)},\n`);
    return `  '${names.call}': {\n${lines.join('')}  },\n`;
  });
  return [
    `// What the client needs to know about each operation of the ${api.title} at run time.`,
    `// ${NOTE}`,
    '',
    `import type { Operation } from ${sourceOf(api, 'calls/operation.ts')};`,
    '',
    `export const operations: Readonly<Record<string, Operation>> = {\n${rows.join('')}};`,
    '',
  ].join('\n');
}

function valueText(value: unknown): string {
  if (value === true) return ' true';
  const text = ` '${String(value)}'`;
  if (text.length < 80) return text;
  const lines: string[] = [];
  for (const word of String(value).split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 80) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line, index) => `\n      '${index === 0 ? '' : ' '}${line}'`).join(' +');
}

function refusalsFile(codes: readonly string[]): string {
  return [
    '// The codes with which the merchant API refuses requests.',
    `// ${NOTE}`,
    '',
    `export const refusalCodes = [\n${codes.map((code) => `  '${code}',\n`).join('')}] as const;`,
    '',
    '/** A code of a refusal; docs/reference/errors.md explains each of them. */',
    'export type RefusalCode = (typeof refusalCodes)[number];',
    '',
  ].join('\n');
}
