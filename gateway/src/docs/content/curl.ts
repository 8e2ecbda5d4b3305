// Commands to paste: one curl per operation with the address of this gateway and the reader's keys.
// `$TOKEN`, `$PAYMENT_ID` and the like are shell variables that the first steps of the page set.

import { mediaTypes } from '../../http/endpoint.ts';
import type { ApiOperation } from './operations.ts';
import { layOut } from './samples.ts';

export interface Reader {
  /** The address of this gateway, such as http://127.0.0.1:8080. */
  readonly origin: string;
  readonly merchantId: string;
  readonly apiSecret: string;
}

/** Each order can be paid once, so the shell generates a new order id for each command. */
const RECORDED_ORIGIN = /^http:\/\/127\.0\.0\.1:8080(?=\/)/;
const ANY_NUMBER = '@any-no.@';

/** The usual command: with JSON if the endpoint accepts it, else with a form. */
export function curlFor(operation: ApiOperation, reader: Reader): string {
  const { body } = operation;
  if (body?.example === undefined) return formCommand(operation, reader) ?? curl(operation, reader);
  const type = `-H 'Content-Type: ${body.mediaTypes[0] ?? mediaTypes.json}'`;
  return curl(operation, reader, [type, data(body.example, reader)]);
}

/** A second command, which sends a form; undefined if the usual one does, or none is accepted. */
export function formCurlFor(operation: ApiOperation, reader: Reader): string | undefined {
  return operation.body?.example === undefined ? undefined : formCommand(operation, reader);
}

function formCommand(operation: ApiOperation, reader: Reader): string | undefined {
  const fields = Object.entries(operation.body?.exampleForm ?? {}).map(
    ([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`,
  );
  return fields.length === 0 ? undefined : curl(operation, reader, fields);
}

function curl(operation: ApiOperation, reader: Reader, body: readonly string[] = []): string {
  const { method, access } = operation;
  const usual = body.length === 0 ? 'GET' : 'POST';
  const idempotent = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  const lines = [
    `curl -s${method === usual ? '' : ` -X ${method}`} ${address(operation, reader)}`,
    ...(access === 'open' ? [] : [`-H "Authorization: Bearer ${bearer(operation)}"`]),
    ...(idempotent ? ['-H "Idempotency-Key: key-$RANDOM$RANDOM"'] : []),
    ...ownHeaders(operation),
    ...body,
  ];
  return lines.join(' \\\n  ');
}

/** Headers that have only one value. */
function ownHeaders({ parameters }: ApiOperation): string[] {
  return parameters.flatMap(({ in: location, name, schema }) =>
    location === 'header' && schema.enum ? [`-H '${name}: ${String(schema.enum[0])}'`] : [],
  );
}

function bearer({ access }: ApiOperation): string {
  return access === 'operator' ? '$BRAMKA_ADMIN_KEY' : '$TOKEN';
}

function address({ path, parameters }: ApiOperation, reader: Reader): string {
  const valueOf = (name: string): string =>
    name === 'merchantId' ? reader.merchantId : variable(name);
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => valueOf(name));
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
    .map(({ name, example, schema }) => {
      const isSame = isCount(example) || schema.enum?.some((one) => one === example);
      return `${name}=${isSame ? String(example) : valueOf(name)}`;
    });
  const all = `${reader.origin}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  return all.includes('$') || all.includes('&') ? `"${all}"` : all;
}

/** A number such as a limit means the same for every reader; so does a value of a list. */
function isCount(example: unknown): example is string | number {
  return /^\d{1,3}$/.test(String(example));
}

/** `paymentId` as `$PAYMENT_ID`, `acsTransID` as `$ACS_TRANS_ID`. */
function variable(name: string): string {
  return `$${name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Text is sent unchanged, everything else as JSON. */
function data(example: unknown, reader: Reader): string {
  if (typeof example === 'string') return `-d ${quoted(example)}`;
  const text = quoted(layOut(personal('', example, reader), '  ', `-d '`));
  return `-d ${text.replaceAll(ANY_NUMBER, `'$RANDOM'`)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`;
}

/** The example with the reader's keys instead of those of the demo merchant. */
function personal(name: string, value: unknown, reader: Reader): unknown {
  if (name === 'extOrderId') return `order-${ANY_NUMBER}`;
  if (name === 'secret') return reader.apiSecret;
  if (name === 'merchant') {
    return { ...(value as object), merchantId: reader.merchantId };
  }
  // Addresses of the gateway in a message to a simulated provider.
  if (typeof value === 'string') return value.replace(RECORDED_ORIGIN, reader.origin);
  if (Array.isArray(value)) return value.map((one) => personal('', one, reader));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, personal(field, inner, reader)]),
  );
}

/** Runs a command, prints its answer and stores one field of it in a shell variable. */
export function keeping(name: string, field: string, command: string): string {
  return [
    `ANSWER=$(${command})`,
    'echo "$ANSWER"',
    `${name}=$(echo "$ANSWER" | sed -n 's/.*"${field}":"\\([^"]*\\)".*/\\1/p')`,
  ].join('\n');
}
