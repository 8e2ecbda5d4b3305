// The commands of `bramka` and their exit codes. A command uses its process only through its
// context, so that tests can run commands inside their own process.

import { Command, CommanderError } from 'commander';
import { version } from '@bramka/gateway/core/release/version.ts';
import { addAuditCommands } from './commands/vault/audit.ts';
import { addTokenizeCommand } from './commands/vault/tokenize.ts';
import { addBankCommands } from './commands/customer/bank.ts';
import { addBlikCommands } from './commands/customer/blik.ts';
import { addTokenCommands } from './commands/customer/tokens.ts';
import { addWalletCommands } from './commands/customer/wallet.ts';
import { addBinCommands } from './commands/bins.ts';
import { addChallengeCommand } from './commands/challenge.ts';
import { addProviderCredentialCommands } from './commands/credentials.ts';
import { addClockCommands } from './commands/clock.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFaultCommands } from './commands/faults.ts';
import { addEventCommands } from './commands/events/events.ts';
import { addListenCommand } from './commands/events/listen.ts';
import { addReplayCommands } from './commands/events/replay.ts';
import { addMigrateCommand } from './commands/database/migrate.ts';
import { addDepositCommands } from './commands/money/deposits.ts';
import { addDisputeCommands } from './commands/money/disputes.ts';
import { addSettlementCommands } from './commands/money/settlements.ts';
import { addFeeCommands } from './commands/money/fees.ts';
import { addLedgerCommands } from './commands/money/ledger.ts';
import { addRefundCommands } from './commands/money/refunds.ts';
import { addKeyCommands } from './commands/vault/keys.ts';
import { addMerchantCommands } from './commands/merchants.ts';
import { addPageCommands } from './commands/page.ts';
import { addPayCommand } from './commands/pay.ts';
import { addPaymentCommands } from './commands/payments.ts';
import { addPaywallCommand } from './commands/processes/paywall.ts';
import { addSandboxCommand } from './commands/processes/sandbox.ts';
import { addStartCommand } from './commands/processes/start.ts';
import { addIso8583Commands } from './commands/protocols/iso8583.ts';
import { addReconcileCommands } from './commands/reconcile/reconcile.ts';
import { addResetCommand } from './commands/reset.ts';
import { addTriggersCommand } from './commands/triggers.ts';
import { addRouteCommands } from './commands/routing/routes.ts';
import { addCredentialCommands } from './commands/wallets/credentials.ts';
import { Failure } from './failure.ts';
import type { ProcessContext, CommandContext } from './context.ts';

const examples = `
Examples:
  bramka start                              run a sandbox, http://127.0.0.1:8080
  bramka pay 19.99                          make a card payment
  bramka pay 19.99 --card 4000000000009995  declined: insufficient funds
  bramka pay 19.99 --card 4917110020000007  the issuer asks the customer first
  bramka challenge <acsTxnId>               confirm, from another terminal
  bramka pay 19.99 --bank 106               pay by bank transfer
  bramka bank pay                           make it, from another terminal
  bramka pay 19.99 --wallet APAY            pay with Apple Pay
  bramka tokenize                           store a card as a token
  bramka pay 100 --preauth                  hold an amount
  bramka capture <paymentId> 60.00          take a part of it, release the rest
  bramka refund <paymentId> 5.00            return a part to the customer
  bramka status <paymentId>                 show a payment with its transactions
  bramka listen --forward-to http://localhost:3000
                                            pass notifications to your program
  bramka merchants add 20000001 --name "Flower shop"
  bramka bins find 491711                   look up a card number
  bramka clock advance 31d                  move the clock, run what becomes due
  bramka sandbox                            run only the simulated providers
  bramka doctor                             check what \`bramka start\` needs

\`bramka <command> --help\` shows the options of a command, \`bramka start --help\`
the environment variables.`;

/** Without `[options]`, so that the list fits into 80 columns. */
function subcommandTerm(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [command.name(), ...words].join(' ');
}

/** Commander says "command-argument value 'x' is invalid for argument 'amount'." */
function plainError(text: string): string {
  return text
    .replace(/^error: /, 'bramka: ')
    .replace(
      /command-argument value ('.*') is invalid for argument '(.*)'\./,
      '$1 is not a valid $2.',
    );
}

/** They become parts of addresses, where these words lead to something else. */
function checkArguments({ args, registeredArguments }: Command): void {
  const wrong = args.findIndex((word) => ['', '.', '..'].includes(word.trim()));
  if (wrong < 0) return;
  const name = registeredArguments.at(Math.min(wrong, registeredArguments.length - 1))?.name();
  throw new Failure(`${name ?? 'the argument'} must not be empty, "." or ".."`);
}

export function createProgram(context: CommandContext): Command {
  const program = new Command('bramka')
    .description('Bramka, a payment gateway for e-commerce; everything runs on one machine.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ subcommandTerm })
    .addHelpText('after', examples)
    // An option after a command is the command's own: `wallet token --version`.
    .enablePositionalOptions()
    .hook('preAction', (_, command) => checkArguments(command))
    // Subcommands inherit both settings, so commander neither exits nor prints by itself.
    .exitOverride()
    .configureOutput({
      writeOut: context.print,
      writeErr: context.printError,
      outputError: (text, write) => write(plainError(text)),
    });
  addStartCommand(program, context);
  addPayCommand(program, context);
  addPaymentCommands(program, context);
  addRefundCommands(program, context);
  addTokenizeCommand(program, context);
  addChallengeCommand(program, context);
  addBankCommands(program, context);
  addBlikCommands(program, context);
  addTokenCommands(program, context);
  addWalletCommands(program, context);
  addListenCommand(program, context);
  addEventCommands(program, context);
  addReplayCommands(program, context);
  addMerchantCommands(program, context);
  addProviderCredentialCommands(program, context);
  addRouteCommands(program, context);
  addPageCommands(program, context);
  addFeeCommands(program, context);
  addDepositCommands(program, context);
  addSettlementCommands(program, context);
  addLedgerCommands(program, context);
  addDisputeCommands(program, context);
  addKeyCommands(program, context);
  addCredentialCommands(program, context);
  addAuditCommands(program, context);
  addReconcileCommands(program, context);
  addTriggersCommand(program, context);
  addBinCommands(program, context);
  addIso8583Commands(program, context);
  addClockCommands(program, context);
  addFaultCommands(program, context);
  addResetCommand(program, context);
  addSandboxCommand(program, context);
  addPaywallCommand(program, context);
  addMigrateCommand(program, context);
  addDoctorCommand(program, context);
  return program;
}

/** Runs one command and returns the exit code of the process. */
export async function runCommand(
  words: readonly string[],
  context: ProcessContext,
): Promise<number> {
  let code = 0;
  const program = createProgram({ ...context, setFailed: () => (code = 1) });
  if (words.length === 0) {
    program.outputHelp();
    return code;
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (!(error instanceof Failure)) throw error;
    context.printError(`bramka: ${error.message}\n`);
    return 1;
  }
}
