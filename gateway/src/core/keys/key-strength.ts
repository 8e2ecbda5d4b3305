// Detects keys that were not generated at random. The limits are far from what 32 random bytes look
// like: fewer than one random key in 10^13 is refused.

const MIN_DISTINCT_BYTES = 17;
const MAX_EQUAL_STEPS = 9;

/**
 * Whether the bytes have few distinct values, repeat a pattern, form a sequence or are readable
 * text.
 */
export function isWeakKey(bytes: Uint8Array): boolean {
  return (
    new Set(bytes).size < MIN_DISTINCT_BYTES ||
    isRepeated(bytes) ||
    countMostCommonStep(bytes) > MAX_EQUAL_STEPS ||
    bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)
  );
}

function isRepeated(bytes: Uint8Array): boolean {
  for (let period = 1; period <= bytes.length / 2; period += 1) {
    if (bytes.every((byte, at) => at < period || byte === bytes[at - period])) return true;
  }
  return false;
}

/**
 * How often the most common difference between neighbouring bytes occurs: 0, 1, 2, 3 … has only
 * one.
 */
function countMostCommonStep(bytes: Uint8Array): number {
  const counts = new Map<number, number>();
  bytes.forEach((byte, at) => {
    const step = at === 0 ? undefined : (byte - (bytes[at - 1] ?? 0) + 256) % 256;
    if (step !== undefined) counts.set(step, (counts.get(step) ?? 0) + 1);
  });
  return Math.max(0, ...counts.values());
}
