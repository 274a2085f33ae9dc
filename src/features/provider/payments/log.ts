import type { Platform } from '../../../core/scope'

/** Result of a webhook call or of a check. */
export type WebhookVerdict =
  /** A call without a payment, sent by the service to test the address. */
  | 'test'
  /** Missing or wrong secret. */
  | 'forged'
  /** Unknown charge. */
  | 'unknown'
  /** Accepted; the check is enqueued. */
  | 'heard'
  | 'notPaid'
  | 'paid'
  | 'repeated'
  /** Money of a paid invoice went back to the payer, by refund or chargeback; the invoice stays paid. */
  | 'givenBack'
  /** Money arrived for an invoice that was already paid: a person has to refund it. */
  | 'late'
  | 'otherAmount'
  | 'otherKey'

/** Inserts a line of the webhook log. */
export const logWebhook = (
  platform: Platform,
  line: { address: string; txid: string | null; verdict: WebhookVerdict },
) => platform.transaction(({ db }) => db.insertInto('webhook_log').values(line).execute())

/** Inserts a line unless the same txid and verdict are logged already, because checks repeat. */
export const logOnce = (platform: Platform, line: { txid: string; verdict: WebhookVerdict }) =>
  platform.transaction(async ({ db }) => {
    const same = db.selectFrom('webhook_log').select('id').where('txid', '=', line.txid)
    const logged = await same.where('verdict', '=', line.verdict).limit(1).executeTakeFirst()
    if (!logged)
      await db
        .insertInto('webhook_log')
        .values({ address: '', ...line })
        .execute()
  })

/** Returns the newest 100 lines. */
export const listWebhookLog = ({ db }: Platform) =>
  db
    .selectFrom('webhook_log')
    .select(['id', 'at', 'address', 'txid', 'verdict'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
