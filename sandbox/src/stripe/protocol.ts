// Requests and answers of Stripe's API: forms, JSON objects and errors.

export type Form = URLSearchParams;

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  /** Empty for GET. */
  readonly form: string;
  readonly idempotencyKey: string | null;
}

/** Text is sent as it is, and is no answer of the API. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: object | string;
}

export function invalidRequest(code: string, param: string): ApiAnswer {
  return apiError(400, 'invalid_request_error', code, `The parameter ${param} is not accepted.`);
}

export function unexpectedState(payment_intent: object, status: string): ApiAnswer {
  const message = `This PaymentIntent has the status ${status}.`;
  const code = 'payment_intent_unexpected_state';
  return apiError(400, 'invalid_request_error', code, message, { payment_intent });
}

export const noSuchIntent = apiError(
  404,
  'invalid_request_error',
  'resource_missing',
  'No such payment_intent.',
);

export function apiError(
  status: number,
  type: string,
  code: string,
  message: string,
  more: object = {},
): ApiAnswer {
  return { status, body: { error: { type, code, message, ...more } } };
}

/** The pairs `metadata[name]=value`. */
export function metadataIn(form: Form): Record<string, string> {
  const pairs = [...form].flatMap(([name, value]) => {
    const found = /^metadata\[(\w{1,40})\]$/.exec(name)?.[1];
    return found === undefined ? [] : [[found, value] as const];
  });
  return Object.fromEntries(pairs);
}
