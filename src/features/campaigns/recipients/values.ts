import type { Scope } from '../../../core/scope'
import { momentIn } from '../../../core/time'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { foldText, removeInvalidCharacters } from '../../../shared/text'
import { timeZoneOf } from '../../platform/company/time-zone'
import type { CampaignChange } from '../campaign/model'

const messages = ['message1', 'message2', 'message3', 'message4', 'message5'] as const

/** Tables of the ids that a campaign names, and the error for one that the company does not have. */
const references = {
  whatsappId: ['connections', 'ERR_NO_WAPP_FOUND'],
  contactListId: ['contact_lists', 'ERR_NO_CONTACT_LIST_FOUND'],
  tagId: ['tags', 'ERR_NO_TAG_FOUND'],
  fileListId: ['file_lists', 'ERR_NO_FILE_FOUND'],
  flowId: ['flows', 'ERR_NO_FLOW_FOUND'],
} as const satisfies Record<string, readonly [string, ErrorCode]>
type Reference = keyof typeof references

/**
 * Returns the columns that a request changes. A list and a tag exclude each other: the one that is given replaces the
 * other. @throws ERR_VALIDATION for a list together with a tag or a time that does not exist, and the errors of the ids
 */
export async function columnsOf(scope: Scope, change: CampaignChange) {
  const { name, tagListId, scheduledAt, basis } = change
  const tagId = change.tagId === undefined ? tagOf(tagListId) : change.tagId
  const ids = {
    ...pick(change, ['whatsappId', 'contactListId', 'fileListId', 'flowId']),
    ...(tagId !== undefined && { tagId }),
  }
  if (ids.tagId && ids.contactListId) throw new AppError('ERR_VALIDATION', { fields: ['tagId'] })
  await assertReferencesExist(scope, ids)
  if (ids.tagId) ids.contactListId = null
  else if (ids.contactListId) ids.tagId = null
  const texts = Object.fromEntries(
    Object.entries(pick(change, messages)).map(([key, text]) => [key, removeInvalidCharacters(text as string)]),
  )
  return {
    ...(name !== undefined && { name: name.trim(), searchText: foldText(name) }),
    ...texts,
    ...ids,
    ...(basis !== undefined && { basis }),
    ...(scheduledAt !== undefined && { scheduledAt: scheduledAt && (await momentOf(scope, scheduledAt)) }),
  }
}

const tagOf = (tagListId: CampaignChange['tagListId']) => (tagListId === 'Nenhuma' ? null : tagListId)

/** The fields that are given. */
function pick<T extends object, K extends keyof T>(source: T, keys: readonly K[]): { -readonly [key in K]?: T[K] } {
  return Object.fromEntries(keys.filter((key) => source[key] !== undefined).map((key) => [key, source[key]])) as never
}

/** Checks ids that a request names. @throws the error of the first one that the company does not have */
export async function assertReferencesExist({ db }: Scope, ids: { [key in Reference]?: number | null }) {
  for (const [key, [table, code]] of Object.entries(references)) {
    const id = ids[key as Reference]
    if (id == null) continue
    const row = await db
      .select(table)
      .select(`${table}.id` as 'connections.id')
      .where(`${table}.id` as 'connections.id', '=', id)
      .executeTakeFirst()
    if (!row) throw new AppError(code)
  }
}

/** UTC ISO of a time; without an offset in the company's time zone. @throws ERR_VALIDATION */
export async function momentOf(scope: Scope, text: string, field = 'scheduledAt'): Promise<string> {
  try {
    return momentIn(await timeZoneOf(scope), text)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: [field] })
  }
}
