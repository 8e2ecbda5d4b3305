// `bramka iso8583 decode`: shows the fields of ISO 8583 messages from a trace. Card data is masked
// or hidden; nothing else is done with the messages.

import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { IsoFormatError } from '@bramka/gateway/providers/iso8583/codec/iso-message.ts';
import type { HostProfile } from '@bramka/gateway/providers/iso8583/profile/host-profile.ts';
import { BadProfile, loadProfile } from '@bramka/gateway/providers/iso8583/profile/read-profile.ts';
import { decodeTrace } from '@bramka/gateway/providers/iso8583/trace/decode.ts';
import {
  describeMessage,
  type DescribedField,
} from '@bramka/gateway/providers/iso8583/trace/describe.ts';
import { addGroup } from '../../api/options.ts';
import type { CommandContext } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { json, table } from '../../print.ts';

interface DecodeOptions {
  readonly packager?: string;
  readonly json?: boolean;
}

interface Decoded {
  readonly type: string;
  readonly fields: readonly DescribedField[];
}

const help = `
A message is written in hexadecimal, with or without its length and header; a file
has one message a line, or is one message in bytes. Card numbers are masked;
expiry, security codes, cryptograms and fields of unknown content are hidden. A
message on the command line stays in the history of your shell: use a file.

Examples:
  bramka iso8583 decode trace.txt
  bramka iso8583 decode trace.txt --packager host.json
  bramka iso8583 decode 30383030...`;

export function addIso8583Commands(program: Command, { env, print }: CommandContext): void {
  addGroup(program, 'iso8583', 'read messages of the ISO 8583 protocol')
    .command('decode')
    .description('show the fields of messages, with card data masked')
    .argument('<message>', 'a message in hexadecimal, or a file')
    .option(
      '--packager <name>',
      'iso1987, iso1993 or a JSON file (BRAMKA_ISO8583_PACKAGER, iso1987)',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action((given: string, { packager, json: isJson }: DecodeOptions) => {
      const profile = profileOf(packager ?? (env['BRAMKA_ISO8583_PACKAGER'] || 'iso1987'));
      const all = messagesIn(given).map((bytes, at) => decode(profile, bytes, at + 1));
      print(isJson ? json(all) : all.map(messageText).join('\n'));
    });
}

function profileOf(source: string): HostProfile {
  try {
    return loadProfile(source);
  } catch (error) {
    if (error instanceof BadProfile) throw new Failure(error.message);
    throw error;
  }
}

const HEX = /^(?:[0-9A-Fa-f]{2})+$/;

function messagesIn(given: string): Buffer[] {
  if (!existsSync(given)) {
    if (HEX.test(given)) return [Buffer.from(given, 'hex')];
    throw new Failure('there is no such file, and it is not hexadecimal');
  }
  const bytes = readFileSync(given);
  const lines = bytes.toString('latin1').split('\n');
  const texts = lines.map((line) => line.replace(/\s/g, '')).filter((line) => line !== '');
  return texts.every((line) => HEX.test(line))
    ? texts.map((line) => Buffer.from(line, 'hex'))
    : [bytes];
}

function decode({ packager, ...profile }: HostProfile, bytes: Buffer, number: number): Decoded {
  try {
    const message = decodeTrace(packager, bytes);
    return { type: message.type, fields: describeMessage({ packager, ...profile }, message) };
  } catch (error) {
    if (!(error instanceof IsoFormatError)) throw error;
    throw new Failure(`message ${number} is not in the format of the packager: ${error.message}`);
  }
}

function messageText({ type, fields }: Decoded): string {
  return `${type}\n${table(
    fields.map(({ number, name, value }) => [String(number).padStart(3), name, value]),
    '  ',
  )}`;
}
