import { useEffect } from 'react'
import type { Announcement } from '../../src/features/provider/announcements/model'
import { Dialog } from '../components/dialog'
import { EmptyState } from '../components/empty-state'
import { InfiniteList } from '../components/infinite-list'
import { PriorityBadge } from '../components/priority-badge'
import { SkeletonRows } from '../components/skeleton'
import { announcements, markAnnouncementsSeen, receiveAnnouncementEvent } from '../lib/announcements'
import { useLive } from '../lib/realtime'
import { formatDate } from '../lib/time'
import { useTranslation } from '../lib/use-translation'

/** Keeps the announcements and their unread count current; mounted once, in the shell. */
export function useAnnouncements() {
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
}

/** Announcements of the provider; opening them marks them as seen. */
export function AnnouncementsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useEffect(() => void markAnnouncementsSeen(), [])
  return (
    <Dialog open onClose={onClose} title={t('announcements.title')}>
      <div className="-m-4">
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
    </Dialog>
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
