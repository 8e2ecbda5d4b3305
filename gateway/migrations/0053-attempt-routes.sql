-- Why an authorization went to its provider: the rule, the providers in order, and the position.

alter table attempts add column route jsonb;
