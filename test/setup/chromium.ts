// Finds the Chromium for the browser tests.
import { findOnPath } from './commands.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export function findChromium(): string | undefined {
  return names.map((name) => findOnPath(name)).find((path) => path !== undefined);
}
