// Starts the Chromium of the browser tests. Frames of other sites share a process with their page,
// because every process takes a fifth of a second.
import { chromium, type Browser } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-site-isolation-trials',
];

/** Long, for a busy machine. */
export const PATIENCE_MS = 180_000;

export function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: flags, timeout: PATIENCE_MS });
}
