// The commands of `bramka` and how they end. A command touches its process only through what it is
// handed, so that tests run commands inside their own process.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addBinCommands } from './commands/bins.ts';
import { addChallengeCommand } from './commands/challenge.ts';
import { addClockCommands } from './commands/clock.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addFaultCommands } from './commands/faults.ts';
import { addKeyCommands } from './commands/keys.ts';
import { addMerchantCommands } from './commands/merchants.ts';
import { addPayCommand } from './commands/pay.ts';
import { addResetCommand } from './commands/reset.ts';
import { addStartCommand } from './commands/start.ts';
import { addTriggersCommand } from './commands/triggers.ts';
import { Failure } from './failure.ts';
import type { Console, Surface } from './surface.ts';

const examples = `
Examples:
  bramka start                                  the sandbox on http://127.0.0.1:8080
  bramka pay 19.99                              a card payment, followed to its end
  bramka pay 19.99 --card 4000000000009995      the same, declined for lack of funds
  bramka pay 19.99 --card 4917110020000007      the same, the bank asks the customer first
  bramka challenge <acsTxnId>                   answers the bank, from another terminal
  bramka merchants add 20000001 --name "Flower shop"
  bramka merchants set 20000001 methods=CARD,BLIK holdDays=7 settlement.afterDays=2
  bramka merchants set 20000001 status=SUSPENDED
  bramka bins check bins.csv                    whether a gateway could use this BIN table
  bramka clock advance 31d                      what is due in that time happens now
  bramka doctor                                 what keeps it from starting, if anything

\`bramka <command> --help\` tells more; \`bramka start --help\` lists the environment variables.`;

function createProgram(surface: Surface): Command {
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const program = new Command('bramka')
    .description('Bramka, a payment gateway that runs whole on one machine.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', examples)
    // Subcommands take both over: nothing in commander ends the process or prints by itself.
    .exitOverride()
    .configureOutput({
      writeOut: surface.say,
      writeErr: surface.complain,
      outputError: (text, write) => write(text.replace(/^error: /, 'bramka: ')),
    });
  addStartCommand(program, surface);
  addPayCommand(program, surface);
  addChallengeCommand(program, surface);
  addMerchantCommands(program, surface);
  addKeyCommands(program, surface);
  addTriggersCommand(program, surface);
  addBinCommands(program, surface);
  addClockCommands(program, surface);
  addFaultCommands(program, surface);
  addResetCommand(program, surface);
  addDoctorCommand(program, surface);
  return program;
}

/** Runs one command and returns the exit code of the process. */
export async function runCommand(words: readonly string[], console: Console): Promise<number> {
  let code = 0;
  const program = createProgram({ ...console, fail: () => (code = 1) });
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
    console.complain(`bramka: ${error.message}\n`);
    return 1;
  }
}
