import { Image, Megaphone, Pencil, SearchX, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import type { Announcement } from '../../../../src/features/provider/announcements/model'
import { Badge } from '../../../components/badge'
import { BoxedList } from '../../../components/boxed-list'
import { EmptyState } from '../../../components/empty-state'
import { IconButton } from '../../../components/icon-button'
import { PageHead } from '../../../components/page-head'
import { PageTools } from '../../../components/page-tools'
import { PriorityBadge } from '../../../components/priority-badge'
import { announcementQuery, searchAnnouncements, searchedAnnouncements } from '../../../lib/announcements'
import { paths } from '../../../lib/paths'
import { useLive } from '../../../lib/realtime'
import { useMe } from '../../../lib/session'
import { useTitle } from '../../../lib/title'
import { toastInfo } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { AnnouncementDialog } from './announcement-dialog'
import { removeAnnouncement } from './store'

/** Announcements of the provider, for super users; others get a message and are redirected. */
export function AnnouncementsPage() {
  return useMe().super ? <Page /> : <RedirectHome />
}

function RedirectHome() {
  const { t } = useTranslation()
  useEffect(() => toastInfo(t('announcements.refused')), [t])
  return <Redirect to={paths.home} replace />
}

function Page() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ record: Announcement | null } | null>(null)
  useTitle(t('announcements.title'))
  useLive({}, searchedAnnouncements.reload)
  return (
    <div className="page">
      <PageHead
        title={t('announcements.title')}
        lead={t('announcements.lead')}
        add={{ label: t('announcements.add'), onAdd: () => setOpen({ record: null }) }}
      />
      <PageTools
        search={{ label: t('announcements.search'), initial: announcementQuery.peek(), onSearch: searchAnnouncements }}
      />
      <BoxedList
        list={searchedAnnouncements}
        label={t('announcements.title')}
        skeletonRows={4}
        empty={<NoAnnouncements />}
        render={(record) => <Row record={record} onEdit={() => setOpen({ record })} />}
      />
      {open && <AnnouncementDialog key={open.record?.id} record={open.record} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Row({ record, onEdit }: { record: Announcement; onEdit: () => void }) {
  const { t } = useTranslation()
  const { title, text, status, mediaPath } = record
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 truncate font-medium">{title}</span>
          <PriorityBadge of={record} />
          {!status && <Badge>{t('announcements.inactive')}</Badge>}
          {mediaPath && <Image aria-hidden className="size-4 text-faint" />}
        </p>
        <p className="truncate text-muted text-sm">{text}</p>
      </div>
      <div className="flex shrink-0">
        <IconButton label={t('announcements.editOf', { title })} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={t('announcements.deleteOf', { title })}
          tone="danger"
          onClick={() => void removeAnnouncement(record)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

function NoAnnouncements() {
  const { t } = useTranslation()
  const text = useValue(announcementQuery)
  if (text) return <EmptyState icon={<SearchX />} title={t('announcements.nothingFound', { text })} />
  return <EmptyState icon={<Megaphone />} title={t('announcements.emptyTitle')} text={t('announcements.emptyText')} />
}
