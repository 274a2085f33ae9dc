import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { audit } from '../audit/record'
import { tagsOf } from '../tags/ticket-tags'
import { pinnedBy } from '../tickets/pins'
import { followers, isWith, mergeContacts } from './merge'
import type { Merged, Merges } from './model'
import { type ContactRow, getContactRow, toContact } from './read'
import { traceOf } from './trace'

export type Follower = (typeof followers)[number]
/** A row as the database has it, bytes as base64. */
export type Stored = Record<string, string | number | null>
/** A live ticket that a merge may close, with what is in it. */
export interface Live {
  row: Stored
  messages: number[]
  notes: number[]
  /** Ids of its tags. */
  tags: number[]
  /** Ids of the people who pinned it. */
  pins: number[]
}
/** All it takes to put two contacts back as they were. */
export interface Moved {
  drop: Stored
  keep: Stored
  /** `keep` after the merge: what was changed since is left alone. */
  became: Stored
  /** By table: the rows that were the dropped contact's. */
  ids: Record<Follower, number[]>
  live: Live[]
  /** Copies of one message under both names, of which one had to go, with what hung on them. */
  twins: { table: 'messages' | 'message_edits' | 'reactions'; row: Stored }[]
}

const insertAlias = hot<{ contactId: number; number: string | null; lid: string | null }>()((db, p) =>
  db.insert('contact_aliases', { contactId: p('contactId'), number: p('number'), lid: p('lid') }),
)
const insertMerge = hot<{ contactId: number; name: string; number: string | null; userId: number; moved: string }>()(
  (db, p) =>
    db
      .insert('contact_merges', {
        contactId: p('contactId'),
        name: p('name'),
        number: p('number'),
        userId: p('userId'),
        moved: p('moved'),
      })
      .returning('id'),
)

/**
 * A person says that two contacts are one: everything of `otherId` goes to `id`, which from then on answers to both
 * numbers. What was moved is written down and can be undone for 30 days.
 * @throws ERR_NO_CONTACT_FOUND, ERR_MERGE_CONTACT for groups and for one and the same
 */
export function uniteContacts(outer: Scope, id: number, otherId: number): Promise<Merged> {
  return outer.transaction(async (scope) => {
    const keep = await getContactRow(scope, id)
    const drop = await getContactRow(scope, otherId)
    if (id === otherId || keep.isGroup === 1 || drop.isGroup === 1) throw new AppError('ERR_MERGE_CONTACT')
    const before = await photograph(scope, keep, drop)
    await mergeContacts(scope, keep, drop)
    await keepAnswering(scope, keep, drop)
    const became = await rowOf(scope, 'contacts', id)
    const inserted = await scope.db.first(insertMerge, {
      ...{ contactId: id, name: drop.name, number: drop.number, userId: scope.viewer.userId },
      moved: JSON.stringify({ ...before, became } satisfies Moved),
    })
    const contact = toContact(scope, await getContactRow(scope, id))
    await audit(scope, {
      action: 'merge',
      entity: 'contact',
      entityId: id,
      name: traceOf(keep),
      after: { merged: traceOf(drop) },
    })
    scope.publish('contact', { action: 'update', contact })
    return { contact, mergeId: inserted?.id as number }
  })
}

/** A contact has one number and one identity; the other one's lead to it, too. */
async function keepAnswering(scope: Scope, keep: ContactRow, drop: ContactRow) {
  const number = keep.number === null ? null : drop.number
  const lid = keep.lid === null ? null : drop.lid
  if (number !== null || lid !== null) await scope.db.run(insertAlias, { contactId: keep.id, number, lid })
}

async function photograph(scope: Scope, keep: ContactRow, drop: ContactRow): Promise<Omit<Moved, 'became'>> {
  const ids = {} as Record<Follower, number[]>
  for (const table of followers) ids[table] = await idsOf(scope, table, 'contactId', drop.id)
  return {
    drop: await rowOf(scope, 'contacts', drop.id),
    keep: await rowOf(scope, 'contacts', keep.id),
    ids,
    live: await liveOf(scope, [keep.id, drop.id]),
    twins: await twinsOf(scope, keep.id, drop.id),
  }
}

type Table = Follower | 'contacts' | 'message_edits' | 'reactions'

async function rowOf(scope: Scope, table: Table, id: number): Promise<Stored> {
  const row = await scope.db.select(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return stored(row)
}

/** Stands before bytes. */
export const marker = 'base64:'

/** As JSON can hold it. */
const stored = (row: object): Stored =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? marker + value.toBase64() : (value as string | number | null),
    ]),
  )

async function idsOf(
  scope: Scope,
  table: Follower | 'ticket_notes',
  column: 'contactId' | 'ticketId',
  id: number,
): Promise<number[]> {
  const rows = await scope.db
    .select(table)
    .select('id')
    .where(column as 'contactId', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

async function liveOf(scope: Scope, contactIds: number[]): Promise<Live[]> {
  const rows = await scope.db
    .select('tickets')
    .selectAll()
    .where('contactId', 'in', contactIds)
    .where('status', '<>', 'closed')
    .execute()
  const twice = rows.filter((row) => rows.some((other) => other.id !== row.id && other.whatsappId === row.whatsappId))
  return Promise.all(
    twice.map(async (row) => ({
      row: stored(row),
      messages: await idsOf(scope, 'messages', 'ticketId', row.id),
      notes: await idsOf(scope, 'ticket_notes', 'ticketId', row.id),
      tags: await tagsOf(scope, row.id),
      pins: await pinnedBy(scope, row.id),
    })),
  )
}

/** The rows that `mergeContacts` will delete as copies. */
async function twinsOf(scope: Scope, keep: number, drop: number): Promise<Moved['twins']> {
  const rows = await scope.db.select('messages').selectAll().where('contactId', '=', drop).where(isWith(keep)).execute()
  const twins: Moved['twins'] = rows.map((row) => ({ table: 'messages', row: stored(row) }))
  for (const { id } of rows)
    for (const table of ['message_edits', 'reactions'] as const) {
      const hanging = await scope.db.select(table).selectAll().where('messageId', '=', id).execute()
      twins.push(...hanging.map((row) => ({ table, row: stored(row) })))
    }
  return twins
}

const mergesOf = hot<{ contactId: number; since: string }>()((db, p) =>
  db
    .select('contact_merges')
    .leftJoin('users', 'users.id', 'contact_merges.userId')
    .select(['contact_merges.id', 'contact_merges.name', 'contact_merges.number', 'contact_merges.createdAt'])
    .select('users.name as by')
    .where('contact_merges.contactId', '=', p('contactId'))
    .where('contact_merges.createdAt', '>=', p('since'))
    .orderBy('contact_merges.id', 'desc')
    .limit(20),
)

/** Merges older than this can no longer be undone. */
export const undoableSince = (now = Date.now()) => new Date(now - limits.mergeUndoDays * 86_400_000).toISOString()

/** What was merged into a contact and can be taken out again, the last first. */
export async function listMerges(scope: Scope, contactId: number): Promise<Merges> {
  await getContactRow(scope, contactId)
  return { merges: await scope.db.run(mergesOf, { contactId, since: undoableSince() }) }
}
