// The adapters repeat the recorded exchanges with programs that are not ours, without these: the
// same messages, and the same outcomes of the same answers.
import { describe, test } from 'node:test';
import { replayAdyen } from './adyen.ts';
import { replayJpos } from './iso8583/jpos-proof.ts';
import { formats } from './iso8583/pay-with-host.ts';
import { replayStripe } from './stripe.ts';

test('Adyen: the exchanges that Prism accepted', replayAdyen);

test('Stripe: the exchanges that stripe-mock accepted', replayStripe);

// At the same time, because each waits for an answer that does not come.
describe('ISO 8583: the exchanges with jPOS', { concurrency: true }, () => {
  for (const format of formats) test(`format ${format}`, () => replayJpos(format));
});
