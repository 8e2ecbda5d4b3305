// The operator's endpoints for merchants under /v1/admin: add, list, read, change, suspend,
// roll secrets, revoke access tokens.

import { Type } from 'typebox';
import { invalid, Refusal, refuse } from '../../core/refusals.ts';
import { open } from '../../core/secret.ts';
import { targetRules } from '../../events/egress/target.ts';
import { endpoint, type ActionFacts } from '../../http/endpoint.ts';
import { patternText, knownFields, oneOf, secretText } from '../../http/schema.ts';
import {
  addMerchant,
  changeMerchant,
  revokeTokens,
  rollApiSecret,
  rollNotificationSecret,
  type MerchantTools,
} from '../../merchants/administer.ts';
import { defaultSettings, type Merchant, type MerchantSettings } from '../../merchants/merchant.ts';
import { merchantStatusMeanings } from '../../merchants/meanings.ts';
import type { PageSettings } from '../../merchants/page/page-settings.ts';
import { MAX_PICTURE_TEXT } from '../../merchants/page/picture.ts';
import { invalidFacts } from '../../merchants/public-facts.ts';
import { webAddressRule } from '../../merchants/web-address.ts';
import { checkProviders } from '../check-providers.ts';
import { readPage } from '../page/page-schema.ts';
import type { AdminParts } from '../parts.ts';
import { checkSettings, merchantSchema, merchantView, settingsSchema } from '../merchant.view.ts';

const merchantId = patternText('^[0-9]{4,15}$', 'a MID of 4 to 15 digits', { description: 'MID' });
const params = Type.Object({ merchantId });
const apiSecret = secretText({ description: 'Exchanged, with the MID, for access tokens' });
const notificationSecret = secretText({ description: 'Signs the notifications to the merchant' });
const PAGE = 100;

/** The checked settings. A new logo is stored; the settings contain its hash. */
async function settingsOf(
  { providers, isProduction, logos, merchants }: AdminParts,
  mid: string,
  input: unknown,
): Promise<Partial<MerchantSettings>> {
  const settings = knownFields(settingsSchema, input ?? {}) as Partial<MerchantSettings>;
  checkProviders(settings, providers.list);
  const checked = checkSettings(settings, targetRules(isProduction));
  await requireOthers(merchants, mid, settings);
  if (!settings.page) return checked;
  const { page, logo } = readPage(settings.page, isProduction, 'settings.page');
  const stored = logo ? { logo: await logos.add(mid, logo) } : {};
  return { ...checked, page: { ...page, ...stored } as PageSettings };
}

/** Whoever gets a MID later must not find that another merchant trusts it already. */
async function requireOthers(
  merchants: AdminParts['merchants'],
  mid: string,
  settings: Partial<MerchantSettings>,
): Promise<void> {
  const asked = [...(settings.agents ?? []), ...(settings.submerchants ?? [])];
  if (asked.length === 0) return;
  const existing = new Set([mid, ...(await merchants.known(asked))]);
  for (const field of ['agents', 'submerchants'] as const) {
    if (!(settings[field] ?? []).every((one) => existing.has(one))) {
      throw invalid(`settings.${field}`, 'must be MIDs of merchants that exist');
    }
  }
}

/** The audit log shows as "before" the record on which the change was decided. */
function watched(tools: MerchantTools, note: Note): MerchantTools {
  return { ...tools, onRead: (before) => note({ before: merchantView(before) }) };
}

type Note = (facts: ActionFacts) => void;

const FACT_RULE = 'is required, because 3-D Secure messages contain it';

/** A suspended merchant takes no payments, so its settings may be incomplete. */
function requireFacts(
  { needsFacts }: AdminParts,
  { status, settings }: Pick<Merchant, 'status' | 'settings'>,
): void {
  if (!needsFacts || status === 'SUSPENDED') return;
  const details = invalidFacts(settings).map((name) => ({
    field: `settings.${name}`,
    message: name === 'url' ? webAddressRule : FACT_RULE,
  }));
  if (details.length > 0) throw new Refusal('INVALID_REQUEST', details);
}

export const createMerchant = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants',
    summary: 'Add a merchant; its secrets are shown only in this answer',
    access: 'operator',
    action: { name: 'ADD_MERCHANT', subject: 'merchantId' },
    body: Type.Object({ merchantId, settings: Type.Optional(settingsSchema) }),
    maxTextLength: MAX_PICTURE_TEXT,
    reply: Type.Object({ merchant: merchantSchema, apiSecret, notificationSecret }),
    refusals: ['ADMIN_KEY_INVALID', 'INVALID_REQUEST', 'MERCHANT_EXISTS'],
  },
  async (tools: AdminParts, { body }) => {
    const requested = await settingsOf(tools, body.merchantId, body.settings);
    const settings = { name: `Merchant ${body.merchantId}`, ...requested };
    requireFacts(tools, { status: 'ACTIVE', settings: { ...defaultSettings, ...settings } });
    const added = await addMerchant(tools, { merchantId: body.merchantId, settings });
    return {
      merchant: merchantView(added.merchant),
      apiSecret: open(added.apiSecret),
      notificationSecret: open(added.notificationSecret),
    };
  },
);

