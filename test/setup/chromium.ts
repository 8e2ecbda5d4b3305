// Finds the Chromium for the browser tests.
import { findOnPath } from './commands.ts';

// The headless shell is Chromium without a window, and takes a third less processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

export function findChromium(): string | undefined {
  return names.map((name) => findOnPath(name)).find((path) => path !== undefined);
}
