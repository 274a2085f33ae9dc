import type { Scope } from '../../../core/scope'
import { rowsInsert } from '../../../core/storage/rows-insert'
import { hot } from '../../../core/storage/tenant'
import type { Ack, MediaStatus, MediaType, Origin } from '../../../shared/enums'

/** Values of a new message row, inbound or outbound. */
export interface NewRow {
  ticketId: number
  contactId: number
  whatsappId: number | null
  waId: string
  participant: string
  senderName: string
  fromMe: 0 | 1
  origin: Origin
  userId: number | null
  body: string
  mediaType: MediaType
  mediaId: string | null
  mediaStatus: MediaStatus | null
  detail: string | null
  ack: Ack
  quotedWaId: string | null
  proto: Uint8Array | null
  read: 0 | 1
  createdAt: string
}

const insertMessage = hot<NewRow>()((db, p) =>
  db
    .insert('messages', {
      ticketId: p('ticketId'),
      contactId: p('contactId'),
      whatsappId: p('whatsappId'),
      waId: p('waId'),
      participant: p('participant'),
      senderName: p('senderName'),
      fromMe: p('fromMe'),
      origin: p('origin'),
      userId: p('userId'),
      body: p('body'),
      mediaType: p('mediaType'),
      mediaId: p('mediaId'),
      mediaStatus: p('mediaStatus'),
      detail: p('detail'),
      ack: p('ack'),
      error: null,
      quotedWaId: p('quotedWaId'),
      proto: p('proto'),
      read: p('read'),
      createdAt: p('createdAt'),
      updatedAt: p('createdAt'),
    })
    .returning('id'),
)

/** Inserts the row and returns its id. @throws SQLITE_CONSTRAINT_UNIQUE for a duplicate; callers look for one first */
export const storeMessage = async (scope: Scope, row: NewRow): Promise<number> =>
  (await scope.db.first(insertMessage, row))?.id as number

const insertMessages = rowsInsert<
  NewRow & { updatedAt: string },
  'messages',
  { id: number; waId: string; contactId: number }
>(
  'messages',
  [
    ...(['ticketId', 'contactId', 'whatsappId', 'waId', 'participant', 'senderName', 'fromMe', 'origin'] as const),
    ...(['userId', 'body', 'mediaType', 'mediaId', 'mediaStatus', 'detail', 'ack', 'quotedWaId', 'proto'] as const),
    ...(['read', 'createdAt', 'updatedAt'] as const),
  ],
  (insert) => insert.returning(['id', 'waId', 'contactId']),
)

/** Inserts rows of different messages of one connection, in order; returns the id of each. @throws as `storeMessage` */
export async function storeMessages(scope: Scope, rows: readonly NewRow[]): Promise<number[]> {
  const stored = await insertMessages(
    scope.db,
    rows.map((row) => ({ ...row, updatedAt: row.createdAt })),
  )
  const ids = new Map(stored.map(({ id, ...key }) => [keyOf(key), id]))
  return rows.map((row) => ids.get(keyOf(row)) as number)
}

const keyOf = ({ contactId, waId }: Pick<NewRow, 'contactId' | 'waId'>) => `${contactId}/${waId}`
