// Reads bytes that must be one JSON object in UTF-8, such as the header of a JWE.

import { JsonError, readJson } from '../json.ts';
import { fieldsOf, type Fields } from './fields.ts';

/** Undefined for other JSON, for text that is not JSON, and for bytes that are not UTF-8. */
export function readJsonObject(bytes: Uint8Array): Fields | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return fieldsOf(readJson(text));
  } catch (error) {
    // TextDecoder throws a TypeError.
    if (error instanceof JsonError || error instanceof TypeError) return undefined;
    throw error;
  }
}
