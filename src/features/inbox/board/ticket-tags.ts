import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { changesTicket, seesTicket } from '../../../shared/permissions'
import type { TagSync } from '../../contacts/tags/model'
import { getTag } from '../../contacts/tags/read'
import type { Ticket } from '../tickets/model'
import { getTicketRow, type TicketRow, toTicket } from '../tickets/read'

interface Link {
  ticketId: number
  tagId: number
}
const linksOf = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('ticket_tags')
    .innerJoin('tags', 'tags.id', 'ticket_tags.tagId')
    .select(['tags.id', 'tags.kanban'])
    .where('ticketId', '=', p('ticketId')),
)
const insertLink = hot<Link>()((db, p) => db.insert('ticket_tags', { ticketId: p('ticketId'), tagId: p('tagId') }))
const deleteLink = hot<Link>()((db, p) =>
  db.delete('ticket_tags').where('ticketId', '=', p('ticketId')).where('tagId', '=', p('tagId')),
)

/**
 * POST /tags/sync: sets a ticket's tags to exactly these. Of several lanes the newly added one stays.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND, ERR_NO_PERMISSION
 */
export const syncTags = (scope: Scope, { ticketId, tags }: TagSync) =>
  setTags(scope, ticketId, () => tags.map((tag) => (typeof tag === 'number' ? tag : tag.id)))

/**
 * Adds a tag to a ticket; a lane replaces the previous lane. A repeat changes nothing.
 * @param hasBoard whether the company's plan has lanes; other tags need no plan
 * @throws as syncTags; ERR_NO_PERMISSION for a lane without the board
 */
export const addTag = (scope: Scope, ticketId: number, tagId: number, hasBoard = true) =>
  setTags(scope, ticketId, async (tagIds, isLane) => {
    if (!hasBoard && (await isLane(tagId))) throw new AppError('ERR_NO_PERMISSION')
    return [...tagIds, tagId]
  })

/** Removes a tag from a ticket; a repeat changes nothing. @throws as syncTags */
export const removeTag = (scope: Scope, ticketId: number, tagId: number) =>
  setTags(scope, ticketId, (tagIds) => tagIds.filter((id) => id !== tagId))

/** Removes a ticket from its lane; other tags stay. */
export const removeFromLanes = (scope: Scope, ticketId: number) =>
  setTags(scope, ticketId, async (tagIds, isLane) => {
    const lanes = await lanesAmong(tagIds, isLane)
    return tagIds.filter((id) => !lanes.includes(id))
  })

type IsLane = (id: number) => Promise<boolean>
type Choose = (has: number[], isLane: IsLane) => number[] | Promise<number[]>

/** Keeps at most one lane: of the wanted ones, the last that is new. */
async function keepOneLane(wanted: number[], before: number[], isLane: IsLane): Promise<number[]> {
  const lanes = await lanesAmong(wanted, isLane)
  const kept = lanes.findLast((id) => !before.includes(id)) ?? lanes.at(-1)
  return wanted.filter((id) => id === kept || !lanes.includes(id))
}

async function lanesAmong(tagIds: number[], isLane: IsLane): Promise<number[]> {
  const lanes: number[] = []
  for (const id of tagIds) if (await isLane(id)) lanes.push(id)
  return lanes
}

/**
 * Changes a ticket's tags; all changes pass here. Publishes the ticket and, for the counts, the changed tags. A request
 * that changes nothing publishes nothing.
 */
function setTags(outer: Scope, ticketId: number, choose: Choose): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const row = await getTicketRow(scope, ticketId)
    if (!mayChange(scope, row)) throw new AppError('ERR_NO_PERMISSION')
    const links = await scope.db.run(linksOf, { ticketId })
    const isLane = async (id: number) => (links.find((tag) => tag.id === id) ?? (await getTag(scope, id))).kanban === 1
    const before = links.map(({ id }) => id)
    const after = new Set(await keepOneLane(await choose(before, isLane), before, isLane))
    const added = [...after].filter((id) => !before.includes(id))
    const removed = before.filter((id) => !after.has(id))
    if (added.length + removed.length === 0) return toTicket(scope, row)
    for (const tagId of added) await scope.db.run(insertLink, { ticketId, tagId: (await getTag(scope, tagId)).id })
    for (const tagId of removed) await scope.db.run(deleteLink, { ticketId, tagId })
    const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
    scope.publish('ticket', { action: 'update', ticket })
    for (const tagId of [...added, ...removed])
      scope.publish('tag', { action: 'update', tag: await getTag(scope, tagId) })
    return ticket
  })
}

/** The system may change each ticket. */
const mayChange = ({ actor }: Scope, row: TicketRow) =>
  'system' in actor || (seesTicket(actor, row) && changesTicket(actor, row))

/** Returns the ids of a ticket's tags. */
export const tagsOf = async (scope: Scope, ticketId: number): Promise<number[]> =>
  (await scope.db.run(linksOf, { ticketId })).map(({ id }) => id)

/** Adds the tags of `drop` to `keep` when two tickets are merged. A lane is added only if `keep` is in none. */
export async function mergeTags(scope: Scope, { keep, drop }: { keep: number; drop: number }) {
  const links = await scope.db.run(linksOf, { ticketId: keep })
  const isInLane = links.some(({ kanban }) => kanban === 1)
  for (const { id, kanban } of await scope.db.run(linksOf, { ticketId: drop }))
    if (!links.some((tag) => tag.id === id) && !(kanban === 1 && isInLane))
      await scope.db.run(insertLink, { ticketId: keep, tagId: id })
}

/** Removes the given tags after an unmerge. The caller publishes the ticket. */
export async function removeTags(scope: Scope, ticketId: number, tagIds: number[]) {
  for (const tagId of tagIds) await scope.db.run(deleteLink, { ticketId, tagId })
}
