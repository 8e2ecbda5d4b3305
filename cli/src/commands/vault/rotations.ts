// `bramka keys rotate-master` and `bramka keys rotate-data`: start a rotation of keys in a running
// gateway and show its progress. The gateway works on it, so the command may be interrupted;
// --status shows the progress again.

import type { Command } from 'commander';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import type { KeyRotation, StartRotation } from '@bramka/client/src/operator.ts';
import { Refused } from '../../api/calls.ts';
import { operatorClient, type OperatorClient } from '../../api/operator.ts';
import { withOperator, type OperatorOptions } from '../../api/options.ts';
import { json } from '../../print.ts';
import type { CommandContext } from '../../context.ts';

interface RotateOptions extends OperatorOptions {
  readonly merchant?: string;
  readonly status?: boolean;
}

const POLL_MS = 500;

const masterHelp = `
To change the master key itself, set the next one on every node (BRAMKA_MASTER_KEY_NEXT,
_FILE or _COMMAND), restart the nodes one by one, run this command, and then set
the next one as BRAMKA_MASTER_KEY. Without a next master key the root key is replaced
and wrapped by the present one.`;

export function addRotationCommands(keys: Command, context: CommandContext): void {
  withOperator(keys.command('rotate-master'))
    .description('replace the root key, and change to the next master key if one is set')
    .option('--status', 'show the progress of the latest rotation, start none')
    .addHelpText('after', masterHelp)
    .action((options: RotateOptions) => rotate(context, options, { kind: 'MASTER' }));
  withOperator(keys.command('rotate-data'))
    .description('replace the data keys, which encrypt cards')
    .option('--merchant <MID>', 'only the key of this merchant')
    .option('--status', 'show the progress of the latest rotation, start none')
    .action((options: RotateOptions) =>
      rotate(context, options, { kind: 'DATA', merchantId: options.merchant }),
    );
}

async function rotate(
  { env, print, printError }: CommandContext,
  options: RotateOptions,
  wanted: StartRotation,
): Promise<void> {
  const client = operatorClient(options, env);
  if (options.status) {
    const latest = await latestOf(client);
    if (options.json) print(json(latest ?? null));
    else print(latest ? `${progressOf(latest)}\n` : 'No keys have been rotated yet.\n');
    return;
  }
  const report = options.json ? () => undefined : printError;
  const started = await startOrJoin(client, wanted, report);
  const ended = await waitForEnd(client, started, report);
  print(options.json ? json(ended) : `${endOf(ended)}\n`);
}

/** A rotation of the same kind that is running already is shown instead of starting another. */
async function startOrJoin(
  client: OperatorClient,
  wanted: StartRotation,
  report: (text: string) => void,
): Promise<KeyRotation> {
  try {
    return await client.keys.startRotation(wanted);
  } catch (error) {
    const running = error instanceof Refused && error.code === 'ROTATION_RUNNING';
    const latest = running ? await latestOf(client) : undefined;
    if (latest?.kind !== wanted.kind) throw error;
    report(`rotation ${latest.rotationId} is running already\n`);
    return latest;
  }
}

async function waitForEnd(
  client: OperatorClient,
  started: KeyRotation,
  report: (text: string) => void,
): Promise<KeyRotation> {
  let shown = '';
  for (let now = started; ; now = (await latestOf(client)) ?? now) {
    if (now.rotationId !== started.rotationId || now.state === 'DONE') return now;
    const line = progressOf(now);
    if (line !== shown) report(`${line}\n`);
    shown = line;
    await systemClock.sleep(POLL_MS);
  }
}

async function latestOf(client: OperatorClient): Promise<KeyRotation | undefined> {
  return (await client.keys.listRotations()).rotations[0];
}

const stateText: Readonly<Record<string, string>> = {
  PREPARING: 'preparing: the new key is being made known to all nodes',
  REWRAPPING: 'encrypting values with the new key',
  RETIRING: 'checking that no value needs the old key',
  DONE: 'done: the old key is destroyed',
};

function progressOf({ rotationId, kind, merchantId, ...rotation }: KeyRotation): string {
  const what = kind === 'MASTER' ? 'root key' : 'data keys';
  const whose = merchantId === undefined ? '' : ` of merchant ${merchantId}`;
  const { state, done, total, problem } = rotation;
  const counts = state === 'PREPARING' ? '' : `, ${done} of ${Math.max(done, total)} values`;
  const trouble = problem === undefined ? '' : `; problem: ${problem}`;
  return `rotation ${rotationId}, ${what}${whose}: ${stateText[state] ?? state}${counts}${trouble}`;
}

function endOf({ kind, done }: KeyRotation): string {
  const key = kind === 'MASTER' ? 'root key is' : 'data keys are';
  return `The ${key} replaced: ${done} values were encrypted again, and the old key is destroyed.`;
}
