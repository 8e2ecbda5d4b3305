// docs/reference/events.md: the messages to merchants, their names and fields in the order in which
// they are signed.

import { eventFields } from '@bramka/gateway/events/event.ts';
import { eventMeanings, fieldMeanings } from '@bramka/gateway/events/meanings.ts';
import { code, page, plain, table } from './markdown.ts';

export function eventsPage(): string {
  return page(
    'Events',
    'Messages from the gateway to the merchant: one flat JSON object for each change. They are ' +
      'sent to the notification address of the merchant.',
    table(
      ['Event', 'When'],
      Object.entries(eventMeanings).map(([name, meaning]) => [code(name), plain(meaning)]),
    ),
    '## Fields',
    'In the order in which they are sent and signed. Fields without a value are absent.',
    table(
      ['Field', 'Meaning'],
      eventFields.map((field) => [code(field), plain(fieldMeanings[field])]),
    ),
  );
}
