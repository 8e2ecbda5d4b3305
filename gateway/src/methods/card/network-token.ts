// The last step before a network token is sent to a provider: a cryptogram of its token service,
// which proves that the token is used by its merchant with the customer present. It moves no money,
// so it may be asked for again; without it the provider is not called.

import type { CardMeans, Means } from '../../providers/means.ts';
import type { Declined } from '../../providers/outcome.ts';
import type { RejectCode } from '../../providers/reject-codes.ts';
import type { TokenServiceRegistry } from '../../token-services/registry.ts';
import type { CryptogramAnswer } from '../../token-services/token-service-port.ts';
import type { PreparedCall } from '../method.ts';

/** The means with a cryptogram, or why the provider is not called. Other means stay as they are. */
export async function withCryptogram(
  tokenServices: TokenServiceRegistry,
  means: Means,
  { merchantId, amount }: PreparedCall,
): Promise<Means | Declined> {
  if (means.kind !== 'card' || means.networkToken === null || !isCustomerPresent(means)) {
    return means;
  }
  const { scheme, instrumentRef } = means.networkToken;
  const service = tokenServices.find(scheme);
  const answer = await service?.cryptogram({ instrumentRef, merchantId, amount });
  if (answer?.kind === 'issued') {
    return { ...means, cryptogram: answer.cryptogram, eci: answer.eci };
  }
  return { kind: 'declined', rejectCode: rejectCodeOf(answer), reference: null };
}

/** Without the customer the payment names the first one of its series instead. */
function isCustomerPresent({ exemption }: CardMeans): boolean {
  return exemption !== 'MIT';
}

function rejectCodeOf(answer: CryptogramAnswer | undefined): RejectCode {
  if (answer?.kind !== 'refused') return 'PROVIDER_UNAVAILABLE';
  return answer.why === 'SUSPENDED' ? 'TOKEN_SUSPENDED' : 'TOKEN_NOT_ACTIVE';
}
