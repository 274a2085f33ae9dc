import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection, ConnectionInput } from '../../../src/features/connections/model'
import { limits } from '../../../src/shared/limits'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
import { TextField } from '../../components/field'
import { Form, SubmitButton } from '../../components/form'
import { Switch } from '../../components/switch'
import { api, ask } from '../../lib/api'
import { connections, putAnswer } from '../../lib/connections'
import { createForm, type Field, length, required, useForm } from '../../lib/form'
import { toastSuccess } from '../../lib/toast'
import { useValue } from '../../lib/use-value'
import { type Queue, QueuePicker } from './queue-picker'

interface ConnectionDialogProps {
  /** Null for a new one. */
  connection: Connection | null
  onClose: () => void
  onSaved: (connection: Connection, isNew: boolean) => void
}

const makeForm = (connection: Connection | null) =>
  createForm(
    {
      name: connection?.name ?? '',
      isDefault: connection?.isDefault ?? connections.rows.peek().length === 0,
      queueIds: connection?.queueIds ?? [],
      greetingMessage: connection?.greetingMessage ?? '',
      complationMessage: connection?.complationMessage ?? '',
      outOfHoursMessage: connection?.outOfHoursMessage ?? '',
    },
    {
      name: [required, length(limits.connectionName)],
      greetingMessage: [length(limits.messageBody)],
      complationMessage: [length(limits.messageBody)],
      outOfHoursMessage: [length(limits.messageBody)],
    },
    { ERR_WAPP_NAME_ALREADY_EXISTS: 'name', ERR_WAPP_GREETING_REQUIRED: 'greetingMessage' },
  )

export function ConnectionDialog({ connection, onClose, onSaved }: ConnectionDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useForm(() => makeForm(connection))
  const queues = useQueues()

  const send = async (values: ConnectionInput) => {
    const input = { ...values, name: values.name.trim() }
    const saved = await ask(connection ? api.whatsapp({ id: connection.id }).put(input) : api.whatsapp.post(input))
    putAnswer(saved)
    // Taking the default makes another one lose it.
    if (saved.isDefault) void connections.reload()
    toastSuccess(connection ? t('connections.saved') : t('connections.created'))
    onSaved(saved, connection === null)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={connection ? t('connections.editTitle') : t('connections.addTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <SubmitButton of={form} formId={formId}>
            {connection ? t('common.save') : t('connections.add')}
          </SubmitButton>
        </>
      }
    >
      <Form id={formId} form={form} send={send} className="flex flex-col gap-4">
        <TextField
          field={form.field('name')}
          label={t('connections.name')}
          hint={t('connections.nameHint')}
          placeholder={t('connections.namePlaceholder')}
          autoComplete="off"
          autoFocus
        />
        <DefaultSwitch field={form.field('isDefault')} />
        <QueuePicker field={form.field('queueIds')} queues={queues} />
        <h3 className="mt-2 border-line border-t pt-4 font-semibold">{t('connections.messages')}</h3>
        {automatic.map(([name, rows]) => (
          <TextField
            key={name}
            field={form.field(`${name}Message`)}
            label={t(`connections.${name}Message`)}
            hint={t(`connections.${name}Hint`)}
            rows={rows}
            optional
          />
        ))}
      </Form>
    </Dialog>
  )
}

/** The messages the connection sends by itself, each with the lines its field shows. */
const automatic = [
  ['greeting', 3],
  ['complation', 2],
  ['outOfHours', 2],
] as const

function DefaultSwitch({ field }: { field: Field<boolean> }) {
  const { t } = useTranslation()
  return (
    <Switch
      label={t('connections.isDefault')}
      hint={t('connections.isDefaultHint')}
      checked={useValue(field.value)}
      onChange={(checked) => {
        field.value.value = checked
      }}
    />
  )
}

/** Null while they load; without them the rest of the form still works. */
function useQueues(): Queue[] | null {
  const [queues, setQueues] = useState<Queue[] | null>(null)
  useEffect(() => {
    ask(api.queue.get()).then(
      (answer) => setQueues(answer.queues),
      () => setQueues([]),
    )
  }, [])
  return queues
}
