// How the runner tells the shared process its files: as one variable of the environment.

const VARIABLE = 'BRAMKA_TEST_SHARED_FILES';

export function passSharedFiles(files: readonly string[], env: NodeJS.ProcessEnv): void {
  env[VARIABLE] = JSON.stringify(files);
}

export function sharedFilesFrom(env: NodeJS.ProcessEnv): readonly string[] {
  return JSON.parse(env[VARIABLE] ?? '[]') as string[];
}
