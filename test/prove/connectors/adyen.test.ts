// The adapter of Adyen with Prism, if it is here.
import { adyenProof } from './adyen.ts';
import { testProof } from './test-proof.ts';

testProof(adyenProof);
