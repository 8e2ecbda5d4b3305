// Serializes answers of the simulated providers as JSON: fields without a value are omitted,
// amounts in minor units are strings.

export const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner);
    return inner === null ? undefined : inner;
  });
}
