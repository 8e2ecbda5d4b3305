// The program of a gateway that test files borrow: the gateway and the sandbox as `bramka start`
// runs them, and a socket for SQL, because only this process can read its embedded database.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { flushCompileCache } from 'node:module';
import { deserialize, serialize } from 'node:v8';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { launch } from '@bramka/gateway/launch.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import type { Question } from './remote-tables.ts';

const [, , sqlSocket] = process.argv;

async function main(): Promise<void> {
  const { options: sandbox } = sandboxLaunch();
  const opened = Promise.withResolvers<Queryable>();
  const launched = await launch({
    config: readConfig(process.env),
    ...sandbox,
    connectProviders(context) {
      opened.resolve(context.storage.database);
      return sandbox.connectProviders(context);
    },
  });
  const server = sqlSocket && (await answerSql(await opened.promise, sqlSocket));
  const stop = async (): Promise<void> => {
    if (server) server.close();
    await launched.close();
    process.exit(0);
  };
  // The channel closes when the gateway is no longer needed, and when its owner has died.
  process.once('disconnect', () => void stop());
  process.send?.({ url: launched.url });
  // For the programs that start after it; it exits only when the run ends.
  flushCompileCache();
}

async function answerSql(database: Queryable, at: string): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { text, values } = deserialize(Buffer.concat(chunks)) as Question;
      database.run({ name: '', text }, values).then(
        (rows) => response.end(serialize(rows)),
        (error: unknown) => response.writeHead(500).end(serialize(String(error))),
      );
    });
  });
  server.listen(at);
  await once(server, 'listening');
  return server;
}

await main();
