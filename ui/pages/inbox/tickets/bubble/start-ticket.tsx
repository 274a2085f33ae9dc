import { signal } from '@preact/signals-react'
import { MessageCirclePlus } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../../../src/features/contacts/contacts/model'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import type { ChosenContact } from '../../../../contact/contact-field'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { NewTicketDialog } from '../new-ticket/new-ticket-dialog'

/** Contact of a contact card for whom a ticket is being opened, or null. */
const selectedContact = signal<ChosenContact | null>(null)

/** Dialog that opens the ticket; mounted once per ticket. */
export function StartHost() {
  const contact = useValue(selectedContact)
  if (!contact) return null
  return (
    <NewTicketDialog
      contact={contact}
      onClose={() => {
        selectedContact.value = null
      }}
    />
  )
}

/** Button on a contact card: creates the contact if the number is new, then opens the new-ticket dialog. */
export function StartButton({ name, number }: { name: string; number: string }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      selectedContact.value = await findOrCreateContact(name, number.trim())
    } catch (failure) {
      toastError(failure)
    }
    setBusy(false)
  }
  return (
    <Button
      size="sm"
      busy={isBusy}
      icon={<MessageCirclePlus aria-hidden />}
      aria-label={t('conversation.startWith', { name: name || number })}
      onClick={start}
    >
      {t('conversation.startShort')}
    </Button>
  )
}

async function findOrCreateContact(name: string, number: string): Promise<Contact> {
  const trimmedName = name.trim().slice(0, limits.name.max)
  try {
    return await unwrapResponse(
      api.contacts.post({ name: trimmedName.length < limits.name.min ? number : trimmedName, number }),
    )
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code === 'ERR_DUPLICATED_CONTACT' && detail.contact) return detail.contact as Contact
    throw thrown
  }
}
