// Reads bytes that must be one JSON object in UTF-8, such as the header of a JWE.

import { JsonError, readJson } from '../json.ts';

/** Undefined for other JSON, for text that is not JSON, and for bytes that are not UTF-8. */
export function readJsonObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = readJson(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    // TextDecoder throws a TypeError.
    if (error instanceof JsonError || error instanceof TypeError) return undefined;
    throw error;
  }
}
