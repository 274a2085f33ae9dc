import type { Contact } from '../../../../../src/features/contacts/contacts/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { ErrorState } from '../../../../components/error-state'
import { Skeleton } from '../../../../components/skeleton'
import { Switch } from '../../../../components/switch'
import { TagChips } from '../../../../components/tag-chips'
import { TagPicker } from '../../../../components/tag-picker'
import { Section } from '../../../../contact/details-section'
import { Merges } from '../../../../contact/merges'
import { OptOutState } from '../../../../contact/opt-out-state'
import { api, unwrapResponse } from '../../../../lib/api'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { NotesPanel } from '../notes/notes-panel'
import { EarlierTickets } from './earlier-tickets'
import { Files } from './files'
import { Flows } from './flows'
import { Profile } from './profile'
import { useContact } from './use-contact'

/** Details of a ticket's contact. */
export function Details({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { result, load, setContact } = useContact(ticket.contactId)
  if (!result) return <ProfileSkeleton />
  if ('failure' in result) return <ErrorState failure={result.failure} onRetry={load} />
  const { contact } = result
  return (
    <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto overscroll-contain">
      <Profile contact={contact} onSaved={setContact} />
      <Section title={t('details.tags')} action={<TagPicker ticket={ticket} align="end" />}>
        {ticket.tags.length > 0 ? (
          <TagChips tags={ticket.tags} />
        ) : (
          <p className="text-faint text-sm">{t('details.noTags')}</p>
        )}
      </Section>
      {!contact.isGroup && (
        <div className="flex flex-col items-start gap-2 px-4 py-2">
          <BotSwitch contact={contact} onSaved={setContact} />
          <OptOutState contact={contact} onSaved={setContact} />
        </div>
      )}
      {!contact.isGroup && <Flows ticket={ticket} />}
      <Section title={t('details.notes')}>
        <NotesPanel ticket={ticket} />
      </Section>
      <Section title={t('details.files')}>
        <Files key={contact.id} contactId={contact.id} />
      </Section>
      <Section title={t('details.earlier')}>
        <EarlierTickets key={contact.id} ticket={ticket} />
      </Section>
      {!contact.isGroup && <Merges contact={contact} />}
    </div>
  )
}

function BotSwitch({ contact, onSaved }: { contact: Contact; onSaved: (contact: Contact) => void }) {
  const { t } = useTranslation()
  const change = async (disableBot: boolean) => {
    onSaved({ ...contact, disableBot })
    await unwrapResponse(api.contacts({ id: contact.id }).put({ disableBot })).then(onSaved, (failure) => {
      onSaved(contact)
      toastError(failure)
    })
  }
  return (
    <Switch
      label={t('contacts.disableBot')}
      hint={t('contacts.disableBotHint')}
      checked={contact.disableBot}
      onChange={change}
    />
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
