// Checks a picture of the documentation: a WebP file that shows something and stays small.

export const MOST_BYTES = 60_000;
/** An empty window has a tenth of it. */
const LEAST_BYTES = 10_000;

export function pictureProblem(file: Buffer): string | undefined {
  const kind = `${file.toString('latin1', 0, 4)} ${file.toString('latin1', 8, 12)}`;
  if (kind !== 'RIFF WEBP') return 'is not a WebP file';
  if (file.length > MOST_BYTES) return `has ${file.length} bytes`;
  if (file.length < LEAST_BYTES) return 'shows nothing';
  return undefined;
}
