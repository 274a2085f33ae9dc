import type { Company } from '../../../../../src/features/provider/companies/model'
import { limits } from '../../../../../src/shared/limits'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { Select } from '../../../../components/select'
import { createForm, length, required, useForm } from '../../../../lib/form'
import { enterCompany } from '../../../../lib/support'
import { useTranslation } from '../../../../lib/use-translation'

const minuteChoices = [15, 30, 60]

/** Starts a support visit with a reason and a duration; this tab then belongs to the visited company. */
export function SupportDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm({ reason: '', minutes: '30' }, { reason: [required, length(limits.supportReason)] }),
  )
  const send = ({ reason, minutes }: { reason: string; minutes: string }) =>
    enterCompany(company.id, reason.trim(), Number(minutes))
  return (
    <FormDialog
      form={form}
      send={send}
      title={t('support.start')}
      onClose={onClose}
      action={t('support.enter')}
      above={<p className="mb-4 text-muted">{t('support.lead', { name: company.name })}</p>}
    >
      <TextField
        field={form.field('reason')}
        label={t('support.reason')}
        placeholder={t('support.reasonHint')}
        maxLength={limits.supportReason.max}
        autoComplete="off"
        autoFocus
      />
      <Select
        field={form.field('minutes')}
        label={t('support.minutes')}
        choices={minuteChoices.map((count) => ({ value: String(count), label: t('support.minutesOf', { count }) }))}
      />
    </FormDialog>
  )
}
