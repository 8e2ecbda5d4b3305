// The dependencies of the inbound notifications.

import type { Processor, ProcessParts } from '../payments/processing/processor.ts';
import type { Links } from '../payments/links/links.ts';

export interface NotificationParts {
  readonly processing: ProcessParts;
  readonly processor: Processor;
  readonly links: Links;
}
