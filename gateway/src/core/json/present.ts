// Objects without their empty fields: what is absent is left out of messages and replies.

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined | null> };

/** The fields that have a value, in their order. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<T>;
}
