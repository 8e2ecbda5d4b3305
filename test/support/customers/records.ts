// What the simulated providers have recorded of payments that wait for their customers.

/** How an authorization stands at its provider. */
export type ProviderRecord = 'nothing' | 'ended' | 'paid' | 'returned';

/** One row for each authorization: the payment, its order and the provider's record. */
export const recordsText = `
  select p.payment_id as "paymentId", p.ext_order_id as "orderId", p.status,
    p.reject_code as "rejectCode", o.provider, case
      when s.remote_id is null and b.attempt_id is null then 'nothing'
      when s.refunded_minor = s.amount_minor or b.is_reversed then 'returned'
      when s.state = 'PAID' or b.state = 'APPROVED' then 'paid'
      when s.state = 'CANCELLED' or b.state = 'DECLINED' then 'ended'
      else coalesce(s.state, b.state) end as record
  from payments p join attempts o on o.payment_id = p.payment_id and o.verb = 'authorize'
  left join sandbox.transfers s on s.order_id = replace(o.attempt_id::text, '-', '')
  left join sandbox.blik_payments b on b.attempt_id = o.attempt_id
  where p.method <> 'CARD'`;

export interface RecordRow {
  readonly paymentId: string;
  readonly orderId: string;
  readonly status: string;
  readonly rejectCode: string | null;
  readonly provider: string;
  readonly record: ProviderRecord;
}
