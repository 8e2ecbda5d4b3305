// Drops null and undefined fields, so that messages and replies contain only what has a value.

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined | null> };

/** The fields that have a value, in their original order. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<T>;
}
