import { useState } from 'react'
import type { Contact } from '../../../../src/features/contacts/contacts/model'
import { Combobox } from '../../../components/combobox'
import { FieldShell, useProblemText } from '../../../components/field'
import { ContactLine } from '../../../contact/contact-field'
import { minSearchLength, useFoundContacts } from '../../../contact/use-found-contacts'
import type { Field } from '../../../lib/form'
import { errorText } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Fields of a contact that a scheduled message needs. */
export type Receiver = Pick<Contact, 'id' | 'name' | 'number' | 'profilePicUrl'>

/** Form field that finds the receiver by name or number; groups cannot be chosen. */
export function ReceiverField({ field, isFixed }: { field: Field<Receiver | null>; isFixed: boolean }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { contacts, failure } = useFoundContacts(text)
  const problem = useProblemText(useValue(field.problem))
  const chosen = useValue(field.value)
  const people = contacts?.filter(({ isGroup }) => !isGroup) ?? null
  if (isFixed && chosen)
    return (
      <FieldShell label={t('schedules.contact')} problem={problem}>
        {({ id }) => (
          <div id={id} className="flex min-h-control items-center gap-3 rounded-md border border-line px-3 py-1.5">
            <ContactLine contact={{ ...chosen, isGroup: false }} />
          </div>
        )}
      </FieldShell>
    )
  return (
    <Combobox<Receiver>
      label={t('schedules.contact')}
      placeholder={t('schedules.contactPlaceholder')}
      autoFocus={chosen === null}
      value={chosen}
      onChange={(contact) => {
        field.value.value = contact
      }}
      options={people}
      onType={setText}
      nameOf={({ name }) => name}
      problem={problem}
      message={searchMessage() || undefined}
      render={(contact) => <ContactLine contact={{ ...contact, isGroup: false }} />}
    />
  )

  function searchMessage() {
    if (failure) return errorText(failure)
    if (text.trim().length < minSearchLength) return t('inbox.typeMore', { count: minSearchLength })
    if (people === null) return t('common.loading')
    return people.length === 0 && t('inbox.nobodyFound')
  }
}
