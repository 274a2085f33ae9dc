import { UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../src/features/contacts/contacts/model'
import { Avatar } from '../components/avatar'
import { Combobox } from '../components/combobox'
import { useProblemText } from '../components/field'
import type { Field } from '../lib/form'
import { showNumber } from '../lib/phone'
import { errorText } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { minSearchLength, useFoundContacts } from './use-found-contacts'

/** Fields of a contact that a ticket needs. */
export type ChosenContact = Pick<Contact, 'id' | 'name' | 'number' | 'profilePicUrl' | 'isGroup'>

interface ContactFieldProps {
  field: Field<ChosenContact | null>
  /** Called to create a contact that was not found, with the typed text; undefined if none can be created. */
  onCreate?: (typed: string) => void
}

/** Form field that finds a contact by name or number. */
export function ContactField({ field, onCreate }: ContactFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { contacts, failure } = useFoundContacts(text)
  const problem = useProblemText(useValue(field.problem))
  const isShort = text.trim().length < minSearchLength
  const said = failure
    ? errorText(failure)
    : isShort
      ? t('inbox.typeMore', { count: minSearchLength })
      : contacts === null
        ? t('common.loading')
        : contacts.length === 0 && t('inbox.nobodyFound')
  return (
    <Combobox<ChosenContact>
      label={t('inbox.contact')}
      placeholder={t('inbox.contactPlaceholder')}
      autoFocus
      value={useValue(field.value)}
      onChange={(contact) => {
        field.value.value = contact
      }}
      options={contacts}
      onType={setText}
      nameOf={({ name }) => name}
      problem={problem}
      message={said || undefined}
      render={(contact) => <ContactLine contact={contact} />}
      action={
        onCreate !== undefined &&
        !isShort && {
          label: t('inbox.createContact'),
          icon: <UserRoundPlus aria-hidden />,
          run: () => onCreate(text.trim()),
        }
      }
    />
  )
}

export function ContactLine({ contact }: { contact: ChosenContact }) {
  const { t } = useTranslation()
  return (
    <>
      <Avatar size="sm" name={contact.name} src={contact.profilePicUrl} group={contact.isGroup} />
      <span className="flex min-w-0 flex-col">
        <span className="truncate">{contact.name}</span>
        <span className="truncate text-faint text-xs tabular-nums">
          {contact.isGroup
            ? t('tickets.group')
            : contact.number
              ? showNumber(contact.number)
              : t('tickets.numberHidden')}
        </span>
      </span>
    </>
  )
}
