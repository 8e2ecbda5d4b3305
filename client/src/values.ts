// Values that occur in requests and answers.

/**
 * An amount in major units as text, with at most the decimals of its currency: `'123.45'`. The API
 * sends amounts as JSON numbers; the client converts their text, without floating point.
 */
export type Amount = string;

/** A value that this version of the client does not know: answers may get new ones. */
export type Other = string & Record<never, never>;
