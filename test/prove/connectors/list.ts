// The proofs of connectors against programs that are not ours.
import type { ConnectorProof } from './proof.ts';

export const connectorProofs: readonly ConnectorProof[] = [];
