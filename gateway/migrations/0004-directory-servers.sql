-- Card ranges are kept per directory server, under the name of the organization that runs it: those
-- of Maestro stand with Mastercard's, those of Diners with Discover's. What was told before is
-- forgotten and asked for anew: a list of Mastercard alone would say that no Maestro takes part.
delete from card_ranges;
