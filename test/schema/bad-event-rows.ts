// Valid and bad rows of the tables of deliveries; part of bad-rows.ts.

import { type Values } from './bad-sandbox-rows.ts';

export const goodEventRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.event_epoch': (number) => ({ epoch: number % 100 }),
  'public.event_queue': (number) => ({ sequence: number + 1, attempts: 0, earlier_attempts: 0 }),
  'public.delivery_attempts': (number) => ({
    attempt: number + 1,
    result: 'RETRY',
    cause: 'STATUS',
    http_status: 500,
  }),
  'public.receivers': (number) => ({ origin: `https://shop-${number}.example` }),
};

export const badEventRows: Readonly<Record<string, readonly Values[]>> = {
  'public.event_epoch event_epoch_only': [{ is_only: false }],
  'public.event_epoch event_epoch_range': [{ epoch: -1 }, { epoch: 32_768 }],
  'public.event_queue event_queue_sequence': [{ sequence: 0 }],
  'public.event_queue event_queue_attempts': [{ attempts: -1 }],
  'public.event_queue event_queue_earlier': [{ earlier_attempts: -1 }],
  'public.event_queue event_queue_lease': [{ lease: -1 }],
  'public.delivery_attempts delivery_attempts_attempt': [{ attempt: 0 }],
  'public.delivery_attempts delivery_attempts_duration': [{ duration_ms: -1 }],
  'public.delivery_attempts delivery_attempts_result': [{ result: 'PENDING' }],
  'public.delivery_attempts delivery_attempts_cause': [{ cause: 'ERROR', http_status: null }],
  'public.delivery_attempts delivery_attempts_status': [
    { http_status: null },
    { cause: 'DNS', http_status: 200 },
  ],
  'public.delivery_attempts delivery_attempts_answer': [{ answer: 'x'.repeat(1025) }],
  'public.receivers receivers_origin': [{ origin: '' }],
  'public.receivers receivers_failures': [{ consecutive_failures: -1 }],
};
