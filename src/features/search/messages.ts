import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { messagePasses, type Sieve, ticketPasses } from './visible-rows'
import { says, textOf } from './words'

const seen = hot<Sieve & { ids: string }>()((db, p) =>
  db
    .select('messages')
    .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
    .select(['messages.id', 'messages.ticketId', 'messages.body'])
    .select(sql<string | null>`"messages"."detail" ->> '$.fileName'`.as('fileName'))
    .where(sql<boolean>`"messages"."id" in (select value from json_each(${p('ids')}))`)
    .where(ticketPasses(p))
    .where(messagePasses(p))
    .orderBy('messages.id', 'desc'),
)
export type Found = NonNullable<(typeof seen)['row']>

const ofContact = hot<{ contactId: number; before: number; limit: number }>()((db, p) =>
  db
    .select('messages')
    .select('id')
    .where('contactId', '=', p('contactId'))
    .where('id', '<', p('before'))
    .orderBy('id', 'desc')
    .limit(p('limit')),
)

/** So many messages are read for one answer, found or not: asking costs the same wherever the words are. */
const mostRead = 1500
const firstRead = 120

/**
 * Messages with all the words that pass the sieve, newest first; `next` is where to go on, null at the end. A page may
 * be short, even empty, before the end: then much had to be read that was not for this person.
 */
export async function searchMessages(
  scope: Scope,
  words: string[],
  sieve: Sieve,
  page: { before: number; limit: number },
) {
  const found: Found[] = []
  let { before } = page
  for (let read = 0; read < mostRead; ) {
    const { ids, end } = await next(scope, words, sieve, { before, limit: read === 0 ? firstRead : firstRead * 4 })
    found.push(...(await passing(scope, words, sieve, ids)))
    if (found.length > page.limit) {
      const shown = found.slice(0, page.limit)
      return { found: shown, next: shown.at(-1)?.id ?? null }
    }
    if (end) return { found, next: null }
    before = ids.at(-1) as number
    read += ids.length
  }
  return { found, next: before }
}

/** Those of the candidates that the person may see and that really have the words. */
const passing = async (scope: Scope, words: string[], sieve: Sieve, ids: number[]) =>
  (await scope.db.run(seen, { ...sieve, ids: JSON.stringify(ids) })).filter(({ body, fileName }) =>
    says(textOf(body, fileName), words),
  )

/** One contact's messages are few enough to be read in their order; all others are asked of the index. */
async function next(
  scope: Scope,
  words: string[],
  { contactId }: Sieve,
  part: { before: number; limit: number },
): Promise<{ ids: number[]; end: boolean }> {
  if (contactId === null) return scope.db.mayHave({ words, ...part })
  const ids = (await scope.db.run(ofContact, { contactId, ...part })).map(({ id }) => id)
  return { ids, end: ids.length < part.limit }
}
