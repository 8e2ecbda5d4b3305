// A TypeScript program that assigns every recorded example of the documentation to the types of the
// clients: the answers, and the requests that were answered with 200.

import { readExact } from '../src/calls/exact-json.ts';
import type { Operation } from '../src/calls/operation.ts';
import { operations } from '../src/generated/operations.ts';
import { operations as operatorOperations } from '../src/generated/operator/operations.ts';

interface Example {
  readonly status: number;
  readonly body?: unknown;
  readonly answer?: unknown;
}

/** By method and path. */
export type Examples = Readonly<Record<string, readonly Example[]>>;

interface ExampleProgram {
  readonly text: string;
  readonly answers: number;
  readonly requests: number;
  /** Operations without any example. */
  readonly missing: readonly string[];
}

const head = `import type { Client, Result } from '@bramka/client';
import type { OperatorClient } from '@bramka/client/operator';

type Value<Answer> = Answer extends Promise<Result<infer Inner>> ? Inner : never;
type Present<Body> = Exclude<Body, null | undefined>;

`;

export function exampleProgram(examples: Examples): ExampleProgram {
  const lines: string[] = [];
  const missing: string[] = [];
  let answers = 0;
  let requests = 0;
  const all = [
    ...Object.entries(operations).map(([name, operation]) => ['Client', name, operation] as const),
    ...Object.entries(operatorOperations).map(
      ([name, operation]) => ['OperatorClient', name, operation] as const,
    ),
  ];
  for (const [client, name, operation] of all) {
    if (operation.accept !== undefined) continue;
    const [group = '', method = ''] = name.split('.');
    const call = `${client}['${group}']['${method}']`;
    const own = (examples[`${operation.method} ${operation.path}`] ?? []).filter(isGood);
    if (own.length === 0) missing.push(name);
    for (const { answer, body } of own) {
      answers += 1;
      const value = withTexts(answer, operation.amounts);
      lines.push(`export const answer${answers}: Value<ReturnType<${call}>> = ${value};`);
      if (!operation.hasBody || typeof body !== 'object' || body === null) continue;
      requests += 1;
      const type = `Present<Parameters<${call}>[${parametersOf(operation)}]>`;
      const sent = withTexts(body, operation.sentAmounts);
      lines.push(`export const request${requests}: ${type} = ${sent};`);
    }
  }
  return { text: `${head}${lines.join('\n')}\n`, answers, requests, missing };
}

const isGood = ({ status, answer }: Example): boolean => status === 200 && answer !== undefined;

const parametersOf = ({ path }: Operation): number => path.split('{').length - 1;

/** With amounts as texts, as the client has them. */
const withTexts = (value: unknown, amounts = ''): string =>
  JSON.stringify(readExact(JSON.stringify(value), amounts));
