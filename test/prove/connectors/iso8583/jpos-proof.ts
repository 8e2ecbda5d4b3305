// Proves the ISO 8583 connector against a stateful host with jPOS: every operation, duplicates,
// reversals, a lost connection and silence, with text and with packed digits.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runCommand } from '../../../setup/commands.ts';
import { freePort } from '../../../setup/free-port.ts';
import { until } from '../../../support/waiting/until.ts';
import type { ConnectorProof, Report } from '../proof.ts';
import { readRecording, record, replay, type Step } from '../recorded/exchanges.ts';
import { frameClient } from '../recorded/frame-exchanges.ts';
import { formats, payWithHost, prefixOf, type Format } from './pay-with-host.ts';

const VERSION = '2.1.9';

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bramka</groupId><artifactId>iso-host</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.jpos</groupId><artifactId>jpos</artifactId><version>${VERSION}</version>
  </dependency></dependencies>
</project>
`;

export const jposProof: ConnectorProof = {
  name: 'iso8583',
  witness: `jPOS ${VERSION}`,
  needs: ['java', 'javac', 'mvn'],
  prepare(folder) {
    writeFileSync(join(folder, 'pom.xml'), pom);
    const copy = ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
    const { ok, lastError } = runCommand('mvn', ['-f', join(folder, 'pom.xml'), ...copy]);
    assert.ok(ok, lastError);
    return Promise.resolve();
  },
  async run(folder, report) {
    const steps: Step<string, string>[] = [];
    for (const format of formats) await proveFormat(folder, format, report, steps);
    await report.matchesRecording(steps);
  },
};

/** A host in a process of its own; `said` is what it printed. */
async function openJpos(folder: string, format: Format) {
  const port = await freePort();
  const source = join(import.meta.dirname, 'iso-host.java');
  const child = spawn('java', ['-cp', join(folder, 'lib', '*'), source, format, String(port)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const problems: string[] = [];
  createInterface(child.stderr).on('line', (line) => problems.push(line));
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => said.push(line));
  await until(() => said.includes('listening') || child.exitCode !== null, 'the host of jPOS');
  assert.equal(child.exitCode, null, problems.join('\n'));
  return {
    port,
    said,
    async close() {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}

async function proveFormat(
  folder: string,
  format: Format,
  report: Report,
  steps: Step<string, string>[],
): Promise<void> {
  const jpos = await openJpos(folder, format);
  const client = frameClient(jpos.port);
  try {
    const exchanges = record(steps, (frame: string) => client.ask(frame));
    await payWithHost(format, exchanges, (fact, check) => report.proves(fact, check), jpos.said);
  } finally {
    client.close();
    await jpos.close();
  }
}

/** Repeats the recorded exchanges. */
export async function replayJpos(format: Format): Promise<void> {
  const steps = readRecording<string, string>('iso8583');
  const own = steps.filter(({ name }) => name.startsWith(prefixOf(format)));
  await payWithHost(format, replay(own), async (_fact, check) => check(), null);
}
