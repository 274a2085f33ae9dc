import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { can } from '../../../shared/permissions'
import { foldText } from '../../../shared/text'
import type { QuickMessage, QuickMessageInput } from './model'
import { getQuickMessage, getQuickRow } from './read'

/**
 * Creates a quick message. @throws ERR_SHORTCODE_ALREADY_EXISTS, ERR_NO_PERMISSION for a company-wide one, ERR_QUICK_EMPTY
 * without text unless a file is announced
 */
export function createQuickMessage(outer: Scope, input: QuickMessageInput): Promise<QuickMessage> {
  return outer.transaction(async (scope) => {
    const { geral = false, status = true } = input
    const { userId } = scope.viewer
    if (geral) assertMayEditShared(scope)
    const texts = textsOf(input)
    assertContent(texts, input.isMedia)
    await assertUnique(scope, { id: 0, userId, geral, code: texts.code })
    const { id } = await scope.db
      .insert('quick_messages', { ...texts, userId, geral: bit(geral), status: bit(status), mediaId: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const quickMessage = await getQuickMessage(scope, id)
    scope.publish('quickMessage', { action: 'create', quickMessage })
    return quickMessage
  })
}

/** Changes a quick message. @throws ERR_NO_QUICK_FOUND, and the errors of `createQuickMessage` */
export function updateQuickMessage(outer: Scope, id: number, input: Partial<QuickMessageInput>) {
  return outer.transaction(async (scope) => {
    const was = await getChangeable(scope, id)
    const { geral = was.geral === 1, status = was.status === 1 } = input
    if (geral) assertMayEditShared(scope)
    const texts = textsOf({ shortcode: input.shortcode ?? was.shortcode, message: input.message ?? was.message })
    if (input.message !== undefined) assertContent(texts, input.isMedia ?? was.mediaId !== null)
    // A company-wide one that becomes private belongs to the acting user.
    const userId = geral ? was.userId : scope.viewer.userId
    await assertUnique(scope, { id, userId, geral, code: texts.code })
    return storeQuickMessage(scope, id, { ...texts, userId, geral: bit(geral), status: bit(status) })
  })
}

/** Deletes a quick message. @throws ERR_NO_QUICK_FOUND, ERR_NO_PERMISSION */
export function deleteQuickMessage(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { userId, geral } = await getChangeable(scope, id)
    await scope.db.delete('quick_messages').where('id', '=', id).execute()
    scope.publish('quickMessage', { action: 'delete', quickMessageId: id, userId, geral: geral === 1 })
    return { id }
  })
}

interface Change {
  userId?: number | null
  shortcode?: string
  code?: string
  message?: string
  searchText?: string
  geral?: 0 | 1
  status?: 0 | 1
  mediaId?: string | null
}

/** Stores a change and publishes it, also to users who lose access by it. Call within a transaction. */
export async function storeQuickMessage(scope: Scope, id: number, change: Change): Promise<QuickMessage> {
  const wasGeral = (await getQuickRow(scope, id)).geral === 1
  const updatedAt = new Date().toISOString()
  await scope.db
    .update('quick_messages')
    .set({ ...change, updatedAt })
    .where('id', '=', id)
    .execute()
  const quickMessage = await getQuickMessage(scope, id)
  scope.publish('quickMessage', { action: 'update', quickMessage, wasGeral })
  return quickMessage
}

/**
 * Returns the row of a quick message the acting user may change: their own, or the company's with permission. @throws
 * ERR_NO_QUICK_FOUND, ERR_NO_PERMISSION
 */
export async function getChangeable(scope: Scope, id: number) {
  const row = await getQuickRow(scope, id)
  if (row.geral === 1) assertMayEditShared(scope)
  return row
}

function assertMayEditShared({ viewer }: Scope) {
  if (!can(viewer, 'quickMessage:geral')) throw new AppError('ERR_NO_PERMISSION')
}

function textsOf({ shortcode: typed, message = '' }: { shortcode: string; message?: string }) {
  const shortcode = typed.replace(/^\//, '')
  return { shortcode, code: foldText(shortcode), message, searchText: foldText(`${shortcode} ${message}`) }
}

/** @throws ERR_QUICK_EMPTY without text and file */
export function assertContent({ message }: { message: string }, hasFile = false) {
  if (message.trim() === '' && !hasFile) throw new AppError('ERR_QUICK_EMPTY')
}

interface ShortcodeKey {
  id: number
  userId: number | null
  code: string
}
const ownDuplicate = hot<ShortcodeKey>()((db, p) =>
  db
    .select('quick_messages')
    .select('id')
    .where('code', '=', p('code'))
    .where('userId', '=', p('userId'))
    .where('geral', '=', 0)
    .where('id', '<>', p('id')),
)
const sharedDuplicate = hot<ShortcodeKey>()((db, p) =>
  db
    .select('quick_messages')
    .select('id')
    .where('code', '=', p('code'))
    .where('geral', '=', 1)
    .where('id', '<>', p('id')),
)

/**
 * Checks that the shortcode is unique among the user's own, or among the company's. @throws
 * ERR_SHORTCODE_ALREADY_EXISTS
 */
async function assertUnique(scope: Scope, { geral, ...key }: ShortcodeKey & { geral: boolean }) {
  if (await scope.db.first(geral ? sharedDuplicate : ownDuplicate, key))
    throw new AppError('ERR_SHORTCODE_ALREADY_EXISTS')
}

const bit = (value: boolean) => (value ? 1 : 0)
