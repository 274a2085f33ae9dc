import { Button } from '../components/button'
import { BareSelect } from '../components/select'
import { Switch } from '../components/switch'
import { useColleagues } from '../lib/colleagues'
import { useQueues } from '../lib/queues'
import { useTags } from '../lib/tags'
import { useTranslation } from '../lib/use-translation'
import { Day } from '../search/day'
import { type Filters, hasFilters, noFilters } from '../search/filters'

interface FilterFieldsProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** Search filters: user, queue, tag, dates, and only messages with a file. */
export function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { t } = useTranslation()
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change })
  const any = { value: '', label: t('palette.any') }
  const choices = (rows: { id: number; name: string }[]) => [
    any,
    ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const people = choices(useColleagues().rows)
  const queues = choices(useQueues().rows)
  const tags = choices(useTags().rows)
  return (
    <fieldset className="grid grid-cols-2 gap-2 border-line border-b p-3 sm:grid-cols-6">
      <legend className="sr-only">{t('palette.filters')}</legend>
      <Chosen
        label={t('palette.person')}
        value={filters.userId}
        choices={people}
        onChange={(userId) => set({ userId })}
      />
      <Chosen
        label={t('palette.queue')}
        value={filters.queueId}
        choices={queues}
        onChange={(queueId) => set({ queueId })}
      />
      <Chosen label={t('palette.tag')} value={filters.tagId} choices={tags} onChange={(tagId) => set({ tagId })} />
      <Day label={t('palette.from')} value={filters.from} max={filters.to} onChange={(from) => set({ from })} />
      <Day label={t('palette.to')} value={filters.to} min={filters.from} onChange={(to) => set({ to })} />
      <div className="col-span-2 flex flex-wrap items-end justify-between gap-2">
        <Switch label={t('palette.media')} checked={filters.hasMedia} onChange={(hasMedia) => set({ hasMedia })} />
        {hasFilters(filters) && (
          <Button size="sm" onClick={() => onChange(noFilters)}>
            {t('palette.clearFilters')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface ChosenProps {
  label: string
  value: string
  choices: { value: string; label: string }[]
  onChange: (value: string) => void
}

const Chosen = ({ label, ...select }: ChosenProps) => (
  <div className="col-span-2 flex min-w-0 flex-col gap-1 max-sm:nth-[4]:col-span-2">
    <span aria-hidden className="text-muted text-xs">
      {label}
    </span>
    <BareSelect {...select} label={label} />
  </div>
)
