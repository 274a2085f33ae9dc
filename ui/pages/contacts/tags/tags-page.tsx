import { Columns3, Pencil, SearchX, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Tag } from '../../../../src/features/contacts/tags/model'
import { BoxedList } from '../../../components/boxed-list'
import { EmptyState } from '../../../components/empty-state'
import { IconButton } from '../../../components/icon-button'
import { AddButton, PageHead } from '../../../components/page-head'
import { PageTools } from '../../../components/page-tools'
import { TagChip } from '../../../components/tag-chips'
import { useCan } from '../../../lib/can'
import { useLive } from '../../../lib/realtime'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { receiveTagEvent, removeTag, searchTags, tagPages, tagQuery } from './store'
import { TagDialog } from './tag-dialog'

export function TagsPage() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ tag: Tag | null } | null>(null)
  useTitle(t('tags.title'))
  useLive({ tag: receiveTagEvent }, tagPages.reload)
  const add = () => setOpen({ tag: null })
  return (
    <div className="page">
      <PageHead title={t('tags.title')} lead={t('tags.lead')} add={{ label: t('tags.add'), onAdd: add }} />
      <PageTools search={{ label: t('tags.search'), initial: tagQuery.peek(), onSearch: searchTags }} />
      <BoxedList
        list={tagPages}
        label={t('tags.title')}
        skeletonRows={5}
        empty={<NoTags onAdd={add} />}
        render={(tag) => <Row tag={tag} onEdit={() => setOpen({ tag })} />}
      />
      {open && <TagDialog tag={open.tag} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Row({ tag, onEdit }: { tag: Tag; onEdit: () => void }) {
  const { t } = useTranslation()
  const mayLanes = useCan('tag:kanban')
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-4">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <TagChip tag={tag} size="whole" />
        {tag.kanban === 1 && (
          <span className="flex items-center gap-1 text-faint text-xs [&_svg]:size-3.5">
            <Columns3 aria-hidden />
            {t('tags.isLane')}
          </span>
        )}
        {/* A line of its own on phones, a column on wide screens. */}
        <span className="w-full text-muted text-sm tabular-nums sm:ml-auto sm:w-auto">
          {t('tags.ticketsCount', { count: tag.ticketsCount })}
        </span>
      </span>
      <span className="flex shrink-0">
        <IconButton label={t('tags.editOf', { name: tag.name })} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        {(tag.kanban === 0 || mayLanes) && (
          <IconButton label={t('tags.deleteOf', { name: tag.name })} tone="danger" onClick={() => void removeTag(tag)}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
}

function NoTags({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  const text = useValue(tagQuery)
  if (text) return <EmptyState icon={<SearchX />} title={t('tags.nothingFound', { text })} />
  return (
    <EmptyState
      icon={<Tags />}
      title={t('tags.emptyTitle')}
      text={t('tags.emptyText')}
      action={<AddButton label={t('tags.add')} onAdd={onAdd} />}
    />
  )
}
