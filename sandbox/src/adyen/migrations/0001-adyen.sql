-- The messages of the simulated Adyen to the gateway: one for each operation, under its key.

create table sandbox.adyen_messages (
  message_id uuid not null,
  url text not null,
  body text not null,
  state text not null,
  tries integer not null,
  created_at timestamptz not null,
  due_at timestamptz,
  version integer not null,
  constraint adyen_messages_pkey primary key (message_id),
  constraint adyen_messages_state check (state in ('DUE', 'DELIVERED', 'GIVEN_UP')),
  constraint adyen_messages_due check ((due_at is not null) = (state = 'DUE'))
);
create index adyen_messages_due_at on sandbox.adyen_messages (due_at) where due_at is not null;
