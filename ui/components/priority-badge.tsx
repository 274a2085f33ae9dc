import type { Announcement } from '../../src/features/provider/announcements/model'
import { useTranslation } from '../lib/use-translation'
import { Badge } from './badge'

/** Priority of an announcement: 1 red, 2 orange, 3 grey, with its name. */
export function PriorityBadge({ of: { priority } }: { of: Pick<Announcement, 'priority'> }) {
  const { t } = useTranslation()
  if (priority === 1) return <Badge tone="danger">{t('announcements.priorities.high')}</Badge>
  if (priority === 2) return <Badge tone="warn">{t('announcements.priorities.medium')}</Badge>
  return <Badge>{t('announcements.priorities.low')}</Badge>
}
