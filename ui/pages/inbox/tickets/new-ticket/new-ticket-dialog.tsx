import { limits } from '../../../../../src/shared/limits'
import { Alert } from '../../../../components/alert'
import { Button } from '../../../../components/button'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { Select } from '../../../../components/select'
import { type ChosenContact, ContactField, ContactLine } from '../../../../contact/contact-field'
import { NumberField } from '../../../../contact/number-field'
import { connections } from '../../../../lib/connections'
import { useForm } from '../../../../lib/form'
import { useList } from '../../../../lib/list'
import { useQueues } from '../../../../lib/queues'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { createNewTicketForm, type NewTicketForm, openNewTicket, startNewContact } from './new-ticket-form'
import { TicketRefusal } from './ticket-refusal'

interface NewTicketDialogProps {
  /** Contact given by the caller (contact list, contact card, palette). */
  contact?: ChosenContact
  onClose: () => void
}

/** Opens a ticket with a contact, queue and connection. */
export function NewTicketDialog({ contact, onClose }: NewTicketDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => createNewTicketForm(contact ?? null)) as NewTicketForm
  const failure = useValue(form.failure)
  const isExistingNumber = useValue(form.isExistingNumber)
  const submit = async () => {
    await openNewTicket(form)
    if (!form.isExistingNumber.peek()) onClose()
    form.isExistingNumber.value = form.isExistingNumber.peek() && form.values().contact !== null
  }
  return (
    <FormDialog
      form={form}
      send={submit}
      title={t('inbox.newTicket')}
      onClose={onClose}
      hideFailure
      action={t('inbox.start')}
    >
      {failure && <TicketRefusal failure={failure} onLeave={onClose} />}
      {isExistingNumber && <Alert tone="info">{t('inbox.wasKnown')}</Alert>}
      <ContactFields form={form} fixedContact={contact} />
      <QueueField form={form} />
      <ConnectionField form={form} />
    </FormDialog>
  )
}

function ContactFields({ form, fixedContact }: { form: NewTicketForm; fixedContact?: ChosenContact }) {
  const { t } = useTranslation()
  const isNew = useValue(form.isNew)
  if (fixedContact)
    return (
      <div className="flex items-center gap-3">
        <ContactLine contact={fixedContact} />
      </div>
    )
  if (!isNew) return <ContactField field={form.field('contact')} onCreate={(typed) => startNewContact(form, typed)} />
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium text-sm">{t('inbox.newContact')}</legend>
      <TextField
        field={form.field('name')}
        label={t('inbox.contactName')}
        maxLength={limits.name.max}
        autoComplete="off"
      />
      <NumberField field={form.field('number')} label={t('inbox.contactNumber')} />
      <Button
        size="sm"
        variant="quiet"
        className="self-start"
        onClick={() => {
          form.isNew.value = false
        }}
      >
        {t('inbox.backToSearch')}
      </Button>
    </fieldset>
  )
}

/** Agents choose one of their queues; admins may leave it empty. */
function QueueField({ form }: { form: NewTicketForm }) {
  const { t } = useTranslation()
  const me = useMe()
  const all = useQueues().rows
  const queues = me.profile === 'admin' ? all : me.queues
  if (queues.length === 0) return null
  const choices = queues.map(({ id, name }) => ({ value: String(id), label: name }))
  const none = { value: '', label: t('tickets.noQueue') }
  return (
    <Select
      field={form.field('queueId')}
      label={t('inbox.queue')}
      optional={!form.mustChooseQueue}
      placeholder={form.mustChooseQueue ? t('inbox.chooseQueue') : undefined}
      choices={form.mustChooseQueue ? choices : [none, ...choices]}
    />
  )
}

function ConnectionField({ form }: { form: NewTicketForm }) {
  const { t } = useTranslation()
  const { rows } = useList(connections)
  if (rows.length < 2) return null
  const choices = rows.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      field={form.field('whatsappId')}
      label={t('inbox.connection')}
      optional
      choices={[{ value: '', label: t('inbox.usualConnection') }, ...choices]}
    />
  )
}
