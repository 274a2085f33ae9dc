import { Megaphone } from 'lucide-react'
import { useEffect } from 'react'
import type { Announcement } from '../../src/features/provider/announcements/model'
import { CornerCount } from '../components/badge'
import { EmptyState } from '../components/empty-state'
import { IconButton } from '../components/icon-button'
import { InfiniteList } from '../components/infinite-list'
import { Popover } from '../components/popover'
import { PriorityBadge } from '../components/priority-badge'
import { SkeletonRows } from '../components/skeleton'
import {
  announcements,
  markAnnouncementsSeen,
  receiveAnnouncementEvent,
  unreadAnnouncements,
} from '../lib/announcements'
import { useLive } from '../lib/realtime'
import { formatDate } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** Announcements of the provider; shows a count until they are opened. */
export function AnnouncementsPopover() {
  const { t } = useTranslation()
  const count = useValue(unreadAnnouncements)
  useEffect(() => void announcements.reload(), [])
  useLive(
    {
      announcement: (event) => {
        receiveAnnouncementEvent(event)
        void announcements.reload() // the server decides which ones are unread
      },
    },
    announcements.reload,
  )
  return (
    <Popover
      label={t('announcements.title')}
      className="p-0!"
      trigger={
        <IconButton label={count > 0 ? t('announcements.unread', { count }) : t('announcements.title')}>
          <Megaphone aria-hidden />
          <CornerCount count={count} />
        </IconButton>
      }
    >
      <LatestAnnouncements />
    </Popover>
  )
}

function LatestAnnouncements() {
  const { t } = useTranslation()
  useEffect(() => void markAnnouncementsSeen(), [])
  return (
    <div className="flex max-h-[min(32rem,75dvh)] w-88 max-w-[calc(100vw-18px)] flex-col">
      <p className="border-line border-b px-4 py-3 font-semibold">{t('announcements.title')}</p>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <InfiniteList
          list={announcements}
          label={t('announcements.title')}
          className="divide-y divide-line"
          skeleton={<SkeletonRows rows={2} avatar={false} />}
          empty={<EmptyState title={t('announcements.emptyTitle')} text={t('announcements.emptyText')} />}
          hideEnd
          render={(record) => <AnnouncementEntry record={record} />}
        />
      </div>
    </div>
  )
}

function AnnouncementEntry({ record }: { record: Announcement }) {
  const { title, text, mediaPath, publishedAt } = record
  return (
    <li className="p-4">
      <p className="flex items-start gap-2">
        <span className="min-w-0 flex-1 break-words font-medium">{title}</span>
        <PriorityBadge of={record} />
      </p>
      <p className="text-faint text-xs tabular-nums">{formatDate(publishedAt)}</p>
      <p className="mt-1 whitespace-pre-wrap break-words text-muted text-sm">{text}</p>
      {mediaPath && <img src={mediaPath} alt="" loading="lazy" className="mt-2 max-h-64 rounded-md" />}
    </li>
  )
}
