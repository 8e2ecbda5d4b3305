-- A payment on the payment page stays open after a refused try: how many tries were refused, and when the
-- last one was. What belongs to the current try began after that moment.

alter table payments
  add column refused_tries integer not null default 0 constraint payments_refused_tries check (refused_tries >= 0),
  add column refused_at timestamptz;
alter table payments add constraint payments_refused_at check ((refused_at is null) = (refused_tries = 0));
