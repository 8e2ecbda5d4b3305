// `bramka challenge`: does in a sandbox what a customer does on the issuer's page, so that a
// payment with strong authentication is finished without a browser.

import { Argument, type Command } from 'commander';
import { challengeActions } from '@bramka/sandbox/acs/authentication.ts';
import { call, Refused } from '../call.ts';
import { Failure } from '../failure.ts';
import { gatewayUrl } from '../operator-client.ts';
import { withGateway, type GatewayOptions } from '../options.ts';
import { json } from '../print.ts';
import type { Surface } from '../surface.ts';

interface ChallengeReply {
  readonly state: string;
  readonly transStatus?: string;
  readonly triesLeft: number;
  readonly isWrongPassword: boolean;
  readonly expiresAt: string;
}

interface ChallengeOptions extends GatewayOptions {
  readonly password: string;
}

export function addChallengeCommand(program: Command, { env, say }: Surface): void {
  withGateway(program.command('challenge'))
    .description("do what the customer does on the simulated issuer's page")
    .argument('<acsTxnId>', 'acsTxnId of the acsData of a payment')
    .addArgument(
      new Argument('[action]', 'what the customer does')
        .choices(challengeActions)
        .default('password'),
    )
    .option('--password <text>', 'the password that is typed; 1234 is right', '1234')
    .addHelpText(
      'after',
      '\npush sends the question to the bank app, approve and reject answer it there; cancel is\n' +
        'the button on the page; abandon walks away, and the challenge times out.',
    )
    .action(async (acsTxnId: string, action: string, options: ChallengeOptions) => {
      const url = gatewayUrl(options.url, env);
      const reply = await act(url, acsTxnId, action, options.password);
      say(options.json ? json(reply) : `${sentence(reply)}\n`);
    });
}

async function act(
  url: string,
  acsTxnId: string,
  action: string,
  password: string,
): Promise<ChallengeReply> {
  const path = `/sandbox/acs/challenges/${encodeURIComponent(acsTxnId)}`;
  const body = action === 'password' ? { action, password } : { action };
  try {
    return await call<ChallengeReply>(url, { method: 'POST', path, body });
  } catch (error) {
    if (error instanceof Refused && error.status === 404) {
      throw new Failure(`the sandbox at ${url} has no challenge ${acsTxnId}`);
    }
    throw error;
  }
}

function sentence(reply: ChallengeReply): string {
  if (reply.state === 'FINISHED') {
    const result = reply.transStatus === 'Y' ? 'authenticated' : 'not authenticated';
    return `finished: the customer is ${result} (transStatus ${String(reply.transStatus)})`;
  }
  if (reply.isWrongPassword) return `wrong password, ${String(reply.triesLeft)} tries left`;
  if (reply.state === 'PUSHED') return "sent to the bank's app: approve or reject it";
  return `open until ${reply.expiresAt}`;
}
