// `bramka challenge`: answers a 3-D Secure challenge of a sandbox in place of the customer, so that
// a payment can be finished without a browser.

import { Argument, type Command } from 'commander';
import { challengeActions } from '@bramka/sandbox/acs/authentication.ts';
import { withGateway, type GatewayOptions } from '../api/options.ts';
import { callSandbox } from '../api/sandbox.ts';
import { json } from '../print.ts';
import type { CommandContext } from '../context.ts';

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

const actionHelp = `
Actions:
  password   enter the password (default)
  push       send a push message to the bank app
  approve    approve in the bank app
  reject     reject in the bank app
  cancel     press the cancel button on the page
  abandon    leave the page; the challenge times out

Examples:
  bramka challenge 01a1ddaa-94be-73d2-943c-8b7759934376
  bramka challenge 01a1ddaa-94be-73d2-943c-8b7759934376 --password wrong
  bramka challenge 01a1ddaa-94be-73d2-943c-8b7759934376 cancel`;

export function addChallengeCommand(program: Command, { env, print }: CommandContext): void {
  withGateway(program.command('challenge'))
    .description('answer a 3-D Secure challenge in place of the customer')
    .argument('<acsTxnId>', 'acsTxnId, from `bramka pay` or from acsData')
    .addArgument(
      new Argument('[action]', 'what the customer does')
        .choices(challengeActions)
        .default('password'),
    )
    .option('--password <text>', 'the password to enter; 1234 is correct', '1234')
    .addHelpText('after', actionHelp)
    .action(async (acsTxnId: string, action: string, options: ChallengeOptions) => {
      const reply = await callSandbox<ChallengeReply>(options, env, {
        path: `/sandbox/acs/challenges/${encodeURIComponent(acsTxnId)}`,
        body: action === 'password' ? { action, password: options.password } : { action },
        notFound: (_, url) => `the sandbox at ${url} has no challenge ${acsTxnId}`,
      });
      print(options.json ? json(reply) : `${sentence(reply)}\n`);
    });
}

function sentence(reply: ChallengeReply): string {
  if (reply.state === 'FINISHED') {
    const result = reply.transStatus === 'Y' ? 'authenticated' : 'not authenticated';
    return `The customer is ${result} (transStatus ${String(reply.transStatus)}).`;
  }
  if (reply.isWrongPassword) return `Wrong password; ${triesText(reply.triesLeft)} left.`;
  if (reply.state === 'PUSHED') return 'Sent to the bank app; answer with approve or reject.';
  return `The challenge is open until ${reply.expiresAt}.`;
}

function triesText(count: number): string {
  return count === 1 ? '1 try' : `${count} tries`;
}
