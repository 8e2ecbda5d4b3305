-- Delivery of events to merchants. An event that is not finished has a row in the queue, written
-- together with the event; the node that writes it holds its lease.

alter table payments add column has_notify_url boolean not null default false;

-- The transaction that committed an event. Readers that follow the events of a merchant take only
-- those of transactions before all running ones, so that they miss none that commits late.
alter table events add column commit_xid bigint not null default 0;
alter table events alter column commit_xid set default pg_current_xact_id()::text::bigint;
create index events_by_commit on events (merchant_id, commit_xid);

create table event_queue (
  merchant_id text not null,
  payment_id uuid not null,
  sequence integer not null constraint event_queue_sequence check (sequence > 0),
  event_id uuid not null,
  has_notify_url boolean not null,
  -- When it may be claimed: the end of its lease, or the time of the next attempt.
  due_at timestamptz not null,
  attempts integer not null constraint event_queue_attempts check (attempts >= 0),
  -- Attempts before the last replay.
  earlier_attempts integer not null constraint event_queue_earlier check (earlier_attempts >= 0),
  is_leased boolean not null,
  -- Increases with every claim; the holder of an older lease can no longer write.
  lease integer not null constraint event_queue_lease check (lease >= 0),
  primary key (merchant_id, payment_id, sequence)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
-- An expression, so that the planner cannot use this index to look up single rows: with statistics of
-- an empty queue it expects that reading all rows of a merchant costs nothing.
create index event_queue_due on event_queue ((merchant_id || ''), due_at);

create table delivery_attempts (
  merchant_id text not null,
  event_id uuid not null,
  attempt integer not null constraint delivery_attempts_attempt check (attempt > 0),
  url text not null,
  started_at timestamptz not null,
  duration_ms integer not null constraint delivery_attempts_duration check (duration_ms >= 0),
  result text not null constraint delivery_attempts_result
    check (result in ('ACCEPTED', 'RETRY', 'REFUSED', 'FAILED')),
  cause text not null constraint delivery_attempts_cause
    check (cause in
      ('STATUS', 'DNS', 'ADDRESS', 'CONNECT', 'TLS', 'TIMEOUT', 'RESET', 'PROTOCOL',
       'PAUSED')),
  http_status integer,
  answer text not null constraint delivery_attempts_answer check (octet_length(answer) <= 1024),
  primary key (merchant_id, event_id, attempt),
  constraint delivery_attempts_status check ((http_status is null) = (cause <> 'STATUS'))
);
create index delivery_attempts_ended_badly on delivery_attempts (merchant_id, event_id)
  where result in ('REFUSED', 'FAILED');

-- The health of the addresses that events are sent to.
create table receivers (
  merchant_id text not null,
  origin text not null constraint receivers_origin check (origin <> ''),
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_cause text,
  consecutive_failures integer not null constraint receivers_failures
    check (consecutive_failures >= 0),
  updated_at timestamptz not null,
  primary key (merchant_id, origin)
);
create index receivers_unhealthy on receivers (merchant_id, origin) where consecutive_failures > 0;
