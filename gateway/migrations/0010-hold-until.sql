-- When a hold ends that is not captured before, and the window a challenge is shown in.

alter table payments add column hold_until timestamptz;
update payments p set hold_until = d.due_at from deadlines d
  where d.merchant_id = p.merchant_id and d.payment_id = p.payment_id
    and p.status = 'COMPLETED' and p.trans_kind = 'PREAUTH' and p.captured_minor = 0;

alter table authentications add column challenge_window_size text;
