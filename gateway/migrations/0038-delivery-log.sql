-- Finds the attempts that the job forget-deliveries deletes or shortens: those that were repeated, and
-- those with an answer. What is left after that is not in the index.

create index delivery_attempts_by_time on delivery_attempts (started_at)
  where answer <> '' or result = 'RETRY';
