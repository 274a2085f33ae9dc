import type { JobHandler } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { bytesContainText, containsText, inList, listOf } from '../../../core/storage/expressions'
import { parseJson } from '../../../shared/json'
import { parseJid } from '../../../whatsapp/jid'
import { eraseLines, traceableTexts } from '../../platform/audit/erase-lines'
import { enqueueEmptyLog } from './empty-log'
import type { PersonAddresses } from './other-places'

/** Messages read at once; other work goes on after each batch. */
const batchSize = 500

/** An erased person: digits of numbers and hidden identities, and names. */
export interface ScrubGroups {
  users: string[]
  names: string[]
}

/** Enqueues the search for mentions and quotes of an erased person. Call within the transaction of the erasure. */
export async function enqueueScrubGroups(scope: Scope, { numbers, jids }: PersonAddresses, names: string[]) {
  const users = [...new Set([...numbers, ...jids.map((jid) => parseJid(jid)?.user ?? '')])].filter(Boolean)
  await scope.enqueue('privacy.scrubGroups', { users, names })
}

/**
 * Removes an erased person's addresses and quoted words from what others wrote in groups, empties lines of the audit log
 * that name the person, then empties the write-ahead log. The others' own words stay.
 */
export const scrubGroups: JobHandler<ScrubGroups> = {
  timeoutSeconds: 3600,
  concurrency: 2,
  perGroup: 1,
  async run(outer, { users, names }) {
    const groups = await outer.db.select('tickets').select('id').where('isGroup', '=', 1).execute()
    for (const { id } of groups) await scrubTicket(outer, id, users)
    await eraseLines(outer, traceableTexts(users, names))
    await outer.transaction(enqueueEmptyLog)
  },
}

async function scrubTicket(outer: Scope, ticketId: number, users: string[]) {
  for (let after = 0; ; await Bun.sleep(1)) {
    const rows = await outer.db
      .select('messages')
      .select('id')
      .select(({ or }) => or(users.flatMap(namesUser)).as('names'))
      .where('ticketId', '=', ticketId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const found = rows.filter(({ names }) => names).map(({ id }) => id)
    if (found.length > 0) await outer.transaction((scope) => scrubMessages(scope, found, users))
    const last = rows.at(-1)
    if (!last || rows.length < batchSize) return
    after = last.id
  }
}

const namesUser = (user: string) => [
  containsText('body', user),
  containsText('detail', user),
  bytesContainText('proto', user),
]

async function scrubMessages({ db }: Scope, ids: number[], users: string[]) {
  const found = db.select('messages').select(['id', 'body', 'detail'])
  for (const { id, body, detail } of await found.where('id', 'in', inList(listOf(ids))).execute()) {
    const text = withoutUsers(withoutMentions(body, detail, users), users)
    const values = { body: text, detail: withoutQuote(detail, users), proto: null }
    await db.update('messages').set(values).where('id', '=', id).execute()
  }
}

const withoutUsers = (text: string, users: string[]) => users.reduce((left, user) => left.replaceAll(user, '•••'), text)

interface Mention {
  text: string
  number: string | null
  lid: string | null
}

const isOf = ({ number, lid }: Mention, users: string[]) => users.includes(number ?? '') || users.includes(lid ?? '')

/** The text without the person's name where others mention the person. */
function withoutMentions(body: string, detail: string | null, users: string[]): string {
  const { mentions = [] } = parseJson<{ mentions?: Mention[] }>(detail ?? '{}')
  return mentions.filter((one) => isOf(one, users)).reduce((left, { text }) => left.replaceAll(text, '@•••'), body)
}

function withoutQuote(detail: string | null, users: string[]): string | null {
  if (detail === null) return null
  const { quoted: _, mentions, ...others } = parseJson<{ quoted?: unknown; mentions?: Mention[] }>(detail)
  const left = mentions?.filter((one) => !isOf(one, users))
  const kept = JSON.stringify({ ...others, ...(left?.length ? { mentions: left } : {}) })
  const rest = parseJson<object>(withoutUsers(kept, users))
  return Object.keys(rest).length === 0 ? null : JSON.stringify(rest)
}
