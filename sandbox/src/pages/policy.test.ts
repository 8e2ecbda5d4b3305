// Tests that each page's content security policy allows only what the page needs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyFor, type PolicyNeeds } from './policy.ts';

const rows: [needs: PolicyNeeds, has: RegExp[], lacks: RegExp[]][] = [
  [
    { forms: 'none' },
    [/default-src 'none'/, /form-action 'none'/, /frame-ancestors \*/, /base-uri 'none'/],
    [/script-src/, /frame-src/, /unsafe/],
  ],
  [{ forms: 'self' }, [/form-action 'self'/], [/script-src/]],
  [{ forms: 'anywhere', isAutomatic: true }, [/script-src 'sha256-/], [/form-action/, /unsafe/]],
  [{ forms: 'self', hasFrame: true }, [/frame-src 'self'/], [/script-src/]],
  [{ forms: 'none', isAlone: true }, [/frame-ancestors 'none'/], [/frame-ancestors \*/]],
  [
    { forms: new URL('https://gateway.example:8443/method;x?y, z') },
    [/form-action https:\/\/gateway\.example:8443; /],
    [/method/],
  ],
  [
    { forms: 'none', framedBy: new URL('https://shop.example/x'), script: 'run()' },
    [/frame-ancestors https:\/\/shop\.example$/, /script-src 'sha256-/],
    [/frame-ancestors \*/, /unsafe/, /run/],
  ],
  [{ forms: new URL('http://[::1]:8080/method') }, [/form-action http:; /], [/\[/]],
];
for (const [needs, has, lacks] of rows) {
  test(`writes the policy of ${JSON.stringify(needs)}`, () => {
    const policy = policyFor(needs);
    for (const pattern of has) assert.match(policy, pattern);
    for (const pattern of lacks) assert.doesNotMatch(policy, pattern);
  });
}
