// Checks every reply of a gateway under test against the OpenAPI document: its status is listed for
// the operation, an error has a code of that status, and a success has exactly the documented
// fields.
import assert from 'node:assert/strict';
import type { Json, Reply } from '../client.ts';
import { assertErrorReply, faultsOf, type Schema } from '../reply-check.ts';
import { readDocument } from './describe.ts';

interface Content {
  readonly schema: Schema & { readonly allOf?: readonly Schema[] };
}

interface Answer {
  readonly content?: Readonly<Record<string, Content>>;
}

interface Described {
  readonly name: string;
  readonly form: RegExp;
  readonly responses: Readonly<Record<string, Answer>>;
}

type Paths = Record<string, Record<string, Pick<Described, 'responses'>>>;

/** Paths without parameters come first, because they take precedence over those with parameters. */
function describedBy(document: Json): Described[] {
  const paths = document['paths'] as Paths;
  const entries = Object.entries(paths).sort(([a], [b]) => parametersIn(a) - parametersIn(b));
  return entries.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      form: formOf(method, path),
      responses,
    })),
  );
}

const parametersIn = (path: string): number => path.split('{').length;

function formOf(method: string, path: string): RegExp {
  const steps = path.split('/').map((step) => (step.startsWith('{') ? '[^/]+' : step));
  return new RegExp(`^${method.toUpperCase()} ${steps.join('/')}$`);
}

const operations = describedBy(await readDocument());

/**
 * Fails if the document does not list this reply. Paths that are not in the document are not
 * checked, nor are sandbox paths where a gateway has no sandbox.
 */
export function assertDocumented(method: string, path: string, reply: Reply<unknown>): void {
  const asked = `${method} ${path.split('?')[0] ?? ''}`;
  const { code } = (reply.body ?? {}) as { code?: unknown };
  if (path.startsWith('/sandbox/') && code === 'ROUTE_NOT_FOUND') return;
  const found = operations.find(({ form }) => form.test(asked));
  if (found) assertAnswerOf(found, reply);
}

function assertAnswerOf({ name, responses }: Described, reply: Reply<unknown>): void {
  const about = `${name} answered ${reply.status} ${reply.text.slice(0, 500)}`;
  const answer = responses[String(reply.status)];
  assert.ok(answer, `${about}, a status that the document does not list`);
  const [type = ''] = (reply.headers.get('content-type') ?? '').split(';');
  if (reply.text === '' && !answer.content) return;
  const content = answer.content?.[type];
  assert.ok(content, `${about} as ${type}, which the document does not list`);
  if (type !== 'application/json') return;
  if (reply.status !== 200) return assertCode(content, reply, about);
  assert.deepEqual(faultsOf(content.schema, reply.body, 'reply'), [], about);
}

function assertCode({ schema }: Content, reply: Reply<unknown>, about: string): void {
  assertErrorReply(reply, about);
  const { code } = reply.body as { code: string };
  const codes = schema.allOf?.flatMap(({ properties }) => properties?.['code']?.enum ?? []) ?? [];
  assert.ok(codes.includes(code), `${about}, a code that the document does not list`);
}
