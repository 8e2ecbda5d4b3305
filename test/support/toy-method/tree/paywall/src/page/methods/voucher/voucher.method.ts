// Toy vouchers on the payment page: one field with the number.
import { h, type VNode } from '@bramka/paywall/page/element.ts';
import type {
  FormFields,
  OpenViewProps,
  PageMethod,
  Reading,
} from '@bramka/paywall/page/method.ts';
import { field } from '@bramka/paywall/page/views/field.ts';
import { mark } from '@bramka/paywall/page/views/mark.ts';
import { payButton } from '@bramka/paywall/page/views/pay-button.ts';
import { texts } from './texts.ts';

function voucherView(props: OpenViewProps): VNode {
  const { state, t } = props;
  const { errors } = state.local;
  const input = { autoComplete: 'off', maxLength: 16 } as const;
  return h(
    'div',
    null,
    field({ name: 'voucher-no', label: t('voucher:number'), errors, t, input }),
    payButton(props),
  );
}

function readVoucher(form: FormFields): Reading {
  const voucherNo = form('voucher-no').trim();
  if (voucherNo === '') {
    return { ok: false, errors: [{ field: 'voucher-no', text: 'voucher:number.missing' }] };
  }
  return { ok: true, instrument: { type: 'VOUCHER', voucherNo } };
}

export const voucherMethod: PageMethod = {
  name: 'VOUCHER',
  texts: [texts],
  title: 'voucher:title',
  order: 90,
  badge: () => mark([['M4 8h30v8H4z', '#0a7', 1.6]]),
  view: voucherView,
  read: readVoucher,
  refusals: { VOUCHER_USED: ['voucher:refused.used', 'voucher:refused.another'] },
};
