import { Plus } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { IconButton } from '../../../../components/icon-button'
import { QueueLabel } from '../../../../components/queue-label'
import { TagChips } from '../../../../components/tag-chips'
import { TagPicker } from '../../../../components/tag-picker'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { TargetMark } from '../targets/target-mark'
import { Fact, FactList } from './fact-list'

/** Owner, queue, due time, number and tags of a ticket. */
export function TicketFacts({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const owner = ticket.user?.id === me.id ? t('tickets.holderYou') : ticket.user?.name
  return (
    <section aria-label={t('details.ticket')} className="px-4 py-3">
      <FactList>
        <Fact name={t('details.owner')}>{owner ?? t('tickets.holderNobody')}</Fact>
        <Fact name={t('details.queue')}>
          <QueueLabel queue={ticket.queue} />
        </Fact>
        {ticket.target && (
          <Fact name={t('details.due')}>
            <TargetMark ticket={ticket} />
          </Fact>
        )}
        <Fact name={t('details.connection')}>{ticket.whatsapp?.name ?? t('tickets.noConnection')}</Fact>
        <Fact name={t('details.tags')}>
          <span className="flex flex-wrap items-center gap-1">
            {ticket.tags.length > 0 ? (
              <TagChips tags={ticket.tags} />
            ) : (
              <span className="text-faint">{t('details.noTagsShort')}</span>
            )}
            <TagPicker
              ticket={ticket}
              align="end"
              trigger={
                <IconButton size="sm" label={t('tags.pick')}>
                  <Plus aria-hidden />
                </IconButton>
              }
            />
          </span>
        </Fact>
      </FactList>
    </section>
  )
}
