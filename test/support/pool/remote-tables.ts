// SQL on the database of a borrowed gateway, through the socket that its process answers.
import { request, type IncomingMessage } from 'node:http';
import { deserialize, serialize } from 'node:v8';
import { once } from 'node:events';
import type { Queryable } from '@bramka/gateway/storage/database.ts';

export interface Question {
  readonly text: string;
  readonly values: readonly unknown[];
}

export function remoteTables(socketPath: string): Queryable {
  return {
    async run<Row>({ text }: { text: string }, values: readonly unknown[] = []): Promise<Row[]> {
      const question: Question = { text, values };
      const asked = request({ socketPath, method: 'POST', path: '/' });
      asked.end(serialize(question));
      const [reply] = (await once(asked, 'response')) as [IncomingMessage];
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk as Buffer);
      const answer = deserialize(Buffer.concat(chunks)) as Row[] | string;
      if (typeof answer === 'string') throw new Error(answer);
      return answer;
    },
  };
}
