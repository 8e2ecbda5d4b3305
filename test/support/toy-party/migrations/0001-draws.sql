-- The draws of the toy party.

create table sandbox.draws (
  draw_id uuid primary key,
  number integer not null
);
