// The package as merchants get it: packed with npm, unpacked into an empty folder, and used from
// there in Node.js, in a context with only web standards, and by the TypeScript compiler.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import ts from 'typescript';
import { exampleProgram, type Examples } from './example-types.ts';

const client = join(import.meta.dirname, '..');
const LIMIT_MS = 120_000;

/** The types of the language are parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>();

function hostWith(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  return {
    ...host,
    getSourceFile(file, ...rest) {
      if (!file.includes('/lib.')) return read(file, ...rest);
      if (!libraries.has(file)) libraries.set(file, read(file, ...rest));
      return libraries.get(file);
    },
  };
}

describe('the packed client', () => {
  let folder = '';
  let unpacked = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bramka-client-'));
    const options = { cwd: client, encoding: 'utf8', timeout: LIMIT_MS } as const;
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options);
    const [file = ''] = readdirSync(folder);
    unpacked = join(folder, 'node_modules/@bramka/client');
    mkdirSync(unpacked, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, file), '-C', unpacked, '--strip-components=1']);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const filesOf = (path = unpacked): string[] =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  const run = (name: string, text: string, flags: readonly string[] = []): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const options = { cwd: folder, encoding: 'utf8', timeout: LIMIT_MS } as const;
    return execFileSync(process.execPath, [...flags, file], options);
  };

  test('contains the build, the browser scripts, the licence and nothing else', () => {
    const names = filesOf().map((file) => file.slice(unpacked.length + 1));
    const others = names.filter((name) => !/^dist\/[a-z/-]+\.(js|d\.ts)$/.test(name));
    assert.deepEqual(others.sort(), [
      'LICENSE',
      'README.md',
      'browser/embed.d.ts',
      'browser/embed.js',
      'browser/encrypt-card.d.ts',
      'browser/encrypt-card.js',
      'package.json',
    ]);
  });

  test('has no dependencies, and imports nothing but its own files', () => {
    const text = readFileSync(join(unpacked, 'package.json'), 'utf8');
    const { dependencies, peerDependencies } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
    for (const file of filesOf().filter((name) => /\.(js|d\.ts)$/.test(name))) {
      const imports = readFileSync(file, 'utf8').matchAll(
        /(?<![\w/])(?:from|import) ?\(?['"]([^'"]+)['"]/g,
      );
      for (const [, specifier = ''] of imports) {
        // Comments of the browser script show how it is imported.
        assert.match(specifier, /^\.\.?\/.*\.js$/, file);
      }
    }
  });

  test('is small', () => {
    const bytes = filesOf()
      .filter((file) => file.startsWith(join(unpacked, 'dist')) && file.endsWith('.js'))
      .reduce((sum, file) => sum + readFileSync(file).length, 0);
    assert.ok(bytes < 80_000, `${bytes} bytes of JavaScript`);
  });

  test('works in Node.js from the packed file', () => {
    const printed = run(
      'use.js',
      `import { createClient, refusalCodes, unwrap, verifyNotification } from '@bramka/client';
      import { createOperatorClient } from '@bramka/client/operator';
      import { createCardEncryptor } from '@bramka/client/browser/encrypt-card.js';
      const fetch = async () => Response.json({ methods: [{ method: 'CARD', status: 'ENABLED' }] });
      const client = createClient({ baseUrl: 'https://pay.example', accessToken: 't', fetch });
      const { methods } = await unwrap(client.methods.list());
      const { error } = await verifyNotification({ body: '{}', headers: {}, secrets: 's' });
      const [{ method }] = methods;
      console.log(method, error.code, refusalCodes.length > 50, typeof createCardEncryptor);
      const operator = createOperatorClient({ baseUrl: 'https://pay.example', key: 'k', fetch });
      console.log((await operator.merchants.list()).ok);`,
    );
    assert.equal(printed.trim(), 'CARD missing-header true function\ntrue');
  });

  test('works where only web standards exist', () => {
    const script = readFileSync(join(import.meta.dirname, 'edge-runtime.js'), 'utf8');
    const file = join(folder, 'edge-runtime.js');
    writeFileSync(file, script);
    const flags = ['--experimental-vm-modules', '--no-warnings'];
    const entry = join(unpacked, 'dist/client.js');
    const options = { encoding: 'utf8', timeout: LIMIT_MS } as const;
    const printed = execFileSync(process.execPath, [...flags, file, entry], options);
    const done = JSON.parse(printed) as Record<string, unknown>;
    assert.deepEqual(done, {
      globals: ['undefined', 'undefined', 'undefined'],
      payment: {
        ok: true,
        value: { paymentId: 'p-1', status: 'NEW', channel: 'PAYWALL' },
        traceId: null,
        isReplayed: false,
      },
      verified: true,
      forged: 'wrong-secret',
      requests: [
        'POST /v1/ecommerce/auth',
        'POST /v1/ecommerce/payment',
        'POST /v1/ecommerce/payment',
      ],
    });
  });

  const faultsOf = (name: string, text: string, more: ts.CompilerOptions = {}): string[] => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const options: ts.CompilerOptions = {
      strict: true,
      // The types of the package are checked, those of the language are not.
      skipDefaultLibCheck: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
      ...more,
    };
    const program = ts.createProgram([file], options, hostWith(options));
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  };

  const shop = `import { createClient, unwrap, verifyNotification } from '@bramka/client';
    import type { ClientError, Payment, PaymentStatus, RefusalCode } from '@bramka/client';
    import { createCardEncryptor } from '@bramka/client/browser/encrypt-card.js';
    export const encryptor = createCardEncryptor('https://pay.example/v1/ecommerce/keys');
    const client = createClient({
      baseUrl: 'https://pay.example',
      credentials: { merchantId: '1', secret: 's' },
    });
    export async function pay(amount: string): Promise<string> {
      const payment: Payment = await unwrap(
        client.payments.create({ channel: 'PAYWALL', order: { amount, currency: 'PLN' } }),
      );
      const known: PaymentStatus = 'NEW';
      if (payment.status !== known && payment.status === 'A_LATER_STATUS') return '';
      return payment.redirectURL ?? payment.paymentId;
    }
    export function told(error: ClientError): string {
      switch (error.kind) {
        case 'refused': {
          const code: RefusalCode = 'INSUFFICIENT_FUNDS';
          return error.code === code ? 'Deposit first.' : error.traceId;
        }
        case 'timeout': return String(error.timeoutMs);
        case 'unexpected': return error.body;
        case 'network':
        case 'aborted': return error.message;
      }
    }
    export async function receive(request: Request): Promise<string> {
      const body = new Uint8Array(await request.arrayBuffer());
      const result = await verifyNotification({ body, headers: request.headers, secrets: ['s'] });
      if (!result.ok) return result.error.code;
      if (result.event.event !== 'REFUND_STATUS') return result.event.eventId;
      return result.event.refundId + result.event.refundStatus;
    }\n`;

  const settings: [what: string, options: ts.CompilerOptions][] = [
    ['for Node.js modules', {}],
    [
      'for bundlers',
      { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    ],
  ];
  for (const [what, options] of settings) {
    test(`its types pass a strict program ${what}`, () => {
      assert.deepEqual(faultsOf('shop.ts', shop, options), []);
    });
  }

  test('its types refuse what the API refuses', () => {
    const wrong = [
      "client.payments.create({ order: { amount: 1.5, currency: 'PLN' } });",
      "client.payments.create({ order: { amount: '1' } });",
      "client.payments.create({ channel: 'FAX', order: { amount: '1', currency: 'PLN' } });",
      "client.payments.capture({ amount: '1' });",
      'client.payments.erase();',
      "const amount: number = (await unwrap(client.payments.get('p'))).capturedAmount;",
    ];
    const faults = faultsOf('wrong.ts', `${shop}${wrong.join('\n')}\n`);
    assert.equal(faults.length, wrong.length, faults.join('\n'));
  });

  test('every recorded example fits its types', () => {
    const file = join(client, '../gateway/examples/recorded.json');
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as Examples;
    const { text, answers, requests, missing } = exampleProgram(recorded);
    assert.deepEqual(missing, []);
    assert.ok(answers > 120 && requests > 60, `${answers} answers, ${requests} requests`);
    assert.deepEqual(faultsOf('examples.ts', text), []);
    const spoiled = text.replace('"paymentId":"', '"paymentID":"');
    assert.notDeepEqual(faultsOf('spoiled.ts', spoiled), []);
  });
});
