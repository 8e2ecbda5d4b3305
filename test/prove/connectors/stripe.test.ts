// The adapter of Stripe with stripe-mock, if it is here.
import { stripeProof } from './stripe.ts';
import { testProof } from './test-proof.ts';

testProof(stripeProof);
