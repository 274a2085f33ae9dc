import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { changesTicket, seesTicket } from '../../shared/permissions'
import type { Ticket } from '../tickets/model'
import { getTicketRow, toTicket } from '../tickets/read'
import type { TagSync } from './model'
import { getTag } from './read'

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
const link = hot<Link>()((db, p) => db.insert('ticket_tags', { ticketId: p('ticketId'), tagId: p('tagId') }))
const unlink = hot<Link>()((db, p) =>
  db.delete('ticket_tags').where('ticketId', '=', p('ticketId')).where('tagId', '=', p('tagId')),
)

/**
 * POST /tags/sync: these tags and no others; of several lanes the one that is new, as by hand on the board.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_TAG_FOUND, ERR_NO_PERMISSION
 */
export const syncTags = (scope: Scope, { ticketId, tags }: TagSync) =>
  setTags(scope, ticketId, () => tags.map((tag) => (typeof tag === 'number' ? tag : tag.id)))

/**
 * Puts a tag on a ticket; a lane's takes the place of the lane it was in. Once or twice is the same.
 * @param hasBoard whether the company's plan has lanes; any other tag needs no plan
 * @throws as syncTags; ERR_NO_PERMISSION for a lane without the board
 */
export const putTag = (scope: Scope, ticketId: number, tagId: number, hasBoard = true) =>
  setTags(scope, ticketId, async (has, isLane) => {
    if (!hasBoard && (await isLane(tagId))) throw new AppError('ERR_NO_PERMISSION')
    return [...has, tagId]
  })

/** Back to the lane without tag: other tags stay. */
export const leaveLanes = (scope: Scope, ticketId: number) =>
  setTags(scope, ticketId, async (has, isLane) => {
    const lanes = await lanesAmong(has, isLane)
    return has.filter((id) => !lanes.includes(id))
  })

type IsLane = (id: number) => Promise<boolean>
type Choose = (has: number[], isLane: IsLane) => number[] | Promise<number[]>

/** A ticket stands in one lane at most: what was asked for last and is new wins. */
async function inOneLane(wanted: number[], before: number[], isLane: IsLane): Promise<number[]> {
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
 * Every change of a ticket's tags passes here: stored and told once, to those who see the ticket and, for the counts,
 * to those who look at the tags. What changes nothing is not told.
 */
function setTags(outer: Scope, ticketId: number, choose: Choose): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const row = await getTicketRow(scope, ticketId)
    if (!seesTicket(scope.viewer, row) || !changesTicket(scope.viewer, row)) throw new AppError('ERR_NO_PERMISSION')
    const has = await scope.db.run(linksOf, { ticketId })
    const isLane = async (id: number) => (has.find((tag) => tag.id === id) ?? (await getTag(scope, id))).kanban === 1
    const before = has.map(({ id }) => id)
    const after = new Set(await inOneLane(await choose(before, isLane), before, isLane))
    const added = [...after].filter((id) => !before.includes(id))
    const removed = before.filter((id) => !after.has(id))
    if (added.length + removed.length === 0) return toTicket(scope, row)
    for (const tagId of added) await scope.db.run(link, { ticketId, tagId: (await getTag(scope, tagId)).id })
    for (const tagId of removed) await scope.db.run(unlink, { ticketId, tagId })
    const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
    scope.publish('ticket', { action: 'update', ticket })
    for (const tagId of [...added, ...removed])
      scope.publish('tag', { action: 'update', tag: await getTag(scope, tagId) })
    return ticket
  })
}

/** Ids of a ticket's tags. */
export const tagsOf = async (scope: Scope, ticketId: number): Promise<number[]> =>
  (await scope.db.run(linksOf, { ticketId })).map(({ id }) => id)

/** Of two tickets that become one: the tags of both, and the lane of the one that stays, if it stands in any. */
export async function mergeTags(scope: Scope, { keep, drop }: { keep: number; drop: number }) {
  const has = await scope.db.run(linksOf, { ticketId: keep })
  const isInLane = has.some(({ kanban }) => kanban === 1)
  for (const { id, kanban } of await scope.db.run(linksOf, { ticketId: drop }))
    if (!has.some((tag) => tag.id === id) && !(kanban === 1 && isInLane))
      await scope.db.run(link, { ticketId: keep, tagId: id })
}

/** Of tickets that are two again: without the tags that were only the other one's. Whoever parts them tells it. */
export async function removeTags(scope: Scope, ticketId: number, tagIds: number[]) {
  for (const tagId of tagIds) await scope.db.run(unlink, { ticketId, tagId })
}
