// What is measured of the payment page.

export const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof categories)[number];

/** When something was reached, in milliseconds from the start of the navigation. */
export const moments = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'whole form visible',
  interactive: 'usable',
} as const;
export type Moment = keyof typeof moments;

export interface LoadedFile {
  readonly url: string;
  /** As sent: compressed, with its headers. */
  readonly sentBytes: number;
  readonly plainBytes: number;
}

export interface PageMeasurement {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  readonly timesMs: Readonly<Record<Moment, number>>;
  readonly files: readonly LoadedFile[];
  /** What Lighthouse wants changed, one line each. */
  readonly advice: readonly string[];
}
