// A provider that the instrument names is used or refused; it is never replaced by another one.

import { invalid } from '../../core/refusals.ts';
import { preferredProviders } from '../../merchants/preferred-providers.ts';
import type { ProviderChoice } from '../../providers/registry.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { isFunding } from '../model/payment.ts';
import type { InstrumentRequest } from '../features/feature.ts';

export function refuseOtherProvider(
  { providers }: Pick<PaymentParts, 'providers'>,
  { method, instrument, merchant, payment }: InstrumentRequest,
): void {
  const named = instrument?.provider;
  if (!method || named === undefined) return;
  const preferred = preferredProviders(merchant.settings, method.name);
  const choices = method.means.map((means) =>
    providers.choose({ means, named, preferred, isFunding: isFunding(payment) }),
  );
  const others = choices.filter(isNotOffered);
  if (others.length < choices.length) return;
  const names = others.flatMap((choice) => choice.names);
  throw invalid('instrument.provider', `must be ${names.join(' or ')}, or be left out`);
}

function isNotOffered(
  choice: ProviderChoice,
): choice is Extract<ProviderChoice, { kind: 'not-offered' }> {
  return choice.kind === 'not-offered';
}
