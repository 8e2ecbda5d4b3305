-- What a provider itself said about a decline, beside our reject code.

alter table attempts add column provider_code text
  constraint attempts_provider_code check (length(provider_code) between 1 and 64);
