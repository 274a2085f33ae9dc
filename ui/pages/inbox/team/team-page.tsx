import { useState } from 'react'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { Skeleton } from '../../../components/skeleton'
import { GapNotice } from '../../../first-steps/gap-notice'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { PlaceTabs } from '../../../navigation/place-tabs'
import { TransferDialog } from '../tickets/transfer/transfer-dialog'
import { Agents } from './agents'
import { Queues } from './queues'
import { failure, loadTeam, team, useTeam } from './store'
import { Summary } from './summary'
import { Waits } from './waits'

/** Queues, agents and waiting customers as they are now, for supervisors and admins. */
export function TeamPage() {
  const { t } = useTranslation()
  useTitle(t('team.title'))
  useTeam()
  // Above the lists: a ticket that leaves them while its dialog is open must not take the dialog with it.
  const [transferred, setTransferred] = useState<Ticket | null>(null)
  const close = () => {
    setTransferred(null)
    void loadTeam({ quietly: true })
  }
  return (
    <div className="page">
      <PageHead title={t('navigation.panel')} lead={t('team.lead')} />
      <PlaceTabs place="navigation.panel" />
      <GapNotice className="mb-4" />
      <Content onTransfer={setTransferred} />
      {transferred && <TransferDialog ticket={transferred} onClose={close} />}
    </div>
  )
}

function Content({ onTransfer }: { onTransfer: (ticket: Ticket) => void }) {
  const shown = useValue(team)
  const problem = useValue(failure)
  if (problem) return <ErrorState failure={problem} onRetry={() => void loadTeam()} />
  if (!shown) return <TeamSkeleton />
  return (
    <div className="flex flex-col gap-4">
      <Summary team={shown} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <Waits due={shown.due} tickets={shown.tickets} onTransfer={onTransfer} />
        <div className="flex min-w-0 flex-col gap-4">
          <Agents agents={shown.agents} />
          <Queues queues={shown.queues} />
        </div>
      </div>
    </div>
  )
}

function TeamSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-24 w-full rounded-lg!" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <Skeleton className="h-96 w-full rounded-lg!" />
        <div className="flex flex-col gap-4">
          <Skeleton className="h-56 w-full rounded-lg!" />
          <Skeleton className="h-48 w-full rounded-lg!" />
        </div>
      </div>
    </div>
  )
}
