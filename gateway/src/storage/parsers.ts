// Column parsers, the same for both databases: int8 as bigint, timestamps as milliseconds, jsonb as
// parsed JSON, bytea as bytes.

const OID = { int8: 20, timestamptz: 1184, jsonb: 3802, bytea: 17 } as const;

/** `2026-11-15 01:47:12.123+00` (the session's time zone is UTC) as milliseconds. */
function readInstant(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11)}:00`);
}

export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.int8]: (text) => BigInt(text),
  [OID.timestamptz]: readInstant,
  [OID.jsonb]: (text) => JSON.parse(text) as unknown,
  [OID.bytea]: (text) => Buffer.from(text.slice(2), 'hex'),
};
