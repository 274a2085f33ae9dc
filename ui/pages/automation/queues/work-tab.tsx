import { distributions } from '../../../../src/shared/enums'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { Select } from '../../../components/select'
import { digits, type Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

interface WorkForm {
  field(
    name: 'answerMinutes' | 'nextAnswerMinutes' | 'resolutionMinutes' | 'distribution' | 'agentLimit',
  ): Field<string>
}

/** Targets of a queue, and how its waiting tickets are given to people. */
export function WorkTab({ form }: { form: WorkForm }) {
  const { t } = useTranslation()
  const distributes = useValue(form.field('distribution').value) !== 'off'
  return (
    <div className="flex flex-col gap-4">
      <NumberField
        field={form.field('answerMinutes')}
        label={t('queues.answerMinutes')}
        hint={t('queues.targetHint')}
        max={limits.targetMinutes.max}
      />
      <NumberField
        field={form.field('nextAnswerMinutes')}
        label={t('queues.nextAnswerMinutes')}
        hint={t('queues.nextAnswerHint')}
        max={limits.targetMinutes.max}
      />
      <NumberField
        field={form.field('resolutionMinutes')}
        label={t('queues.resolutionMinutes')}
        hint={t('queues.resolutionHint')}
        max={limits.targetMinutes.max}
      />
      <Select
        field={form.field('distribution')}
        label={t('queues.distribution')}
        hint={t('queues.distributionHint')}
        choices={distributions.map((value) => ({ value, label: t(`queues.distributions.${value}`) }))}
      />
      {distributes && (
        <NumberField
          field={form.field('agentLimit')}
          label={t('queues.agentLimit')}
          hint={t('queues.agentLimitHint')}
          max={limits.agentLimit.max}
        />
      )}
    </div>
  )
}

function NumberField({ field, label, hint, max }: { field: Field<string>; label: string; hint: string; max: number }) {
  return (
    <TextField
      field={field}
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      mask={(text) => upTo(digits(text), max)}
      optional
    />
  )
}

/** The typed number, at most `max`; the empty text stays empty. */
const upTo = (text: string, max: number) => (text === '' ? '' : String(Math.min(Number(text.slice(0, 9)), max)))
