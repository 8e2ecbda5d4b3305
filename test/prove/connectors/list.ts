// The proofs of connectors against programs that are not ours.
import { adyenProof } from './adyen.ts';
import { iso8583Proofs } from './iso8583.ts';
import type { ConnectorProof } from './proof.ts';
import { stripeProof } from './stripe.ts';

export const connectorProofs: readonly ConnectorProof[] = [
  adyenProof,
  stripeProof,
  ...iso8583Proofs,
];
