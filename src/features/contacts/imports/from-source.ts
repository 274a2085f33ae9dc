import type { Scope } from '../../../core/scope'
import { assertRowsExist } from '../../../core/storage/assert-rows-exist'
import { AppError } from '../../../shared/errors'
import type { ContactList } from '../lists/model'
import { createContactList } from '../lists/service'
import type { ListFromInput } from './model'
import { insertImport } from './start'

/**
 * Creates a list; a job adds the people of a tag, of a campaign, or contacts that match a filter. @throws
 * ERR_NO_TAG_FOUND, ERR_NO_CAMPAIGN_FOUND, ERR_VALIDATION unless exactly one source is given
 */
export function createListFrom(outer: Scope, { name, ...source }: ListFromInput): Promise<ContactList> {
  return outer.transaction(async (scope) => {
    const { tagId, campaignId, contacts } = source
    const given = [tagId, campaignId, contacts].filter((each) => each !== undefined)
    if (given.length !== 1) throw new AppError('ERR_VALIDATION', { fields: ['tagId', 'campaignId', 'contacts'] })
    if (tagId !== undefined) await assertRowsExist(scope.db, 'tags', [tagId])
    if (campaignId !== undefined) await assertRowsExist(scope.db, 'campaigns', [campaignId])
    const list = await createContactList(scope, { name })
    const kind = tagId !== undefined ? 'tag' : campaignId !== undefined ? 'campaign' : 'contacts'
    const none = { fileName: '', mediaId: null, layout: null, preview: null }
    const detail = { source: kind, sourceDetail: JSON.stringify(source) } as const
    await insertImport(scope, { contactListId: list.id, ...detail, ...none })
    return list
  })
}
