import type { Platform } from '../../core/scope'

/** What became of a word about a payment. */
export type Verdict =
  /** A call of the service to see whether somebody is there. */
  | 'test'
  /** Without our secret, or with another. */
  | 'forged'
  /** About a charge nobody knows. */
  | 'unknown'
  /** Taken; the service is asked. */
  | 'heard'
  | 'notPaid'
  | 'paid'
  | 'repeated'
  /** Real money for an invoice that was paid already: a person has to give it back. */
  | 'late'
  | 'otherAmount'
  | 'otherKey'

/** Writes it down; of a txid only what looks like one. */
export const note = (platform: Platform, line: { address: string; txid: string | null; verdict: Verdict }) =>
  platform.transaction(({ db }) => db.insertInto('webhook_log').values(line).execute())

/** What is found once more each time somebody looks is written down the first time. */
export const noteOnce = (platform: Platform, line: { txid: string; verdict: Verdict }) =>
  platform.transaction(async ({ db }) => {
    const same = db.selectFrom('webhook_log').select('id').where('txid', '=', line.txid)
    const known = await same.where('verdict', '=', line.verdict).limit(1).executeTakeFirst()
    if (!known)
      await db
        .insertInto('webhook_log')
        .values({ address: '', ...line })
        .execute()
  })

/** The newest hundred. */
export const listNotes = ({ db }: Platform) =>
  db
    .selectFrom('webhook_log')
    .select(['id', 'at', 'address', 'txid', 'verdict'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
