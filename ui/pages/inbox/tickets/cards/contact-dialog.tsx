import { FormDialog } from '../../../../components/form-dialog'
import { type ChosenContact, ContactField } from '../../../../contact/contact-field'
import { createForm, type Rule, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { sendFromThread } from '../store/outbox'
import type { Thread } from '../store/thread'

const withNumber: Rule<ChosenContact | null> = (contact) => (contact?.number ? null : { code: 'choose' })

/** Sends a contact of the company as a card. */
export function ContactDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ contact: null as ChosenContact | null }, { contact: [withNumber] }))
  const send = async ({ contact }: { contact: ChosenContact | null }) => {
    if (!contact?.number) return
    const { id, name, number } = contact
    sendFromThread(thread, { body: '', quoted: null, contact: { id, name, number } })
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      size="sm"
      title={t('composer.sendContact')}
      action={t('tickets.send')}
      onClose={onClose}
    >
      <ContactField field={form.field('contact')} />
    </FormDialog>
  )
}
