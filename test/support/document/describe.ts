// The OpenAPI document that replies are checked against: read from the file that the test run has
// made, or made here, which loads the whole gateway.
import { readFileSync } from 'node:fs';
import type { Json } from '../client.ts';

export async function readDocument(): Promise<Json> {
  const file = process.env.BRAMKA_TEST_DOCUMENT;
  return file === undefined ? describeGateway() : (JSON.parse(readFileSync(file, 'utf8')) as Json);
}

export async function describeGateway(): Promise<Json> {
  const { referenceEndpoints } = await import('@bramka/cli/reference/pages.ts');
  const { apiDocument } = await import('@bramka/gateway/docs/docs-routes.ts');
  return apiDocument(referenceEndpoints(), 'sandbox');
}
