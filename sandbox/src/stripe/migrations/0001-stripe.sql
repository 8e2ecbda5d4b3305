-- The simulated Stripe: intents before and beside their charge at the acquirer, answers by
-- idempotency key, and messages to the gateway. Card data is never stored.

create table sandbox.stripe_intents (
  intent_id text not null,
  attempt_id uuid not null,
  merchant_id text not null,
  payment_id uuid not null,
  amount_minor bigint not null,
  currency text not null,
  is_hold boolean not null,
  state text not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  version integer not null,
  constraint stripe_intents_pkey primary key (intent_id),
  constraint stripe_intents_state check (state in ('OPEN', 'CONFIRMED', 'CANCELED')),
  constraint stripe_intents_amount check (amount_minor > 0)
);
create index stripe_intents_by_attempt on sandbox.stripe_intents (attempt_id);

create table sandbox.stripe_answers (
  answer_id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  constraint stripe_answers_pkey primary key (answer_id)
);
create index stripe_answers_by_key on sandbox.stripe_answers (idempotency_key, created_at);

create table sandbox.stripe_messages (
  message_id uuid not null,
  url text not null,
  body text not null,
  state text not null,
  tries integer not null,
  created_at timestamptz not null,
  due_at timestamptz,
  version integer not null,
  constraint stripe_messages_pkey primary key (message_id),
  constraint stripe_messages_state check (state in ('DUE', 'DELIVERED', 'GIVEN_UP')),
  constraint stripe_messages_due check ((due_at is not null) = (state = 'DUE'))
);
create index stripe_messages_due_at on sandbox.stripe_messages (due_at) where due_at is not null;
