import type { SavedReport } from '../../../../src/features/inbox/reports/model'
import { limits } from '../../../../src/shared/limits'
import { Alert } from '../../../components/alert'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { Select } from '../../../components/select'
import { SwitchField } from '../../../components/switch-field'
import { createForm, type Field, type Form, length, required, useForm } from '../../../lib/form'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { hourName, weekdayName } from './mail-time'
import { periodChoices, periodOfValue, valueOfPeriod } from './period-choices'
import { choiceOf, relativePeriod, reports, saveReport } from './reports-store'

interface Values {
  name: string
  period: string
  shared: boolean
  mails: boolean
  weekday: string
  hour: string
  recipients: number[]
}

interface Props {
  /** Report to change; null for a new one. */
  report: SavedReport | null
  onSaved: (report: SavedReport) => void
  onClose: () => void
}

/** Saves what the page shows under a name, with the weekly mail if wanted. */
export function ReportDialog({ report, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const form = useForm(() => makeForm(report, me.id))
  const send = async (values: Values) => {
    onSaved(await saveReport(report?.id ?? null, inputOf(values)))
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t(report ? 'dashboard.reports.edit' : 'dashboard.reports.save')}
      onClose={onClose}
    >
      <TextField
        field={form.field('name')}
        label={t('dashboard.reports.name')}
        maxLength={limits.savedReportName.max}
      />
      <Select
        field={form.field('period')}
        label={t('dashboard.period')}
        choices={periodChoices(t, useValue(form.field('period').value))}
      />
      <p className="-mt-2 text-muted text-sm">{t('dashboard.reports.contents')}</p>
      <SwitchField
        field={form.field('shared')}
        label={t('dashboard.reports.share')}
        hint={t('dashboard.reports.shareHint')}
      />
      <MailFields form={form} />
    </FormDialog>
  )
}

function makeForm(report: SavedReport | null, userId: number) {
  const mail = report?.mail
  const values: Values = {
    name: report?.name ?? '',
    period: valueOfPeriod(relativePeriod()),
    shared: report?.shared ?? false,
    mails: mail !== null && mail !== undefined,
    weekday: String(mail?.weekday ?? 1),
    hour: String(mail?.hour ?? 8),
    recipients: mail?.recipients.map(({ id }) => id) ?? [userId],
  }
  return createForm(values, { name: [required, length({ max: limits.savedReportName.max })] })
}

const inputOf = ({ name, period, shared, mails, weekday, hour, recipients }: Values) => ({
  ...{ name: name.trim(), shared, report: choiceOf(periodOfValue(period)) },
  mail: mails && recipients.length > 0 ? { weekday: Number(weekday), hour: Number(hour), recipients } : null,
})

/** Weekly mail; an installation without a mail server says so. */
function MailFields({ form }: { form: Form<Values> }) {
  const { t } = useTranslation()
  const canMail = useValue(reports)?.mails ?? true
  const mails = useValue(form.field('mails').value)
  if (!canMail) return <Alert tone="info">{t('dashboard.reports.noMailServer')}</Alert>
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(day) }))
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourName(hour) }))
  return (
    <>
      <SwitchField field={form.field('mails')} label={t('dashboard.reports.mail')} />
      {mails && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <Select field={form.field('weekday')} label={t('dashboard.reports.weekday')} choices={days} />
            <Select field={form.field('hour')} label={t('dashboard.reports.hour')} choices={hours} />
          </div>
          <Recipients field={form.field('recipients')} />
        </>
      )}
    </>
  )
}

function Recipients({ field }: { field: Field<number[]> }) {
  const { t } = useTranslation()
  const chosen = useValue(field.value)
  const people = useValue(reports)?.people ?? []
  const toggle = (id: number) => {
    field.value.value = chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">{t('dashboard.reports.recipients')}</legend>
      <div className="flex max-h-48 flex-col overflow-y-auto rounded-md border border-line p-1">
        {people.map(({ id, name }) => (
          <label
            key={id}
            className="flex min-h-control-sm cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-hover"
          >
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className="size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 truncate">{name}</span>
          </label>
        ))}
      </div>
      <p className="text-muted text-sm">
        {chosen.length === 0 ? t('dashboard.reports.noRecipients') : t('dashboard.reports.recipientsHint')}
      </p>
    </fieldset>
  )
}
