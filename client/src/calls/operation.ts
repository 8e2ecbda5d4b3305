// The facts about one operation of the API that sending it needs.

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for each parameter. */
  readonly path: string;
  readonly hasBody?: true;
  readonly hasQuery?: true;
  /** Needs no access token. */
  readonly isOpen?: true;
  /** Supports Idempotency-Key. */
  readonly isIdempotent?: true;
  /** Changes nothing, so it can always be repeated. */
  readonly onlyReads?: true;
  /** Asks for another media type than JSON. */
  readonly accept?: string;
  /** Paths of amounts in the request and in the answer, separated by spaces. */
  readonly sentAmounts?: string;
  readonly amounts?: string;
}

export interface OperationCall {
  readonly operation: Operation;
  readonly path: string;
  readonly body: unknown;
}

export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** The path with its parameters and query. */
export function pathOf(
  operation: Operation,
  parameters: readonly unknown[],
  query: Query = {},
): string {
  let index = 0;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    segment(name, parameters[index++]),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.append(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** An empty value or dots would lead to another endpoint. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(`${name} must be a text that is not empty.`);
  }
  return encodeURIComponent(value);
}
