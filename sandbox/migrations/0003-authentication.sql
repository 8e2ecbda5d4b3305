-- What the simulated issuer's access control server knows: one row per authentication, changed under
-- its version only. Of the card it keeps the first six and the last four digits, nothing else.

create table sandbox.authentications (
  created_at timestamptz not null,
  expires_at timestamptz not null,
  due_at timestamptz,
  version integer not null,
  tries integer not null,
  interaction_counter integer not null,
  result_tries integer not null,
  sdk_messages integer not null,
  acs_trans_id uuid not null,
  ds_trans_id uuid not null,
  server_trans_id uuid not null,
  sdk_trans_id text,
  organization text not null,
  message_version text not null,
  message_category text not null,
  device_channel text not null,
  server_url text not null,
  notification_url text,
  merchant_name text not null,
  amount text,
  currency text,
  card_mask text not null,
  path text not null,
  state text not null,
  trans_status text not null,
  trans_status_reason text,
  eci text,
  cavv text,
  challenge_cancel text,
  session_data text,
  session_key text,
  result_state text not null,
  constraint authentications_pkey primary key (acs_trans_id),
  constraint authentications_server_trans_id unique (server_trans_id),
  constraint authentications_ds_trans_id unique (ds_trans_id),
  constraint authentications_card_mask check (card_mask ~ '^[0-9]{6}[*]+[0-9]{4}$'),
  constraint authentications_state check (state in ('OPEN', 'PUSHED', 'FINISHED')),
  constraint authentications_result check
    (result_state in ('NONE', 'DUE', 'DELIVERED', 'GIVEN_UP')),
  constraint authentications_result_at_end check (result_state = 'NONE' or state = 'FINISHED'),
  constraint authentications_due check
    ((due_at is not null) = (state <> 'FINISHED' or result_state = 'DUE')),
  constraint authentications_proof check ((cavv is not null) = (trans_status in ('Y', 'A')))
);
create index authentications_due_at on sandbox.authentications (due_at) where due_at is not null;

-- What the authorization said about the customer: the ECI, or why no authentication was needed.
alter table sandbox.charges add column eci text;
alter table sandbox.charges add column exemption text;
