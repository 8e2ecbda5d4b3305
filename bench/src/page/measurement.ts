// What is measured of the payment page.

export const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Category = (typeof categories)[number];

/** When something was reached, in milliseconds from the start of the navigation. */
export const moments = {
  // The HTML is complete: its form can be filled and sent before a script runs.
  'first-contentful-paint': 'form visible and usable',
  'largest-contentful-paint': 'largest text visible',
  interactive: 'script in control',
} as const;
export type Moment = keyof typeof moments;

export interface LoadedFile {
  readonly url: string;
  /** As sent: compressed, with its headers. */
  readonly sentBytes: number;
  readonly plainBytes: number;
}

export interface PageMeasurement {
  /** How much slower the simulated phone is than this machine. */
  readonly slowdown: number;
  /** From 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  readonly timesMs: Readonly<Record<Moment, number>>;
  readonly files: readonly LoadedFile[];
  /** What Lighthouse wants changed, one line each. */
  readonly advice: readonly string[];
}
