import { ChevronDown } from 'lucide-react'
import type { ReactElement } from 'react'
import { Popover } from '../../../../components/popover'
import { useCan } from '../../../../lib/can'
import { useColleagues } from '../../../../lib/colleagues'
import { useQueues } from '../../../../lib/queues'
import { useTags } from '../../../../lib/tags'
import { dueDay } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { Day } from '../../../../search/day'
import { changeSearch } from '../store/change-filters'
import { searchFilters } from '../store/filters'
import { CheckboxPopover } from './checkbox-popover'
import { FilterChips } from './filter-chips'

/** Filters of the search as chips, in place of the order and the filter of the list: a chosen one has a cross. */
export function SearchFilters() {
  const { t } = useTranslation()
  const mayFilterUsers = useCan('ticket:showAll')
  const agents = useColleagues().rows
  const { contact } = useValue(searchFilters)
  const person = contact && {
    key: 'contact',
    label: contact.name,
    onRemove: () => changeSearch({ contact: null }),
  }
  return (
    <div className="flex h-9 touch:h-11 shrink-0 items-center gap-1.5 overflow-x-auto px-3 [scrollbar-width:none]">
      {person && <FilterChips chips={[person]} />}
      {mayFilterUsers && <Choice field="userId" label={t('lists.agent')} rows={agents} />}
      <Choice field="queueId" label={t('lists.queue')} rows={useQueues().rows} />
      <Choice field="tagId" label={t('lists.tag')} rows={useTags().rows} />
      <DateChoice />
    </div>
  )
}

interface ChoiceProps {
  field: 'userId' | 'queueId' | 'tagId'
  label: string
  rows: { id: number; name: string; color?: string }[]
}

/** One of several rows: a button that offers them, or the chip of the chosen one. */
function Choice({ field, label, rows }: ChoiceProps) {
  const { t } = useTranslation()
  const chosen = useValue(searchFilters)[field]
  const row = rows.find(({ id }) => String(id) === chosen)
  if (row) return <ShortChip label={row.name} color={row.color} onRemove={() => changeSearch({ [field]: '' })} />
  return (
    <CheckboxPopover
      align="start"
      label={label}
      options={rows}
      chosen={[]}
      onChange={([id]) => changeSearch({ [field]: String(id) })}
      empty={t('lists.noChoice')}
      trigger={<ChipButton text={label} />}
    />
  )
}

function DateChoice() {
  const { t } = useTranslation()
  const { from, to } = useValue(searchFilters)
  if (from || to) {
    const label = [from, to].map((day) => (day ? dueDay(day) : '…')).join(' – ')
    return <ShortChip label={label} onRemove={() => changeSearch({ from: '', to: '' })} />
  }
  return (
    <Popover align="start" label={t('lists.date')} className="w-64" trigger={<ChipButton text={t('lists.date')} />}>
      <div className="grid grid-cols-1 gap-2">
        <Day label={t('palette.from')} value={from} onChange={(day) => changeSearch({ from: day })} />
        <Day label={t('palette.to')} value={to} onChange={(day) => changeSearch({ to: day })} />
      </div>
    </Popover>
  )
}

const ShortChip = (chip: { label: string; color?: string; onRemove: () => void }) => (
  <span className="flex shrink-0">
    <FilterChips chips={[{ key: chip.label, ...chip }]} />
  </span>
)

/** Button of a filter without a choice; the popover adds the attributes that open it. */
function ChipButton({ text, ...rest }: { text: string } & React.ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      {...rest}
      type="button"
      className="relative flex h-6 shrink-0 items-center gap-1 rounded-sm border border-line px-2 text-muted text-xs hover:bg-hover hover:text-ink touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-2.5 [&_svg]:size-3.5"
    >
      {text}
      <ChevronDown aria-hidden />
    </button>
  ) satisfies ReactElement
}