export const listMerchants = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants',
    summary: 'List merchants by MID, 100 at a time',
    access: 'operator',
    query: Type.Object({
      after: Type.Optional(
        patternText('^[0-9]{0,15}$', 'a MID of up to 15 digits', {
          description: 'The last MID of the page before; absent: the first page',
        }),
      ),
    }),
    reply: Type.Object({
      merchants: Type.Array(merchantSchema, { description: 'In the order of their MIDs.' }),
    }),
    refusals: ['ADMIN_KEY_INVALID'],
  },
  async (tools: MerchantTools, { query }) => {
    const merchants = await tools.merchants.list(query.after ?? '', PAGE);
    return { merchants: merchants.map(merchantView) };
  },
);

export const readMerchant = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}',
    summary: 'Read a merchant',
    access: 'operator',
    params,
    reply: merchantSchema,
    refusals: ['ADMIN_KEY_INVALID', 'MERCHANT_NOT_FOUND'],
  },
  async (tools: MerchantTools, { params: { merchantId: id } }) => {
    return merchantView((await tools.merchants.read(id)) ?? refuse('MERCHANT_NOT_FOUND'));
  },
);

export const updateMerchant = endpoint(
  {
    method: 'PATCH',
    path: '/v1/admin/merchants/{merchantId}',
    summary: 'Change settings of a merchant, suspend or reactivate it',
    access: 'operator',
    action: { name: 'CHANGE_MERCHANT', subject: 'merchantId' },
    params,
    body: Type.Object({
      status: Type.Optional(oneOf(merchantStatusMeanings, 'New status. Absent: unchanged.')),
      settings: Type.Optional(settingsSchema),
    }),
    maxTextLength: MAX_PICTURE_TEXT,
    reply: merchantSchema,
    refusals: ['ADMIN_KEY_INVALID', 'INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
  async (tools: AdminParts, { params: { merchantId: id }, body, note }) => {
    if (!(await tools.merchants.read(id))) refuse('MERCHANT_NOT_FOUND');
    const settings = await settingsOf(tools, id, body.settings);
    const status = body.status === undefined ? {} : { status: body.status };
    const change = { ...status, settings, check: requireFacts.bind(undefined, tools) };
    const after = await changeMerchant(watched(tools, note), id, change);
    if (settings.page) await tools.logos.removeOthers(id, after.settings.page.logo);
    return merchantView(after);
  },
);

export const rollSecret = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/secrets',
    summary: 'Create a new secret; the previous one stays valid until the next roll',
    description:
      'The new secret has the same name as in the answer that added the merchant: `apiSecret` ' +
      'for kind API, `notificationSecret` for kind NOTIFICATION. It is shown only in this ' +
      'answer.',
    access: 'operator',
    action: { name: 'ROLL_SECRET', subject: 'merchantId' },
    params,
    body: Type.Object({
      kind: oneOf(
        {
          API: 'The secret with which the merchant obtains access tokens.',
          NOTIFICATION: 'The secret that signs notifications to the merchant.',
        },
        'Which secret.',
      ),
      dropOld: Type.Optional(
        Type.Boolean({ description: 'End the older secret and its access tokens at once' }),
      ),
    }),
    reply: Type.Object({
      merchant: merchantSchema,
      apiSecret: Type.Optional(apiSecret),
      notificationSecret: Type.Optional(notificationSecret),
    }),
    refusals: ['ADMIN_KEY_INVALID', 'INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
  async (tools: MerchantTools, { params: { merchantId: id }, body, note }) => {
    const options = { dropOld: body.dropOld === true };
    if (body.kind === 'API') {
      const rolled = await rollApiSecret(watched(tools, note), id, options);
      return { merchant: merchantView(rolled.merchant), apiSecret: open(rolled.apiSecret) };
    }
    const rolled = await rollNotificationSecret(watched(tools, note), id, options);
    return {
      merchant: merchantView(rolled.merchant),
      notificationSecret: open(rolled.notificationSecret),
    };
  },
);

export const revokeMerchantTokens = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/revoke-tokens',
    summary: 'Revoke all access tokens of a merchant',
    description:
      'Revokes the tokens of the merchant, those that agents hold for it, those that it holds ' +
      'for other merchants as their agent, and the CLIENT tokens of its payments, on every node ' +
      'within a second. The secrets stay valid: the merchant gets a new token with POST ' +
      '/v1/ecommerce/auth, and a new payment link with POST …/restore.',
    access: 'operator',
    action: { name: 'REVOKE_TOKENS', subject: 'merchantId' },
    params,
    reply: merchantSchema,
    refusals: ['ADMIN_KEY_INVALID', 'MERCHANT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
  async (tools: MerchantTools, { params: { merchantId: id }, note }) => {
    return merchantView(await revokeTokens(watched(tools, note), id));
  },
);
