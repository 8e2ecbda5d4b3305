// Arguments and options that the payment commands share.

import { InvalidArgumentError, type Command } from 'commander';

const DEFAULT_WAIT_SECONDS = 120;

export function readAmount(text: string): string {
  if (/^(0|[1-9]\d*)(\.\d+)?$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a number such as 19.99.');
}

export function readSeconds(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of seconds.');
}

/** For commands that move money. */
export function withRequest(command: Command): Command {
  return command
    .option(
      '--wait <seconds>',
      'how long to wait while it is PENDING',
      readSeconds,
      DEFAULT_WAIT_SECONDS,
    )
    .option('--idempotency-key <key>', 'repeat an earlier request without a second effect');
}
