import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Tag, TagInput } from '../../../src/features/tags/model'
import { fold } from '../../../src/shared/text'
import { confirm } from '../../components/confirm'
import { api, ask } from '../../lib/api'
import { createList } from '../../lib/list'
import { byName, type TagEvent } from '../../lib/tags'
import { toastError, toastSuccess } from '../../lib/toast'

export const query = signal('')

/** Tags of the page, paged because a company may have thousands. */
export const list = createList<Tag>({
  compare: byName,
  pagedBy: byName,
  load: async (cursor) => {
    const searchParam = query.peek() || undefined
    const { tags, hasMore, next } = await ask(api.tags.get({ query: { searchParam, cursor } }))
    return { rows: tags, hasMore, next }
  },
})

export function search(text: string) {
  if (text === query.peek()) return
  query.value = text
  list.clear()
  void list.more()
}

/** Applies a tag event to the loaded pages. */
export function heard(event: TagEvent) {
  if (event.action === 'delete') return list.drop(event.tagId)
  const { tag } = event
  if (fold(tag.name).includes(fold(query.peek()))) list.receiveEvent(tag)
  else list.drop(tag.id)
}

/** Creates or updates a tag. @throws AppError */
export async function save(tag: Tag | null, input: TagInput) {
  const saved = await ask<Tag>(tag ? api.tags({ id: tag.id }).put(input) : api.tags.post(input))
  heard({ action: tag ? 'update' : 'create', tag: saved })
  toastSuccess(i18n.t(tag ? 'tags.saved' : 'tags.created'))
}

export async function remove(tag: Tag) {
  const sure = await confirm({
    title: i18n.t('tags.deleteTitle', { name: tag.name }),
    text: tag.ticketsCount > 0 ? i18n.t('tags.deleteUsed', { count: tag.ticketsCount }) : i18n.t('tags.deleteUnused'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!sure) return
  await ask(api.tags({ id: tag.id }).delete()).then(() => {
    heard({ action: 'delete', tagId: tag.id })
    toastSuccess(i18n.t('tags.deleted'))
  }, toastError)
}
