import { Alert } from '../../../components/alert'
import { DateField, TimeField } from '../../../components/date-field'
import { Select } from '../../../components/select'
import { useMe } from '../../../lib/session'
import { zoneName } from '../../../lib/time-zones'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { CampaignForm, StartChoice } from './campaign-form'
import { Estimate } from './estimate'

interface StartTabProps {
  form: CampaignForm
  disabled: boolean
  /** True for a cancelled campaign, which "restart" starts again. */
  isStopped: boolean
}
const choices: StartChoice[] = ['draft', 'now', 'later']

/** When the campaign starts, how many people receive it, and when it will end. */
export function StartTab({ form, disabled, isStopped }: StartTabProps) {
  const { t } = useTranslation()
  const start = useValue(form.field('start').value)
  return (
    <>
      {isStopped ? (
        <Alert tone="info">{t('campaigns.restartLater')}</Alert>
      ) : (
        <Select
          field={form.field('start')}
          label={t('campaigns.start')}
          disabled={disabled}
          choices={choices.map((value) => ({ value, label: t(`campaigns.starts.${value}`) }))}
        />
      )}
      {start === 'later' && !isStopped && <DateAndTime form={form} disabled={disabled} />}
      <Estimate form={form} />
    </>
  )
}

function DateAndTime({ form, disabled }: { form: CampaignForm; disabled: boolean }) {
  const { t } = useTranslation()
  const { timeZone } = useMe().company
  return (
    <div>
      <div className="grid grid-cols-2 gap-4">
        <DateField field={form.field('date')} label={t('campaigns.date')} disabled={disabled} />
        <TimeField field={form.field('time')} label={t('campaigns.time')} disabled={disabled} />
      </div>
      <p className="mt-1 text-faint text-sm">{t('schedules.zone', { zone: zoneName(timeZone) })}</p>
    </div>
  )
}
