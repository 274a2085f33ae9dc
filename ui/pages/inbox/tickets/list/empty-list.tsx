import { Bot, CheckCheck, Inbox, ListFilter, MessagesSquare, UserX } from 'lucide-react'
import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { Button } from '../../../../components/button'
import { EmptyState } from '../../../../components/empty-state'
import { useSeesNobody } from '../../../../lib/sees-nobody'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clearFilters } from '../store/change-filters'
import { queueIds } from '../store/filters'
import { filterSize } from '../store/list-filter'
import { showList } from '../store/search-mode'
import { counts } from '../store/tickets'

/** In place of a list without rows: why it is empty, and what to do next. */
export function EmptyList({ name }: { name: TicketListName }) {
  const { t } = useTranslation()
  const narrowed = useValue(queueIds).length > 0
  const filtered = useValue(filterSize) > 0
  const seesNobody = useSeesNobody()
  if (filtered || narrowed)
    return (
      <EmptyState
        icon={<ListFilter />}
        title={t(filtered ? 'inbox.emptyFilter' : 'inbox.emptyQueues')}
        action={<Button onClick={clearFilters}>{t(filtered ? 'lists.clearFilter' : 'inbox.allQueues')}</Button>}
      />
    )
  if (name !== 'closed' && seesNobody)
    return <EmptyState icon={<UserX />} title={t('gaps.selfTitle')} text={t('gaps.selfText')} />
  if (name === 'waiting')
    return (
      <EmptyState
        icon={<CheckCheck />}
        title={t('tickets.emptyPending')}
        text={t('tickets.emptyPendingText')}
        action={<ShowRobot />}
      />
    )
  if (name === 'robot')
    return <EmptyState icon={<Bot />} title={t('lists.emptyRobot')} text={t('lists.emptyRobotText')} />
  if (name === 'closed')
    return <EmptyState icon={<Inbox />} title={t('tickets.emptyClosed')} text={t('tickets.emptyClosedText')} />
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title={t('tickets.emptyOpen')}
      text={t('tickets.emptyOpenText')}
      action={<Button onClick={() => showList('waiting')}>{t('tickets.emptyOpenAction')}</Button>}
    />
  )
}

/** Leads to the customers whom the robot answers, who do not count as waiting; nothing without any. */
export function ShowRobot() {
  const { t } = useTranslation()
  const count = useValue(counts.robot)
  if (count === 0) return null
  return (
    <Button icon={<Bot aria-hidden />} onClick={() => showList('robot')}>
      {t('lists.withRobot', { count })}
    </Button>
  )
}
