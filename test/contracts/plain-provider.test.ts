// Proves the plain adapter against the simulated acquirer.
import { plainProof } from '../support/counterparts/plain.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';

proveProvider(plainProof);
