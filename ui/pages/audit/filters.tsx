import { useEffect, useState } from 'react'
import { DateField } from '../../components/date-field'
import { BareSelect, type Choice } from '../../components/select'
import { api, ask } from '../../lib/api'
import { createForm, date, isoDayOf, useForm } from '../../lib/form'
import { dueDay } from '../../lib/time'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { cleared, filter, narrow } from './store'
import { useWords } from './words'

interface Choices {
  actors: { id: number; name: string }[]
  entities: string[]
  actions: string[]
}

/** Who, what, what became of it, and between which days. */
export function Filters() {
  const { t } = useTranslation()
  const words = useWords()
  const asked = useValue(filter)
  const [choices, setChoices] = useState<Choices>({ actors: [], entities: [], actions: [] })
  useEffect(() => void ask(api.audit.choices.get()).then(setChoices, () => {}), [])
  return (
    <div className="mb-3 grid grid-cols-2 gap-x-3 gap-y-2 sm:grid-cols-3 lg:grid-cols-5">
      <Narrowed
        label={t('audit.actor')}
        all={t('audit.everybody')}
        value={String(asked.actorId ?? '')}
        choices={choices.actors.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(value) => narrow({ actorId: value === '' ? undefined : Number(value) })}
      />
      <Narrowed
        label={t('audit.entity')}
        all={t('audit.everything')}
        value={asked.entity ?? ''}
        choices={choices.entities.map((entity) => ({ value: entity, label: words.entity(entity) }))}
        onChange={(value) => narrow({ entity: value || undefined })}
      />
      <Narrowed
        label={t('audit.action')}
        all={t('audit.everyAction')}
        value={asked.action ?? ''}
        choices={choices.actions.map((action) => ({ value: action, label: words.action(action) }))}
        onChange={(value) => narrow({ action: value || undefined })}
      />
      <Days key={useValue(cleared)} />
    </div>
  )
}

interface NarrowedProps {
  label: string
  /** The choice that narrows nothing. */
  all: string
  value: string
  choices: Choice[]
  onChange: (value: string) => void
}

function Narrowed({ label, all, value, choices, onChange }: NarrowedProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <span aria-hidden className="font-medium text-sm">
        {label}
      </span>
      <BareSelect label={label} value={value} choices={[{ value: '', label: all }, ...choices]} onChange={onChange} />
    </div>
  )
}

/** Whole days of the company, both included; half a date asks nothing. */
function Days() {
  const { t } = useTranslation()
  const form = useForm(() => {
    const { from, to } = filter.peek()
    const shown = (day: string | undefined) => (day ? dueDay(day) : '')
    return createForm({ from: shown(from), to: shown(to) }, { from: [date], to: [date] })
  })
  const [from, to] = [useValue(form.field('from').value), useValue(form.field('to').value)]
  useEffect(() => {
    if ([from, to].every((text) => text === '' || isoDayOf(text)))
      narrow({ from: isoDayOf(from) ?? undefined, to: isoDayOf(to) ?? undefined })
  }, [from, to])
  return (
    <>
      <DateField field={form.field('from')} label={t('audit.from')} />
      <DateField field={form.field('to')} label={t('audit.to')} />
    </>
  )
}
