import { type HoursSource, hoursSources, type NodeData } from '../../../../../src/shared/flow/node'
import { type Hours, usualHours } from '../../../../../src/shared/hours'
import { HoursEditor, validHours } from '../../../../components/hours-editor'
import { Select } from '../../../../components/select'
import { type Field, required } from '../../../../lib/form'
import { useQueues } from '../../../../lib/queues'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'

/** Opening hours of a condition, as its form has them. */
export interface OpenHoursValues {
  hoursOf: string
  hours: Hours
  queueId: string
}

export const hoursValues = ({
  hoursOf = 'own',
  hours = usualHours,
  queueId,
}: Pick<NodeData['condition'], 'hoursOf' | 'hours' | 'queueId'>): OpenHoursValues => ({
  ...{ hoursOf, hours, queueId: queueId ? String(queueId) : '' },
})

/** Rules of the fields that count for the chosen source. */
export const hoursRules = (isChosen: (source: HoursSource) => boolean) => ({
  hours: [(typed: Hours) => (isChosen('own') ? validHours(typed) : null)],
  queueId: [(typed: string) => (isChosen('queue') ? required(typed) : null)],
})

export const hoursData = ({ hoursOf, hours, queueId }: OpenHoursValues) => ({
  hoursOf,
  ...(hoursOf === 'own' && { hours }),
  ...(hoursOf === 'queue' && { queueId: queueId === '' ? null : Number(queueId) }),
})

interface OpenHoursForm {
  field(name: 'hoursOf' | 'queueId'): Field<string>
  field(name: 'hours'): Field<Hours>
}

/** Chooses the opening hours that a condition asks for. */
export function OpenHoursFields({ form }: { form: OpenHoursForm }) {
  const { t } = useTranslation()
  const source = useValue(form.field('hoursOf').value)
  const scheduleType = useMe().company.settings.find(({ key }) => key === 'scheduleType')?.value
  const isElsewhere = source !== 'own' && source !== scheduleType
  return (
    <>
      <Select
        field={form.field('hoursOf')}
        label={t('flowBuilder.hoursOf')}
        choices={hoursSources.map((each) => ({ value: each, label: t(`flowBuilder.hoursSources.${each}`) }))}
        {...(isElsewhere && source !== 'connection' && { hint: t('flowBuilder.hoursElsewhere') })}
      />
      {source === 'queue' && <QueueSelect field={form.field('queueId')} />}
      {source === 'own' && <HoursEditor field={form.field('hours')} />}
    </>
  )
}

function QueueSelect({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const { rows } = useQueues()
  return (
    <Select
      field={field}
      label={t('flowBuilder.queue')}
      placeholder={t('flowBuilder.chooseQueue')}
      choices={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
  )
}
