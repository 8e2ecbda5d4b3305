// `bramka keys rotate` and `bramka keys rotate-encryption`: change the key that signs access
// tokens, and the key for encrypted card fields. What the previous key made stays valid a while.

import type { Command } from 'commander';
import { operatorClient, type OperatorClient } from '../../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import { json } from '../../print.ts';
import type { CommandContext } from '../../context.ts';
import { addRotationCommands } from './rotations.ts';

interface Rotation {
  readonly name: string;
  readonly description: string;
  readonly rotate: (client: OperatorClient) => Promise<{ keyId: string }>;
  readonly done: string;
}

const rotations: readonly Rotation[] = [
  {
    name: 'rotate',
    description: 'sign access tokens with a new key; tokens in use stay valid until they expire',
    rotate: (client) => client.keys.rotateSigning(),
    done: 'Access tokens are now signed with key',
  },
  {
    name: 'rotate-encryption',
    description:
      'publish a new key for encrypted card fields; the previous one stays valid a while',
    rotate: (client) => client.keys.rotateEncryption(),
    done: 'Card fields are now encrypted to key',
  },
];

export function addKeyCommands(program: Command, context: CommandContext): void {
  const { env, print } = context;
  const keys = addGroup(
    program,
    'keys',
    'rotate the keys for stored secrets, access tokens and encrypted card fields',
  );
  for (const { name, description, rotate, done } of rotations) {
    withOperator(keys.command(name))
      .description(description)
      .action(async (options: OperatorOptions) => {
        const rotated = await rotate(operatorClient(options, env));
        print(options.json ? json(rotated) : `${done} ${rotated.keyId}.\n`);
      });
  }
  addRotationCommands(keys, context);
}
