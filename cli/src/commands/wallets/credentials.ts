// `bramka wallets …`: lists the keys and certificates of wallets, requests and installs
// certificates, imports existing keys and removes credentials, through the operator API.

import { Argument, type Command } from 'commander';
import {
  credentialKinds,
  credentialMeanings,
  type CredentialKind,
} from '@bramka/gateway/wallets/credentials/credential.ts';
import type { CommandContext } from '../../context.ts';
import type {
  CreatedWalletCredential,
  WalletCredential,
  WalletCredentialAlgorithm,
} from '@bramka/client/src/operator.ts';
import { allWalletCredentials, operatorClient } from '../../api/operator.ts';
import { addGroup, withOperator, type OperatorOptions } from '../../api/options.ts';
import { cell, json, table, wrappedTable } from '../../print.ts';
import { newFile, readCertificateFile, readTextFile } from './credential-files.ts';

const kinds = `
Kinds:
${wrappedTable(
  credentialKinds.map((kind) => [kind, credentialMeanings[kind]] as const),
  '  ',
)}`;

const help = `${kinds}
Examples:
  bramka wallets request APAY_PROCESSING merchant.com.shop --merchant 20000001 \\
      --out shop.csr                          upload it at Apple
  bramka wallets install <credentialId> apple_pay.cer
  bramka wallets request GPAY_ENCRYPTION "Google Pay 2026"
  bramka wallets list`;

export function addCredentialCommands(program: Command, context: CommandContext): void {
  const wallets = addGroup(
    program,
    'wallets',
    'request, install, list and remove keys and certificates of wallets',
    help,
  );
  addListCommand(wallets, context);
  addRequestCommand(wallets, context);
  addInstallCommands(wallets, context);
}

const kindArgument = (): Argument =>
  new Argument('<kind>', 'see `bramka wallets --help`').choices(credentialKinds);
const nameArgument = (): Argument =>
  new Argument('<name>', 'for Apple Pay the merchant identifier, otherwise a name of your choice');

interface OwnerOptions extends OperatorOptions {
  readonly merchant?: string;
}

function addListCommand(wallets: Command, { env, print }: CommandContext): void {
  withOperator(wallets.command('list'))
    .description('list keys and certificates with their state and expiry')
    .option('--merchant <mid>', 'only those of this merchant')
    .option('--all', 'also removed ones')
    .action(async (options: OwnerOptions & { all?: boolean }) => {
      const found = await allWalletCredentials(operatorClient(options, env), options.merchant);
      const shown = found.filter(({ state }) => options.all === true || state !== 'REMOVED');
      print(options.json ? json(shown) : listText(shown));
    });
}

function addRequestCommand(wallets: Command, { env, print, printError }: CommandContext): void {
  withOperator(wallets.command('request'))
    .description('make a key in the gateway and a certificate request for it')
    .addArgument(kindArgument())
    .addArgument(nameArgument())
    .option('--merchant <mid>', 'the merchant; required for Apple Pay')
    .option('--algorithm <algorithm>', 'EC or RSA; by default what the kind usually has')
    .option('--out <file>', 'a new file for the certificate request; by default it is printed')
    .addHelpText('after', kinds)
    .action(
      async (
        kind: CredentialKind,
        name: string,
        options: OwnerOptions & { algorithm?: WalletCredentialAlgorithm; out?: string },
      ) => {
        const { merchant: merchantId, algorithm, out } = options;
        const file = out === undefined ? undefined : newFile(out);
        const credential = await operatorClient(options, env)
          .wallets.createCredential({ kind, merchantId, name, algorithm })
          .catch((error: unknown) => {
            file?.discard();
            throw error;
          });
        file?.write(credential.certificateRequest ?? publicKeyPem(credential));
        if (options.json) return print(json(credential));
        if (file === undefined) print(credential.certificateRequest ?? publicKeyPem(credential));
        printError(nextStep(credential, out));
      },
    );
}

function addInstallCommands(wallets: Command, { env, print }: CommandContext): void {
  withOperator(wallets.command('install <credentialId> <file>'))
    .description('install the certificate that was issued for a request (PEM or DER)')
    .action(async (credentialId: string, file: string, options: OperatorOptions) => {
      const certificate = readCertificateFile(file);
      const installed = await operatorClient(options, env).wallets.installCertificate(
        credentialId,
        { certificate },
      );
      print(options.json ? json(installed) : `The certificate is in use.\n${oneText(installed)}`);
    });

  withOperator(wallets.command('import'))
    .description('import a private key that exists already, with its certificate')
    .addArgument(kindArgument())
    .addArgument(nameArgument())
    .requiredOption('--private-key <file>', 'PKCS#8 in PEM, not encrypted')
    .option('--certificate <file>', 'PEM or DER; required for Apple Pay')
    .option('--merchant <mid>', 'the merchant; required for Apple Pay')
    .addHelpText('after', kinds)
    .action(
      async (
        kind: CredentialKind,
        name: string,
        options: OwnerOptions & { privateKey: string; certificate?: string },
      ) => {
        const { merchant: merchantId, certificate: file } = options;
        const certificate = file === undefined ? undefined : readCertificateFile(file);
        const privateKey = readTextFile(options.privateKey);
        const body = { kind, merchantId, name, certificate, privateKey };
        const added = await operatorClient(options, env).wallets.importCredential(body);
        print(options.json ? json(added) : `The key is in use.\n${oneText(added)}`);
      },
    );

  withOperator(wallets.command('remove <credentialId>'))
    .description('delete a private key; tokens encrypted to it can no longer be opened')
    .action(async (credentialId: string, options: OperatorOptions) => {
      const removed = await operatorClient(options, env).wallets.removeCredential(credentialId);
      print(options.json ? json(removed) : `The private key is deleted.\n${oneText(removed)}`);
    });
}

function publicKeyPem({ publicKey }: CreatedWalletCredential): string {
  const lines = publicKey.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PUBLIC KEY-----', ...lines, '-----END PUBLIC KEY-----', ''].join('\n');
}

function nextStep(
  { credentialId, certificateRequest }: CreatedWalletCredential,
  out?: string,
): string {
  const where = out === undefined ? '' : ` in ${out}`;
  if (certificateRequest === undefined) {
    return `credential ${credentialId}: in use; publish the public key${where}\n`;
  }
  return (
    `credential ${credentialId}: send the certificate request${where} to the wallet, then run\n` +
    `  bramka wallets install ${credentialId} <certificate file>\n`
  );
}

function listText(found: readonly WalletCredential[]): string {
  if (found.length === 0) return 'No keys or certificates of wallets.\n';
  const rows = found.map((one) => [
    one.credentialId,
    one.kind,
    cell(one.merchantId),
    one.name,
    one.state,
    one.expiresAt?.slice(0, 10) ?? '-',
  ]);
  return table([['ID', 'KIND', 'MERCHANT', 'NAME', 'STATE', 'EXPIRES'], ...rows]);
}

function oneText(one: WalletCredential): string {
  return table([
    ['credential', one.credentialId],
    ['kind', one.kind],
    ['merchant', cell(one.merchantId)],
    ['name', one.name],
    ['state', one.state],
    ['expires', cell(one.expiresAt)],
    ['public key hash', one.publicKeyHash],
  ]);
}
