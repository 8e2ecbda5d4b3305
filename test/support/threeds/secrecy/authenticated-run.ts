// A gateway through which customers were authenticated in every way, with the sandbox as a separate
// process.
import { startGateway } from '../../gateway.ts';
import { createInstallation, type DatabaseKind, type Installation } from '../../installation.ts';
import { openListeningDirectory, type ListeningDirectory } from './listening-directory.ts';
import { filesOf } from './resting-places.ts';
import { withOutside, type SandboxProcess } from './sandbox-process.ts';
import { authenticateEverywhere, type SecretTrail } from './secret-flows.ts';

/** No silent provider here, and the extra directory server takes time. */
export const patient = { BRAMKA_LOG_LEVEL: 'trace' };

/** A gateway that has ended, and what went through it. */
export interface AuthenticatedRun {
  readonly installation: Installation;
  readonly directory: ListeningDirectory;
  readonly trail: SecretTrail;
  readonly files: readonly string[];
  readonly logs: string;
}

export async function authenticateOn(
  database: DatabaseKind,
  sandbox: SandboxProcess,
  cvv: string,
): Promise<AuthenticatedRun> {
  const directory = await openListeningDirectory();
  directory.leadTo(`${sandbox.url}/directory`);
  const elsewhere = {
    BRAMKA_ACQUIRER_URL: `${sandbox.url}/acquirer`,
    BRAMKA_DS_URL: directory.url,
  };
  const installation = await createInstallation(database);
  try {
    const gateway = await startGateway({ installation, env: { ...patient, ...elsewhere } });
    const client = withOutside(gateway, sandbox.url);
    const token = await gateway.authenticate();
    const trail = await authenticateEverywhere(client, token, directory, cvv);
    const files = await filesOf(installation);
    await gateway.stop();
    return { installation, directory, trail, files, logs: gateway.logs() };
  } finally {
    directory.close();
  }
}
