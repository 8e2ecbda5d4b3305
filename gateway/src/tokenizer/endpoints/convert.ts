// POST …/tokenizer/convert: makes network tokens from stored cards; the originals stay
// (specification 4.3).

import { Type } from 'typebox';
import { present } from '../../core/json/present.ts';
import type { MerchantCaller } from '../../http/caller.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { invalid } from '../../core/refusals.ts';
import { oneOf, optionalText } from '../../http/schema.ts';
import type { Channel } from '../../merchants/merchant.ts';
import { rejectReasons } from '../../methods/registry.ts';
import { convertTokens, type Conversion } from '../convert-tokens.ts';
import { convertSchema } from '../requests/schema.ts';
import { tokenSchema, tokenView } from '../tokenization.view.ts';

const conversionMeanings = {
  CONVERTED: 'The network token exists; with dryRun: it can be converted.',
  PENDING: 'The token service has not answered; repeat the request to read the result.',
  REJECTED: 'Cannot be converted; rejectCode says why. The original stays.',
} as const satisfies Record<Conversion['status'], string>;

export const convertStoredCards = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/tokenizer/convert',
    summary: 'Convert stored cards to network tokens',
    description:
      'One result per token, in the order of the request. Repeating a request is safe: ' +
      'conversions in progress continue, and completed ones return the same network token.',
    access: 'merchant',
    resource: 'TOKENIZER',
    body: convertSchema,
    reply: Type.Array(
      Type.Object({
        instrumentNo: Type.String({ description: 'The token number of the request.' }),
        status: oneOf(conversionMeanings, 'Result.'),
        token: Type.Optional(tokenSchema),
        rejectCode: optionalText('Why it was not converted.'),
        rejectInfo: optionalText('The same as a sentence.'),
      }),
    ),
  },
  async (parts: DepsOf<typeof convertTokens>, { body, caller }) => {
    const { merchantId, channel } = caller as MerchantCaller;
    refuseCardNumbers(body.tokens);
    const numbers = [...new Set(body.tokens)];
    const input = {
      merchantId,
      channel: (channel as Channel | null) ?? 'WEBAPI',
      dryRun: body.dryRun ?? false,
    };
    const results = await convertTokens(parts, numbers, input);
    const byNumber = new Map(numbers.map((number, index) => [number, results[index]]));
    return body.tokens.map((number) => ({
      instrumentNo: number,
      ...conversionView(byNumber.get(number)),
    }));
  },
);

function conversionView(result: Conversion | undefined): object {
  if (!result) return {};
  const { status } = result;
  if (status === 'CONVERTED') {
    return { status, ...present({ token: result.token && tokenView(result.token) }) };
  }
  if (status === 'PENDING') return { status };
  const { rejectCode } = result;
  return { status, rejectCode, rejectInfo: rejectReasons[rejectCode].info };
}

/** The answer repeats what was sent, so a card number sent by mistake must not get that far. */
function refuseCardNumbers(tokens: readonly string[]): void {
  const index = tokens.findIndex((number) => /[0-9]/.test(number));
  if (index < 0) return;
  throw invalid(`tokens[${String(index)}]`, 'is not a token number');
}
