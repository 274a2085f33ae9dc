import { useEffect, useState } from 'react'
import type { ReminderSettings } from '../../../../src/features/provider/reminders/model'
import { ErrorState } from '../../../components/error-state'
import { TextField } from '../../../components/field'
import { PageForm } from '../../../components/page-form'
import { Select } from '../../../components/select'
import { BoxedSkeleton } from '../../../components/skeleton'
import { SwitchField } from '../../../components/switch-field'
import { api, unwrapResponse } from '../../../lib/api'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { makeRemindersForm, type ReminderFields, reminderInput } from './reminders-form'

/** Days on which companies are reminded of an invoice, and by what. */
export function RemindersCard() {
  const [loaded, setLoaded] = useState<ReminderSettings | { failure: unknown } | null>(null)
  const load = () => {
    unwrapResponse(api.payments.reminders.get()).then(setLoaded, (failure) => setLoaded({ failure }))
  }
  useEffect(load, [])
  if (!loaded) return <BoxedSkeleton rows={3} />
  if ('failure' in loaded) return <ErrorState failure={loaded.failure} onRetry={load} />
  return <Reminders settings={loaded} />
}

function Reminders({ settings }: { settings: ReminderSettings }) {
  const { t } = useTranslation()
  const [form] = useState(() => makeRemindersForm(settings))
  const send = async (values: ReminderFields) => {
    form.receiveSettings(await unwrapResponse(api.payments.reminders.put(reminderInput(values))))
    toastSuccess(t('reminders.saved'))
  }
  const numbers = [
    { value: '', label: t('reminders.noNumber') },
    ...settings.connections.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <section className="flex max-w-2xl flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div>
        <h2 className="font-semibold text-base">{t('reminders.title')}</h2>
        <p className="text-muted text-sm">{t('reminders.lead')}</p>
      </div>
      <PageForm name="reminders" form={form} send={send} className="flex flex-col gap-4">
        <SwitchField
          field={form.field('mail')}
          label={t('reminders.mail')}
          hint={t(settings.canMail ? 'reminders.mailHint' : 'reminders.noMail')}
        />
        <Select
          field={form.field('whatsappId')}
          label={t('reminders.number')}
          hint={t('reminders.numberHint')}
          choices={numbers}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            field={form.field('before')}
            label={t('reminders.before')}
            hint={t('reminders.beforeHint')}
            problemTexts={{ refused: t('reminders.beforeRefused') }}
            autoComplete="off"
            optional
          />
          <TextField
            field={form.field('after')}
            label={t('reminders.after')}
            hint={t('reminders.afterHint')}
            problemTexts={{ refused: t('reminders.afterRefused') }}
            autoComplete="off"
            optional
          />
        </div>
      </PageForm>
    </section>
  )
}
