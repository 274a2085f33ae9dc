import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Tag, TagInput } from '../../../../src/features/contacts/tags/model'
import { foldText } from '../../../../src/shared/text'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { createList } from '../../../lib/list'
import { byName, type TagEvent } from '../../../lib/tags'
import { toastError, toastSuccess, toastWarning } from '../../../lib/toast'

export const tagQuery = signal('')

/** Tags of the page, paged because a company may have thousands. */
export const tagPages = createList<Tag>({
  compare: byName,
  pagedBy: byName,
  load: async (cursor) => {
    const searchParam = tagQuery.peek() || undefined
    const { tags, hasMore, next } = await unwrapResponse(api.tags.get({ query: { searchParam, cursor } }))
    return { rows: tags, hasMore, next }
  },
})

export function searchTags(text: string) {
  if (text === tagQuery.peek()) return
  tagQuery.value = text
  tagPages.clear()
  void tagPages.more()
}

/** Applies a tag event to the loaded pages. */
export function receiveTagEvent(event: TagEvent) {
  if (event.action === 'delete') return tagPages.drop(event.tagId)
  const { tag } = event
  if (foldText(tag.name).includes(foldText(tagQuery.peek()))) tagPages.receiveEvent(tag)
  else tagPages.drop(tag.id)
}

/** Creates or updates a tag. @throws AppError */
export async function saveTag(tag: Tag | null, input: TagInput) {
  const saved = await unwrapResponse<Tag>(tag ? api.tags({ id: tag.id }).put(input) : api.tags.post(input))
  receiveTagEvent({ action: tag ? 'update' : 'create', tag: saved })
  toastSuccess(i18n.t(tag ? 'tags.saved' : 'tags.created'))
}

/** Deletes a tag after confirmation; names the flows that prevent it. */
export async function removeTag(tag: Tag) {
  const isConfirmed = await confirm({
    title: i18n.t('tags.deleteTitle', { name: tag.name }),
    text: tag.ticketsCount > 0 ? i18n.t('tags.deleteUsed', { count: tag.ticketsCount }) : i18n.t('tags.deleteUnused'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api.tags({ id: tag.id }).delete())
    receiveTagEvent({ action: 'delete', tagId: tag.id })
    toastSuccess(i18n.t('tags.deleted'))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code !== 'ERR_TAG_IN_USE') return toastError(thrown)
    toastWarning(inUseText(tag.name, detail as { flows: string[]; campaigns: string[] }))
  }
}

/** Names the flows that prevent a deletion, else the campaigns. */
function inUseText(name: string, { flows, campaigns }: { flows: string[]; campaigns: string[] }) {
  const named = { name, interpolation: { escapeValue: false } }
  if (flows.length > 0) return i18n.t('tags.inUse', { flows: flows.join(', '), ...named })
  return i18n.t('tags.inUseByCampaigns', { campaigns: campaigns.join(', '), ...named })
}
