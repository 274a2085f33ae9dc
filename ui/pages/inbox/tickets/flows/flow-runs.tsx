import type { FlowRun } from '../../../../../src/features/automation/flows/runs/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../../src/shared/permissions'
import { Button } from '../../../../components/button'
import { Section } from '../../../../contact/details-section'
import { api, unwrapResponse } from '../../../../lib/api'
import { useMe } from '../../../../lib/session'
import { formatDateTime } from '../../../../lib/time'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { toAgent } from '../actions/message-actions'

interface FlowRunsProps {
  runs: FlowRun[]
  ticket: Ticket
  onEnded: () => Promise<void>
}

/** Runs of flows in a ticket: state and answers, with a button that ends a live run. */
export function FlowRuns({ runs, ticket, onEnded }: FlowRunsProps) {
  const { t } = useTranslation()
  return (
    <Section title={t('ticketFlows.flows')}>
      <ul aria-label={t('ticketFlows.flows')} className="flex flex-col gap-3">
        {runs.map((run) => (
          <li key={run.id}>
            <Run run={run} ticket={ticket} onEnded={onEnded} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Run({ run, ticket, onEnded }: { run: FlowRun; ticket: Ticket; onEnded: () => Promise<void> }) {
  const { t } = useTranslation()
  const me = useMe()
  const isLive = run.endedAt === null
  const mayEnd = isLive && changesTicket(toAgent(me), ticket)
  const end = () =>
    unwrapResponse(api.tickets({ id: ticket.id }).flow.delete()).then(onEnded, (failure) => toastError(failure))
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{run.flowName}</p>
          <p className="text-muted text-xs">
            {isLive ? t('ticketFlows.runs') : t(`ticketFlows.ends.${run.end ?? 'taken'}`)} ·{' '}
            {formatDateTime(run.endedAt ?? run.startedAt)}
          </p>
        </div>
        {mayEnd && (
          <Button size="sm" onClick={end}>
            {t('ticketFlows.end')}
          </Button>
        )}
      </div>
      {run.answers.length > 0 && (
        <dl className="flex flex-col gap-1.5">
          {run.answers.map(({ name, value }) => (
            <div key={name} className="min-w-0">
              <dt className="truncate text-faint text-xs">{name}</dt>
              <dd className="whitespace-pre-line break-words">{value || '—'}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
