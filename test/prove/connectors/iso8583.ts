// The proofs of the ISO 8583 connector: its bytes against another codec, and its exchanges against
// a host that is not ours.
import { codecProof } from './iso8583/codec-proof.ts';
import { jposProof } from './iso8583/jpos-proof.ts';

export const iso8583Proofs = [codecProof, jposProof] as const;
