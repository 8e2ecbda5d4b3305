// AlgorithmIdentifier of CMS and X.509 (RFC 5280, section 4.1.1.2).

import type { Asn1Value } from '../../../core/der/read.ts';
import { isOid, sequenceOf } from '../../../core/der/values.ts';
import { tags } from '../../../core/der/write.ts';

/** Whether it is this algorithm without parameters; NULL means none. */
export function isAlgorithm(value: Asn1Value | undefined, id: string): boolean {
  const [algorithm, parameters, more] = sequenceOf(value) ?? [];
  const hasNone = parameters === undefined || parameters.tag === tags.null;
  return isOid(algorithm, id) && hasNone && more === undefined;
}

export function algorithmOf<T extends string>(
  value: Asn1Value | undefined,
  ids: readonly T[],
): T | undefined {
  return ids.find((id) => isAlgorithm(value, id));
}
