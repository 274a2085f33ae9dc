import { useCallback, useEffect, useState } from 'react'
import type { FlowRun } from '../../../../src/features/flow-runs/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { changesTicket } from '../../../../src/shared/permissions'
import { Button } from '../../../components/button'
import { Section } from '../../../contact/details-section'
import { api, unwrapResponse } from '../../../lib/api'
import { useLive } from '../../../lib/realtime'
import { useMe } from '../../../lib/session'
import { formatDateTime } from '../../../lib/time'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { toAgent } from '../actions/message-actions'

/** Flows that talked with the customer in this ticket: state and answers; hidden without any. */
export function Flows({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { runs, load } = useRuns(ticket.id)
  if (runs.length === 0) return null
  return (
    <Section title={t('startFlow.flows')}>
      <ul aria-label={t('startFlow.flows')} className="flex flex-col gap-3">
        {runs.map((run) => (
          <li key={run.id}>
            <Run run={run} ticket={ticket} onEnded={load} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Runs of a ticket; loaded again after each message and change of the ticket. */
function useRuns(ticketId: number) {
  const [runs, setRuns] = useState<FlowRun[]>([])
  const load = useCallback(async () => {
    const answer = await unwrapResponse(api.tickets({ id: ticketId }).flow.get()).catch(() => null)
    if (answer) setRuns(answer.runs)
  }, [ticketId])
  useEffect(() => {
    setRuns([])
    void load()
  }, [load])
  useLive(
    {
      appMessage: ({ action, ...event }) => {
        if (action === 'create' && 'ticket' in event && event.ticket?.id === ticketId) void load()
      },
      ticket: (event) => {
        if (event.action === 'update' && event.ticket.id === ticketId) void load()
      },
    },
    load,
  )
  return { runs, load }
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
            {isLive ? t('startFlow.runs') : t(`startFlow.ends.${run.end ?? 'taken'}`)} ·{' '}
            {formatDateTime(run.endedAt ?? run.startedAt)}
          </p>
        </div>
        {mayEnd && (
          <Button size="sm" onClick={end}>
            {t('startFlow.end')}
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
