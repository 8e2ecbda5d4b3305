// Everything that can go wrong on the line to a provider, and the reason of the unknown outcome
// that it must lead to.
import type { Answer, BadFault } from './wire.ts';

const HUGE = 4 * 1024 * 1024;

/** Answers that are complete and have status 200, but are not the right one. */
const unreadable: Readonly<Record<string, (right: string, request: string) => string>> = {
  nothing: () => '',
  'a web page': () => '<!doctype html><html><h1>It works!</h1></html>',
  'half of the answer': (right) => right.slice(0, right.length / 2),
  'the answer twice': (right) => right + right,
  'the request': (_right, request) => request,
  null: () => 'null',
  'a list': () => '[]',
  'the answer in a list': (right) => `[${right}]`,
  'the answer as a text': (right) => JSON.stringify(right),
  'a result alone': () => '"APPROVED"',
  'an empty object': () => '{}',
  'an empty element': () => '<transaction/>',
};

const readable = (right: Answer, body: string): Answer => ({ ...right, body });

/** The right answer with a status that no answer has. */
const statuses = [201, 204, 302, 400, 401, 404, 429, 500, 502, 503];

export const faults: readonly BadFault[] = [
  { name: 'the request is lost', arrives: 0, answer: 'late', why: 'timeout' },
  { name: 'the answer is late', answer: 'late', why: 'timeout' },
  {
    name: 'the connection closes before the request',
    arrives: 0,
    answer: 'hangup',
    why: 'connection',
  },
  { name: 'the connection closes before the answer', answer: 'hangup', why: 'connection' },
  { name: 'the connection closes in the answer', answer: 'cut', why: 'connection' },
  {
    name: 'the answer is huge',
    answer: (right) => readable(right, right.body + ' '.repeat(HUGE)),
    why: 'connection',
  },
  ...Object.entries(unreadable).map(([what, change]): BadFault => ({
    name: `the answer is ${what}`,
    answer: (right, request) => readable(right, change(right.body, request)),
    why: 'garbage',
  })),
  ...statuses.map((status): BadFault => ({
    name: `the right answer has status ${status}`,
    answer: ({ body }) => ({ status, body }),
    why: 'provider-error',
  })),
];
