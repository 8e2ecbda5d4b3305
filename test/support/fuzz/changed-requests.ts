// Valid requests to every operation, changed at random but repeatably. No change of any request is
// ever answered with a 5xx, and every refusal has the documented error body.
import { assertDefined, pathOf, tokenFor, validBody, type Target } from '../attack.ts';
import type { Chance } from '../chance.ts';
import type { Json } from '../client.ts';
import type { ApiOperation } from '../reply-check.ts';

const atOnce = 8;

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -0,
  '',
  ' ',
  '\t',
  'a'.repeat(300),
  'x'.repeat(5000),
  [],
  {},
  [[]],
  [null],
  { a: null },
  '😀',
  'zażółć',
  '\u202e',
  '\ufeff',
  '%00',
  '\\',
  '"',
  'null',
  'undefined',
  '../../etc',
  "' or 1=1 --",
  '<script>',
  '${7*7}',
  '{{7*7}}',
  '\r\nX: y',
  '10000001',
  '10000002',
  'CARD',
  'PLN',
  'XXX',
  '203912',
  '4111111111111111',
  99999999999,
];

/** At least that many requests to one operation, a few at a time. */
export async function sendChangedRequests(
  target: Target,
  operation: ApiOperation,
  chance: Chance,
  requests: number,
  seed: number,
): Promise<void> {
  for (let done = 0; done < requests; done += atOnce) {
    const batch = Array.from({ length: atOnce }, () => sendOne(target, operation, chance, seed));
    await Promise.all(batch);
  }
}

async function sendOne(
  target: Target,
  operation: ApiOperation,
  chance: Chance,
  seed: number,
): Promise<void> {
  const { method } = operation;
  const path =
    chance.below(4) === 0 ? mutatedPath(target, operation, chance) : pathOf(target, operation);
  const body = operation.body ? mutatedBody(validBody(operation), chance) : undefined;
  const headers = mutatedHeaders(chance);
  const token = tokenFor(target, operation);
  const about = `seed ${seed}: ${method} ${path} ${JSON.stringify(headers)} ${String(body)}`;
  const reply = await target.gateway.call(method, path, { token, body, headers });
  assertDefined(reply, about.slice(0, 2000));
}

function mutatedPath(target: Target, operation: ApiOperation, chance: Chance): string {
  const text = encodeURIComponent(String(odd(chance)));
  const path = operation.path.replace(/\{\w+\}/, () => text.slice(0, 200));
  const filled = pathOf(target, { ...operation, path });
  return chance.below(2) === 0 ? filled : `${filled}?after=${text}&limit=${text}&${text}=1`;
}

function mutatedHeaders(chance: Chance): Record<string, string> {
  switch (chance.below(8)) {
    case 0:
      return { 'idempotency-key': `${chance.below(50)}` };
    case 1:
      return { 'accept-encoding': 'identity;q=0', accept: 'text/html' };
    case 2:
      return { 'x-forwarded-for': chance.pick(['::1', 'x', '1.2.3.4, 5.6.7.8', ',,,']) };
    case 3:
      return {
        'content-type': chance.pick(['application/json;charset=latin1', 'application/json;;']),
      };
    default:
      return {};
  }
}

function mutatedBody(body: Json, chance: Chance): string {
  const changed = structuredClone(body);
  for (let count = chance.below(3); count >= 0; count -= 1) changeSomewhere(changed, chance);
  const text = JSON.stringify(changed);
  if (chance.below(4) > 0) return text;
  const at = chance.below(text.length + 1);
  const piece = chance.pick(['', ',', '"', '}', ']', '{', '\\', 'e', '-', '0', '\\u00', '\u0001']);
  return text.slice(0, at) + piece + text.slice(at + chance.below(3));
}

/** A copy, since later changes may reach into it. */
function odd(chance: Chance): unknown {
  return structuredClone(chance.pick(oddValues));
}

/** Takes one member of the document away, replaces it, doubles it in an array or puts one in. */
function changeSomewhere(inside: Json, chance: Chance): void {
  const names = Object.keys(inside);
  if (names.length === 0) return void (inside[`f${chance.below(9)}`] = odd(chance));
  const name = chance.pick(names);
  const value = inside[name];
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject && chance.below(4) > 0) return changeSomewhere(value as Json, chance);
  switch (chance.below(5)) {
    case 0:
      delete inside[name];
      return;
    case 1:
      inside[name] = [value, value];
      return;
    case 2:
      inside[`x${name}`] = odd(chance);
      return;
    default:
      inside[name] = odd(chance);
  }
}
