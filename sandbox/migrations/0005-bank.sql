-- What the simulated banks know: one row per transfer that a customer was sent to, and one per
-- transfer back. Rows of transfers change under their version only.

create table sandbox.transfers (
  created_at timestamptz not null,
  changed_at timestamptz not null,
  valid_until timestamptz not null,
  due_at timestamptz,
  notice_due_at timestamptz,
  version integer not null,
  notice_index integer not null,
  notice_tries integer not null,
  bank_id integer not null,
  amount_minor bigint not null,
  refunded_minor bigint not null,
  remote_id text not null,
  token text not null,
  intermediary text not null,
  order_id text not null,
  bank_name text not null,
  currency text not null,
  description text not null,
  return_url text not null,
  service_id text not null,
  return_hash text not null,
  state text not null,
  details text,
  constraint transfers_pkey primary key (remote_id),
  constraint transfers_amount check (amount_minor > 0),
  constraint transfers_refunded check (refunded_minor between 0 and amount_minor),
  constraint transfers_state check
    (state in ('WAITING', 'OPENED', 'PAID', 'REFUSED', 'CANCELLED', 'EXPIRED')),
  constraint transfers_due check ((due_at is not null) = (state in ('WAITING', 'OPENED')))
);
create index transfers_order on sandbox.transfers (intermediary, order_id);
create index transfers_due_at on sandbox.transfers (due_at) where due_at is not null;
create index transfers_notice on sandbox.transfers (notice_due_at) where notice_due_at is not null;
create index transfers_changed on sandbox.transfers (changed_at);

create table sandbox.transfer_refunds (
  created_at timestamptz not null,
  done_at timestamptz not null,
  amount_minor bigint not null,
  message_id text not null,
  intermediary text not null,
  remote_id text not null,
  currency text not null,
  result text not null,
  remote_out_id text not null,
  constraint transfer_refunds_pkey primary key (intermediary, message_id)
);
