import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { ErrorState } from '../../../../components/error-state'
import { Skeleton } from '../../../../components/skeleton'
import { Section } from '../../../../contact/details-section'
import { Merges } from '../../../../contact/merges'
import { useTranslation } from '../../../../lib/use-translation'
import { NotesPanel } from '../notes/notes-panel'
import { EarlierTickets } from './earlier-tickets'
import { Fields } from './fields'
import { Files } from './files'
import { Flows } from './flows'
import { Profile } from './profile'
import { TicketFacts } from './ticket-facts'
import { useContact } from './use-contact'

/** Details beside a ticket: person, facts of the ticket, notes, fields, earlier tickets, files. */
export function Details({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { result, load, setContact } = useContact(ticket.contactId)
  if (!result) return <ProfileSkeleton />
  if ('failure' in result) return <ErrorState failure={result.failure} onRetry={load} />
  const { contact } = result
  return (
    <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain">
      <Profile contact={contact} onSaved={setContact} />
      <TicketFacts ticket={ticket} />
      <Section title={t('details.notes')}>
        <NotesPanel key={contact.id} contactId={contact.id} />
      </Section>
      <Fields contact={contact} />
      {!contact.isGroup && <Flows ticket={ticket} />}
      <Section title={t('details.earlier')}>
        <EarlierTickets key={contact.id} ticket={ticket} />
      </Section>
      <Section title={t('details.files')}>
        <Files key={contact.id} contactId={contact.id} />
      </Section>
      {!contact.isGroup && <Merges contact={contact} />}
    </div>
  )
}

function ProfileSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col items-center gap-3 p-6">
      <Skeleton className="size-12 rounded-full!" />
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-3 w-28" />
    </div>
  )
}
