// Proves the adapter of Adyen against the simulated one.
import { adyenProof } from '../support/counterparts/adyen.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';

proveProvider(adyenProof);
