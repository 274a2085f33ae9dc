import type { Scope } from '../../../core/scope'
import { inList, jsonObjects, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { seesTicket } from '../../../shared/permissions'
import type { Ad } from './ad-model'
import type { Ticket } from './model'

/** Tickets with the names a list row shows. Every read of tickets uses it, so that responses have one shape. */
export const ticketRows = (db: Tables) =>
  db
    .select('tickets')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .leftJoin('users', 'users.id', 'tickets.userId')
    .leftJoin('queues', 'queues.id', 'tickets.queueId')
    .leftJoin('connections', 'connections.id', 'tickets.whatsappId')
    .leftJoin('attendances as running', (join) =>
      join
        .onRef('running.companyId', '=', 'tickets.companyId')
        .onRef('running.ticketId', '=', 'tickets.id')
        .on('running.finishedAt', 'is', null)
        .on('running.botStage', '<>', 'done'),
    )
    .select([
      'tickets.id',
      'tickets.uuid',
      'tickets.status',
      'tickets.contactId',
      'tickets.whatsappId',
      'tickets.userId',
      'tickets.queueId',
      'tickets.isGroup',
      'tickets.chatbot',
      'tickets.botLoop',
      'tickets.unreadMessages',
      'tickets.lastMessage',
      'tickets.lastMessageAt',
      'tickets.lastMessageFromMe',
      'tickets.lastMessageOrigin',
      'tickets.lastMessageUserId',
      'tickets.lastMessageSender',
      'tickets.answeredAt',
      'tickets.waitingSince',
      'tickets.targetKind',
      'tickets.targetDueAt',
      'tickets.dueAt',
      'tickets.closeReason',
      'tickets.snoozedUntil',
      'tickets.ad',
      'tickets.createdAt',
      'tickets.updatedAt',
      'contacts.name as contactName',
      'contacts.number as contactNumber',
      'contacts.profilePicUrl as contactPicture',
      'contacts.waJid',
      'users.name as userName',
      'queues.name as queueName',
      'queues.color as queueColor',
      'queues.nextAnswerMinutes',
      'running.programKind',
      'running.programId',
      'connections.name as connectionName',
      'connections.status as connectionStatus',
    ])
    .select(({ selectFrom }) =>
      selectFrom('ticket_tags as l')
        .crossJoin('tags as g') // the ticket's few tag links first, then each tag by its id
        .whereRef('g.id', '=', 'l.tagId')
        .whereRef('l.companyId', '=', 'tickets.companyId')
        .whereRef('l.ticketId', '=', 'tickets.id')
        .select(jsonObjects({ id: 'g.id', name: 'g.name', color: 'g.color' }).as('json'))
        .having(({ eb, fn, lit }) => eb(fn.countAll(), '>', lit(0)))
        .as('tags'),
    )

const byId = hot<{ id: number }>()((db, p) => ticketRows(db).where('tickets.id', '=', p('id')))
const byIds = hot<{ ids: ListParameter }>()((db, p) => ticketRows(db).where('tickets.id', 'in', inList(p('ids'))))
const byUuid = hot<{ uuid: string }>()((db, p) => ticketRows(db).where('tickets.uuid', '=', p('uuid')))
export type TicketRow = NonNullable<(typeof byId)['row']>

export const findTicketRow = (scope: Scope, id: number): Promise<TicketRow | undefined> => scope.db.first(byId, { id })

/** The rows of tickets of this company, in any order; missing ones are left out. */
export const findTicketRows = (scope: Scope, ids: Iterable<number>): Promise<TicketRow[]> =>
  scope.db.run(byIds, { ids: listOf(ids) })

/** Returns the row of a ticket of this company. @throws ERR_NO_TICKET_FOUND, also for another company's */
export async function getTicketRow(scope: Scope, id: number): Promise<TicketRow> {
  const row = await findTicketRow(scope, id)
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND')
  return row
}

/** Returns a ticket the acting user may read. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export const getTicket = async (scope: Scope, id: number): Promise<Ticket> =>
  toReadableTicket(scope, await getTicketRow(scope, id))

/** Returns a ticket the acting user may read. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export async function getTicketByUuid(scope: Scope, uuid: string): Promise<Ticket> {
  const row = await scope.db.first(byUuid, { uuid })
  if (!row) throw new AppError('ERR_NO_TICKET_FOUND')
  return toReadableTicket(scope, row)
}

function toReadableTicket(scope: Scope, row: TicketRow): Ticket {
  if (!seesTicket(scope.viewer, row)) throw new AppError('ERR_NO_PERMISSION')
  return toTicket(scope, row)
}

/** Converts a row to the ticket of responses and events. */
export function toTicket(scope: Scope, row: TicketRow): Ticket {
  const { contactId, userId, queueId, whatsappId } = row
  const isGroup = row.isGroup === 1
  return {
    id: row.id,
    uuid: row.uuid,
    status: row.status,
    contactId,
    whatsappId,
    userId,
    queueId,
    isGroup,
    chatbot: row.chatbot === 1,
    useIntegration: row.programKind !== null,
    promptId: row.programKind === 'prompt' ? row.programId : null,
    integrationId: row.programKind === 'integration' ? row.programId : null,
    botLoop: row.botLoop === 1,
    unreadMessages: row.unreadMessages,
    lastMessage: row.lastMessage,
    lastMessageAt: row.lastMessageAt,
    lastMessageFromMe: row.lastMessageFromMe === 1,
    lastMessageBy: authorOf(row),
    waitingSince: row.waitingSince === lastMoment ? null : row.waitingSince,
    snoozedUntil: row.snoozedUntil,
    target: targetOf(row),
    ad: adOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    contact: {
      id: contactId,
      name: row.contactName,
      number: row.contactNumber,
      profilePicUrl: pictureLink(scope, row.contactPicture),
      isGroup,
    },
    user: userId === null ? null : { id: userId, name: row.userName ?? '' },
    queue: queueId === null ? null : { id: queueId, name: row.queueName ?? '', color: row.queueColor ?? '' },
    whatsapp:
      whatsappId === null
        ? null
        : { id: whatsappId, name: row.connectionName ?? '', status: row.connectionStatus ?? 'DISCONNECTED' },
    tags: row.tags === null ? [] : parseJson(row.tags),
  }
}

const adOf = ({ ad }: TicketRow): Ad | null => (ad === null ? null : parseJson(ad))

const targetOf = ({ status, targetKind: kind, targetDueAt: dueAt }: TicketRow) =>
  status === 'closed' || kind === null || dueAt === null ? null : { kind, dueAt }

function authorOf({ lastMessageOrigin: origin, lastMessageUserId: userId, lastMessageSender: name }: TicketRow) {
  return origin === null ? null : { origin, userId, name: name ?? '' }
}

/** The column holds the media id of a stored copy, because WhatsApp's picture URLs expire. */
const pictureLink = (scope: Scope, mediaId: string) => (mediaId === '' ? '' : scope.mediaLink(mediaId))
