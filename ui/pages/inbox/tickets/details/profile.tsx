import { Merge, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../../../src/features/contacts/contacts/model'
import { Avatar } from '../../../../components/avatar'
import { Button } from '../../../../components/button'
import { ContactDialog } from '../../../../contact/contact-dialog'
import { contactDisplayName } from '../../../../contact/contact-name'
import { MergeDialog } from '../../../../contact/merge-dialog'
import { useCan } from '../../../../lib/can'
import { showNumber } from '../../../../lib/phone'
import { useTranslation } from '../../../../lib/use-translation'

/** Name, numbers and extra fields of the contact. */
export function Profile({ contact, onSaved }: { contact: Contact; onSaved: (contact: Contact) => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null)
  const mayMerge = useCan('contact:merge')
  const close = () => setOpen(null)
  return (
    <section aria-label={t('details.profile')} className="flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Avatar size="lg" name={contactDisplayName(contact)} src={contact.profilePicUrl} group={contact.isGroup} />
        <div className="min-w-0">
          <p className="break-words font-semibold text-lg leading-6">{contactDisplayName(contact)}</p>
          <p className="text-muted text-sm tabular-nums">
            {contact.isGroup ? t('contacts.group') : contact.number ? showNumber(contact.number) : t('contacts.hidden')}
          </p>
        </div>
      </div>
      <Facts contact={contact} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setOpen('edit')}>
          {t('contacts.edit')}
        </Button>
        {mayMerge && !contact.isGroup && (
          <Button size="sm" icon={<Merge aria-hidden />} onClick={() => setOpen('merge')}>
            {t('details.merge')}
          </Button>
        )}
      </div>
      {open === 'edit' && <ContactDialog contact={contact} onClose={close} onSaved={onSaved} />}
      {open === 'merge' && <MergeDialog contact={contact} onClose={close} onMerged={onSaved} />}
    </section>
  )
}

function Facts({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const facts = [
    ...contact.otherNumbers.map((number) => ({
      id: number,
      name: t('details.otherNumber'),
      value: showNumber(number),
    })),
    ...(contact.email ? [{ id: 'email', name: t('contacts.email'), value: contact.email }] : []),
    ...contact.extraInfo,
  ]
  if (facts.length === 0) return null
  return (
    <dl className="flex flex-col gap-2 text-sm">
      {facts.map(({ id, name, value }) => (
        <div key={id} className="min-w-0">
          <dt className="truncate text-faint text-xs">{name}</dt>
          <dd className="break-words">{value || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
