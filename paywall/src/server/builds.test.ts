// The scripts of other versions of the page: any node sends them, and only what their name proves.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { buildOf, buildPage } from '../build.ts';
import { memoryBuilds } from '../testing/memory-builds.ts';
import { addAssets } from './assets.ts';
import { httpBuilds, openBuilds } from './builds.ts';
import { addPaywall } from './paywall.ts';

const other = JSON.stringify([['page.OTHER.js', 'let other;']]);
const name = 'page.OTHER.js';

test('sends the scripts of a build that another node has kept', async () => {
  const shared = memoryBuilds();
  const { file } = openBuilds(shared);
  assert.equal(await file(buildOf(other), name), undefined);
  await shared.keep(buildOf(other), other);
  assert.equal(String((await file(buildOf(other), name))?.identity), 'let other;');
  assert.equal(await file(buildOf(other), 'page.js'), undefined);
  shared.kept.clear();
  assert.ok(await file(buildOf(other), name), 'it is remembered');
});

test('sends nothing whose hash is not the name of the build', async () => {
  const shared = memoryBuilds();
  const { file } = openBuilds(shared);
  const changed = other.replace('other;', 'stolen;');
  await shared.keep(buildOf(other), changed);
  assert.equal(await file(buildOf(other), name), undefined);
  await shared.keep('short', other);
  assert.equal(await file('short', name), undefined);
});

test('keeps its own build before a page names it, and tries again after a failure', async () => {
  const shared = memoryBuilds();
  let isDown = true;
  const keep = (build: string, content: string): Promise<void> =>
    isDown ? Promise.reject(new Error('down')) : shared.keep(build, content);
  const builds = openBuilds({ ...shared, keep });
  const own = await buildPage();
  assert.equal(await builds.page(), own, 'the page is shown all the same');
  isDown = false;
  await builds.page();
  assert.deepEqual([...shared.kept], [[own.build, own.content]]);
  shared.kept.clear();
  await builds.page();
  assert.equal(shared.kept.size, 0, 'once is enough');
});

test('all scripts of a build in one file are compressed once', async () => {
  const { file } = openBuilds(memoryBuilds());
  const { build, content } = await buildPage();
  const whole = await file(build, 'build.json');
  assert.equal(String(whole?.identity), content);
  assert.equal(await file(build, 'build.json'), whole);
});

test('a server keeps its build as soon as it listens, before anybody visits the page', async () => {
  const shared = memoryBuilds();
  const server = fastify();
  const api = () => Promise.resolve({ status: 503, body: null });
  addPaywall(server, { api, builds: shared, now: () => 0, isSandbox: true });
  await server.listen({ port: 0, host: '127.0.0.1' });
  await server.close();
  assert.deepEqual([...shared.kept.keys()], [(await buildPage()).build]);
});

test('another process of this version has the same build', async () => {
  const own = await buildPage();
  assert.equal(own.build, buildOf(own.content));
  const shared = memoryBuilds();
  await shared.keep(own.build, own.content);
  const texts = JSON.parse(own.content) as [string, string][];
  assert.deepEqual(texts.map(([file]) => file).sort(), [...own.files.keys()].sort());
  for (const [file, text] of texts) {
    assert.equal(text, String(own.files.get(file)?.bytes.identity), file);
  }
});

test('a page without a database gets the builds of others from its gateway', async () => {
  const shared = memoryBuilds();
  await shared.keep(buildOf(other), other);
  const gateway = fastify();
  after(() => gateway.close());
  addAssets(gateway, '/pay', openBuilds(shared).file);
  const url = await gateway.listen({ port: 0, host: '127.0.0.1' });
  const { file } = openBuilds(httpBuilds(url));
  assert.equal(String((await file(buildOf(other), name))?.identity), 'let other;');
  assert.equal(await file(buildOf('[]'), name), undefined);
  const own = await buildPage();
  assert.equal(await httpBuilds(url).find(own.build), own.content);
  assert.equal(await httpBuilds('http://127.0.0.1:1').find(own.build), undefined);
});
