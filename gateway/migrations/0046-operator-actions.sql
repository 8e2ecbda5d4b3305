-- Every action of the operator is in the audit log, with what was asked for, before and after. The text is
-- JSON as it was written, because the hash of the row covers it; it never contains a secret.

alter table audit_log add column details text;
