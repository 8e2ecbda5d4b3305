-- A new row of the queue is leased to the node that writes it. These values are the same in every new
-- row, so they are not sent.

alter table event_queue
  alter column attempts set default 0,
  alter column earlier_attempts set default 0,
  alter column is_leased set default true,
  alter column lease set default 0;
