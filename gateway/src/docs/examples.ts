// Example requests and answers of the documentation. They are recorded from a running gateway by
// `npm run examples`, and a test records them again and compares.

import { readFileSync } from 'node:fs';

export interface Example {
  /** The case it shows, such as "when the card needs a challenge"; absent: the usual case. */
  readonly when?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The body as JSON, or the text of a body that is neither JSON nor a form. */
  readonly body?: unknown;
  /** The body as a browser sends it. */
  readonly form?: Readonly<Record<string, string>>;
  readonly status: number;
  /** The JSON answer; absent: a page or another text. */
  readonly answer?: unknown;
  /** A long list in the answer was cut after its first entries. */
  readonly isShortened?: true;
}

/** By method and path, such as `GET /v1/ecommerce/payment/{paymentId}`; the usual case is first. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

export const recordedExamplesFile = new URL('../../examples/recorded.json', import.meta.url);

export function recordedExamples(): Examples {
  return JSON.parse(readFileSync(recordedExamplesFile, 'utf8')) as Examples;
}

/** Values that only the sandbox has, and what replaces them in production. */
const inProduction: readonly (readonly [sandbox: RegExp, production: string])[] = [
  [/http:\/\/127\.0\.0\.1:8080\/sandbox\/acs/g, 'https://acs.example'],
  [/http:\/\/127\.0\.0\.1:8080\/sandbox\/\w+/g, 'https://provider.example'],
  [/http:\/\/127\.0\.0\.1:8080/g, 'https://gateway.example'],
  [/sandbox-secret-[\w-]+/g, 'YOUR_API_SECRET'],
  [/\b10000001\b/g, 'YOUR_MID'],
];

/** The same examples without the addresses and demo merchants of the sandbox. */
export function productionExamples(examples: Examples): Examples {
  const text = inProduction.reduce(
    (before, [sandbox, production]) => before.replace(sandbox, production),
    JSON.stringify(examples),
  );
  return JSON.parse(text) as Examples;
}
