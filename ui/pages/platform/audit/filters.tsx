import { useEffect, useState } from 'react'
import { DateField } from '../../../components/date-field'
import { BareSelect, type Choice } from '../../../components/select'
import { api, unwrapResponse } from '../../../lib/api'
import { createForm, date, isoDayOf, useForm } from '../../../lib/form'
import { dueDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useLogTexts } from './log-texts'
import { auditFilter, changeAuditFilter, clearCount } from './store'

interface Choices {
  actors: { id: number; name: string }[]
  entities: string[]
  actions: string[]
}

/** Log filters: user, entity, action and dates. */
export function Filters() {
  const { t } = useTranslation()
  const words = useLogTexts()
  const current = useValue(auditFilter)
  const [choices, setChoices] = useState<Choices>({ actors: [], entities: [], actions: [] })
  useEffect(() => void unwrapResponse(api.audit.choices.get()).then(setChoices, () => {}), [])
  return (
    <div className="mb-3 grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3 lg:grid-cols-5">
      <FilterSelect
        label={t('audit.actor')}
        all={t('audit.everybody')}
        value={String(current.actorId ?? '')}
        choices={choices.actors.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => changeAuditFilter({ actorId: value === '' ? undefined : Number(value) })}
      />
      <FilterSelect
        label={t('audit.entity')}
        all={t('audit.everything')}
        value={current.entity ?? ''}
        choices={choices.entities.map((entity) => ({ value: entity, label: words.entity(entity) }))}
        onChange={(value) => changeAuditFilter({ entity: value || undefined })}
      />
      <FilterSelect
        label={t('audit.action')}
        all={t('audit.everyAction')}
        value={current.action ?? ''}
        choices={choices.actions.map((action) => ({ value: action, label: words.action(action) }))}
        onChange={(value) => changeAuditFilter({ action: value || undefined })}
      />
      <DayRange key={useValue(clearCount)} />
    </div>
  )
}

interface FilterSelectProps {
  label: string
  /** Label of the choice without a filter. */
  all: string
  value: string
  choices: Choice[]
  onChange: (value: string) => void
}

/** On a phone as wide as both dates, which share a line. */
function FilterSelect({ label, all, value, choices, onChange }: FilterSelectProps) {
  return (
    <div className="col-span-2 flex min-w-0 flex-col gap-1 min-[26rem]:col-span-1">
      <span aria-hidden className="font-medium text-sm">
        {label}
      </span>
      <BareSelect label={label} value={value} choices={[{ value: '', label: all }, ...choices]} onChange={onChange} />
    </div>
  )
}

/** Range of whole days in the company's time zone, both included; an incomplete date is ignored. */
function DayRange() {
  const { t } = useTranslation()
  const form = useForm(() => {
    const { from, to } = auditFilter.peek()
    const shown = (day: string | undefined) => (day ? dueDay(day) : '')
    return createForm({ from: shown(from), to: shown(to) }, { from: [date], to: [date] })
  })
  const [from, to] = [useValue(form.field('from').value), useValue(form.field('to').value)]
  useEffect(() => {
    if ([from, to].every((text) => text === '' || isoDayOf(text)))
      changeAuditFilter({ from: isoDayOf(from) ?? undefined, to: isoDayOf(to) ?? undefined })
  }, [from, to])
  return (
    <>
      <DateField field={form.field('from')} label={t('audit.from')} />
      <DateField field={form.field('to')} label={t('audit.to')} />
    </>
  )
}
