// Valid requests, changed at random but repeatably: no mutation of any request is ever a 5xx, and
// every refusal has the error body with the trace id of its header.
import { after, before, test } from 'node:test';
import type { Json } from '../support/client.ts';
import {
  assertDefined,
  assertHealthy,
  pathOf,
  startTarget,
  tokenFor,
  validBody,
  type Target,
} from '../support/attack.ts';
import { seed, seededChance, type Chance } from '../support/chance.ts';
import type { ApiOperation } from '../support/reply-check.ts';

/** Requests per operation; set BRAMKA_TEST_FUZZ for a longer run. */
const requests = Number(process.env.BRAMKA_TEST_FUZZ ?? 300);
const atOnce = 8;

let target: Target;
before(async () => {
  target = await startTarget();
});
after(async () => {
  await assertHealthy(target);
  await target.gateway.stop();
});

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

test(`random changes of valid requests, seed ${seed}`, async () => {
  const chance = seededChance(seed);
  for (const operation of target.operations) {
    for (let done = 0; done < requests; done += atOnce) {
      const batch = Array.from({ length: atOnce }, () => attack(operation, chance));
      await Promise.all(batch);
    }
  }
});

async function attack(operation: ApiOperation, chance: Chance): Promise<void> {
  const { method } = operation;
  const path = chance.below(4) === 0 ? mutatedPath(operation, chance) : pathOf(target, operation);
  const body = operation.body ? mutatedBody(validBody(operation), chance) : undefined;
  const headers = mutatedHeaders(chance);
  const token = tokenFor(target, operation);
  const about = `seed ${seed}: ${method} ${path} ${JSON.stringify(headers)} ${String(body)}`;
  const reply = await target.gateway.call(method, path, { token, body, headers });
  assertDefined(reply, about.slice(0, 2000));
}

function mutatedPath(operation: ApiOperation, chance: Chance): string {
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
