// Checks that every keyword used in a request schema has an error sentence, and every pattern a
// rule in words, so that no error message shows a regular expression.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceEndpoints } from '@bramka/cli/reference/pages.ts';
import { formatNames, sentences } from '@bramka/gateway/http/assembly/validation-faults.ts';

type Json = Record<string, unknown>;

/** Keywords that refuse nothing by themselves. */
const silent = new Set([
  'properties',
  'patternProperties',
  'items',
  'description',
  'examples',
  'neverNull',
  'x-rule',
  'x-secret',
  'x-enumDescriptions',
]);

const described = new Set([...Object.keys(sentences), 'pattern', 'anyOf']);

interface SchemaAt {
  readonly at: string;
  readonly schema: Json;
}

/** The schema and all schemas inside it. */
function schemasIn(schema: unknown, at: string): SchemaAt[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const object = schema as Json;
  const inside = (part: unknown): SchemaAt[] =>
    Object.entries((part ?? {}) as Json).flatMap(([name, one]) => schemasIn(one, `${at}.${name}`));
  return [
    { at, schema: object },
    ...inside(object['properties']),
    ...inside(object['patternProperties']),
    ...inside(object['anyOf']),
    ...schemasIn(object['items'], `${at}[]`),
  ];
}

const schemas = referenceEndpoints().flatMap(({ method, path, ...endpoint }) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    schemasIn(JSON.parse(JSON.stringify(endpoint[part] ?? null)), `${method} ${path} ${part}`),
  ),
);

test('every keyword of a request schema has a sentence', () => {
  assert.ok(schemas.length > 300, `${schemas.length} schemas were found`);
  for (const { at, schema } of schemas) {
    for (const keyword of Object.keys(schema)) {
      const isKnown = silent.has(keyword) || described.has(keyword);
      assert.ok(isKnown, `${at}: ${keyword} has no sentence in http/assembly/validation-faults.ts`);
    }
    const format = schema['format'] as string | undefined;
    if (format !== undefined) assert.ok(Object.hasOwn(formatNames, format), `${at}: ${format}`);
  }
});

/**
 * Fields of requests that are not free text, by their names: identifiers, addresses of the web,
 * contact data, values of machines, and what the gateway encrypts or checks by itself.
 */
const notFreeText = new Set(
  `after agents alias amexMerchantId app asyncNotify bank cardMask certificate code country
   countryCode cres cvv dpaId encCvv encExpDate encInstrumentNo expDate extCustomerId extOrderId
   extRefundId extSubpaymentId frameOrigins header instrumentNo instrumentRef ip key language lines
   link logo merchantId methods notificationUrl organizationId payload paymentId percent phoneNo
   privateKey provider providers recurringCycle recurringExpDate redirectOrigins redirectURL
   acsNotificationURL refPaymentId secret subpaymentId taxId termsURL privacyURL terminalId
   threeDSMethodData threeDSSessionData messageType timeZone token tokenId tokens transactions url
   email account acceptHeader colorDepth screenHeight screenWidth timezone userAgent appId encData
   ephemPubKey maxTimeout messageVersion refNumber transId
   APAY BLIK C2P CARD GPAY PBL`.split(/\s+/),
);

test('every text of a request is marked as free text, or is known not to be one', () => {
  const texts = schemas.filter(({ at, schema }) => {
    // Amounts by currency have a pattern as their name.
    const isOurs = / \/v1\/\S+ body/.test(at) && !at.endsWith('$');
    const isOpen = !('pattern' in schema) && !('enum' in schema) && !('format' in schema);
    return isOurs && schema['type'] === 'string' && isOpen;
  });
  assert.ok(texts.length > 100, `${texts.length} texts were found`);
  const marked = texts.filter(({ schema }) => schema['x-free-text'] === true);
  assert.ok(marked.length > 30, `${marked.length} are marked`);
  for (const { at, schema } of texts) {
    const name =
      at
        .replace(/(\[\]|\.\d+)+$/, '')
        .split('.')
        .at(-1) ?? '';
    const isMarked = schema['x-free-text'] === true;
    assert.notEqual(isMarked, notFreeText.has(name), `${at}: use freeText, or name it here`);
  }
});

test('every pattern of a request schema has a description in words', () => {
  const patterns = schemas.filter(({ schema }) => 'pattern' in schema);
  assert.ok(patterns.length > 10, `${patterns.length} patterns were found`);
  for (const { at, schema } of patterns) {
    const rule = schema['x-rule'];
    assert.ok(typeof rule === 'string', `${at}: describe the pattern in words, see formed()`);
    assert.doesNotMatch(rule, /[\^$\\[\]{}+*?]|^must/, `${at}: "must be ${rule}"`);
  }
});
