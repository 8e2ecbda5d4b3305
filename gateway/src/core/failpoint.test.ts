// Tests of failpoints: parsing, and that they do nothing unless they are enabled.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { createFailpoints, noFailpoints, parseFailpoints } from './failpoint.ts';

const sleepers: number[] = [];
const sleep = (ms: number): Promise<void> => {
  sleepers.push(ms);
  return Promise.resolve();
};

test('reads each name with its action', () => {
  const read = parseFailpoints(
    'attempt.committed=kill, outcome.received=delay:200,x=throw,y=park:2,z=kill:3',
  );
  assert.deepEqual(
    [...(read ?? [])],
    [
      ['attempt.committed', { do: 'kill' }],
      ['outcome.received', { do: 'delay', ms: 200 }],
      ['x', { do: 'throw' }],
      ['y', { do: 'park', count: 2 }],
      ['z', { do: 'kill', call: 3 }],
    ],
  );
  assert.equal(parseFailpoints('')?.size, 0);
});

test('refuses any other syntax', () => {
  const wrong = ['x', 'x=', 'x=explode', 'x=delay', 'x=delay:', 'x=delay:-1', 'x=delay:1s'];
  const odd = [
    'X=kill',
    'x..y=kill',
    '.x=kill',
    'x=kill;y=kill',
    '=kill',
    'x=delay:1234567',
    'x=park',
    'x=park:0',
    'x=kill:0',
  ];
  for (const text of [...wrong, ...odd, 'a=kill,b']) {
    assert.equal(parseFailpoints(text), undefined, text);
  }
});

test('does nothing at a failpoint that is not enabled', () => {
  const points = createFailpoints(new Map([['here', { do: 'throw' }]]), sleep);
  assert.equal(points.reach('elsewhere'), undefined);
  assert.equal(noFailpoints.reach('here'), undefined);
  assert.equal(createFailpoints(new Map(), sleep), noFailpoints);
});

test('throws at the failpoint, with its name', () => {
  const points = createFailpoints(new Map([['here', { do: 'throw' }]]), sleep);
  assert.throws(() => points.reach('here'), /failpoint here/);
});

test('waits for the configured delay', async () => {
  const points = createFailpoints(new Map([['here', { do: 'delay', ms: 250 }]]), sleep);
  await points.reach('here');
  assert.deepEqual(sleepers, [250]);
});

test('parks the first calls, and lets later ones pass', async () => {
  const reported: string[] = [];
  const action = { do: 'park', count: 2 } as const;
  const points = createFailpoints(new Map([['here', action]]), sleep, (line) => {
    reported.push(line);
  });
  const first = [points.reach('here'), points.reach('here')];
  assert.equal(points.reach('here'), undefined);
  const isOver = first.map((one) => one?.then(() => true));
  assert.equal(await Promise.race([...isOver, Promise.resolve(false)]), false);
  assert.deepEqual(reported, ['parked at here: 1', 'parked at here: 2']);
});

/** What a process prints that reaches the failpoint twice, and how it ends. */
async function reachTwice(action: object) {
  const module = new URL('./failpoint.ts', import.meta.url).href;
  const actions = `new Map([['here', ${JSON.stringify(action)}]])`;
  const script = `
    const { createFailpoints } = await import(${JSON.stringify(module)});
    const points = createFailpoints(${actions}, () => Promise.resolve());
    await points.reach('here');
    process.stdout.write('survived\\n');
    await points.reach('here');
    process.stdout.write('survived\\n');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal, printed };
}

test('kills the process at once', async () => {
  const killed = { code: null, signal: 'SIGKILL', printed: '' };
  assert.deepEqual(await reachTwice({ do: 'kill' }), killed);
});

test('kills the process at a later call', async () => {
  const killed = { code: null, signal: 'SIGKILL', printed: 'survived\n' };
  assert.deepEqual(await reachTwice({ do: 'kill', call: 2 }), killed);
});
