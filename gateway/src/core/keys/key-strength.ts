// Tells a key that was made by hand from one that was drawn at random. The limits are far from what
// 32 random bytes look like: less than one random key in 10^13 is refused.

const LEAST_DISTINCT = 17;
const MOST_EQUAL_STEPS = 9;

/** Whether the bytes are few, a pattern, a sequence or readable text. */
export function isWeakKey(bytes: Uint8Array): boolean {
  return (
    new Set(bytes).size < LEAST_DISTINCT ||
    isRepeated(bytes) ||
    mostEqualSteps(bytes) > MOST_EQUAL_STEPS ||
    bytes.every((byte) => byte >= 0x20 && byte <= 0x7e)
  );
}

function isRepeated(bytes: Uint8Array): boolean {
  for (let period = 1; period <= bytes.length / 2; period += 1) {
    if (bytes.every((byte, at) => at < period || byte === bytes[at - period])) return true;
  }
  return false;
}

/** How often the commonest difference between neighbours occurs: 0, 1, 2, 3 … have only one. */
function mostEqualSteps(bytes: Uint8Array): number {
  const counts = new Map<number, number>();
  bytes.forEach((byte, at) => {
    const step = at === 0 ? undefined : (byte - (bytes[at - 1] ?? 0) + 256) % 256;
    if (step !== undefined) counts.set(step, (counts.get(step) ?? 0) + 1);
  });
  return Math.max(0, ...counts.values());
}
