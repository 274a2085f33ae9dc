import { ListFilter as FilterIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { FilterCounts } from '../../../../../src/features/inbox/tickets/model'
import { type TicketListName, ticketLists } from '../../../../../src/shared/ticket-lists'
import { Button } from '../../../../components/button'
import { ColorDot } from '../../../../components/color-dot'
import { IconButton } from '../../../../components/icon-button'
import { Popover } from '../../../../components/popover'
import { useCan } from '../../../../lib/can'
import { classes } from '../../../../lib/classes'
import { useColleagues } from '../../../../lib/colleagues'
import { connections } from '../../../../lib/connections'
import { useQueues } from '../../../../lib/queues'
import { useMe } from '../../../../lib/session'
import { useTags } from '../../../../lib/tags'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { changeFilter, clearFilters, setQueues } from '../store/change-filters'
import { queueIds } from '../store/filters'
import { filterSize, type ListFilter, listFilter, snoozedQuery } from '../store/list-filter'
import { countFilters } from '../store/requests'
import { SavedViews, SaveView } from './saved-views'

/** Button with the panel of all filters; those in force are chips beside it. */
export function ListFilters({ name, size = 'md' }: { name: TicketListName; size?: 'sm' | 'md' }) {
  const { t } = useTranslation()
  const count = useValue(queueIds).length + useValue(filterSize)
  return (
    <Popover
      label={t('inbox.filters')}
      align={size === 'sm' ? 'start' : 'end'}
      className="w-72"
      trigger={
        <IconButton
          size={size}
          label={count > 0 ? t('inbox.filtersChosen', { count }) : t('inbox.filters')}
          className={classes(
            'focus-visible:-outline-offset-2',
            size === 'md' && 'bg-sunken dark:bg-hover',
            count > 0 && 'text-accent-ink!',
          )}
        >
          <FilterIcon aria-hidden />
        </IconButton>
      }
    >
      <FilterPanel name={name} />
    </Popover>
  )
}

function FilterPanel({ name }: { name: TicketListName }) {
  const { t } = useTranslation()
  const me = useMe()
  const { status } = ticketLists[name]
  const counts = useFilterCounts(name)
  const filter = useValue(listFilter)
  const chosenQueues = useValue(queueIds)
  const allQueues = useQueues().rows
  const lines = useValue(connections.rows)
  const showsOthers = name === 'all' || name === 'closed'
  const mayFilterUsers = useCan('ticket:showAll') && showsOthers
  const isAny = useValue(filterSize) + chosenQueues.length > 0
  return (
    <div className="-m-3 flex max-h-[min(32rem,75dvh)] flex-col gap-3 overflow-y-auto p-3">
      <SavedViews />
      <Group>
        {status !== 'closed' && (
          <FlagFilter name="unanswered" label={t('inbox.filterUnanswered')} count={counts?.unanswered} />
        )}
        {status !== 'closed' && <FlagFilter name="unread" label={t('inbox.filterUnread')} count={counts?.unread} />}
        {showsOthers && <FlagFilter name="mine" label={t('inbox.filterMine')} count={counts?.mine} />}
        {status === 'open' && <FlagFilter name="snoozed" label={t('inbox.filterSnoozed')} count={counts?.snoozed} />}
      </Group>
      <Choices
        label={t('inbox.queues')}
        options={me.profile === 'admin' ? allQueues : me.queues}
        counts={counts?.queues}
        chosen={chosenQueues}
        onChange={setQueues}
      />
      <Choices
        label={t('inbox.tags')}
        options={useTags().rows}
        counts={counts?.tags}
        chosen={filter.tags}
        onChange={(tags) => changeFilter({ tags })}
      />
      {mayFilterUsers && <UserChoices counts={counts?.users} chosen={filter.users} />}
      {lines.length > 1 && (
        <Choices
          label={t('inbox.filterConnections')}
          options={lines}
          counts={counts?.connections}
          chosen={filter.connections}
          onChange={(ids) => changeFilter({ connections: ids })}
        />
      )}
      <AdChoices ads={counts?.ads ?? []} chosen={filter.ad} />
      {counts?.isPartial && <p className="text-faint text-xs">{t('inbox.filterPartial')}</p>}
      {isAny && (
        <div className="sticky -bottom-3 -mx-3 -mb-3 flex flex-wrap justify-end gap-1 border-line border-t bg-raised p-2">
          <SaveView />
          <Button size="sm" variant="quiet" onClick={clearFilters}>
            {t('inbox.filtersClear')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Counts of the list's filters, requested when the panel opens; null until then. */
function useFilterCounts(name: TicketListName): FilterCounts | null {
  const [counts, setCounts] = useState<FilterCounts | null>(null)
  const { snoozed } = useValue(listFilter)
  useEffect(() => {
    let isMounted = true
    countFilters({ list: name, snoozed: snoozedQuery(name, { snoozed }) }).then(
      (answer) => isMounted && setCounts(answer),
      () => undefined, // the filters work without their counts
    )
    return () => {
      isMounted = false
    }
  }, [name, snoozed])
  return counts
}

type Counts = FilterCounts['tags'] | undefined

function UserChoices({ counts, chosen }: { counts: Counts; chosen: number[] }) {
  const { t } = useTranslation()
  return (
    <Choices
      label={t('inbox.users')}
      options={useColleagues().rows}
      counts={counts}
      chosen={chosen}
      onChange={(users) => changeFilter({ users })}
    />
  )
}

/** The ads of the listed tickets, one of which may be chosen. */
function AdChoices({ ads, chosen }: { ads: FilterCounts['ads']; chosen: string }) {
  const { t } = useTranslation()
  const shown = chosen === '' || ads.some(({ ad }) => ad === chosen) ? ads : [{ ad: chosen, count: 0 }, ...ads]
  if (shown.length === 0) return null
  return (
    <Group label={t('inbox.filterAds')}>
      {shown.map(({ ad, count }) => (
        <Choice
          key={ad}
          label={ad}
          count={count}
          checked={ad === chosen}
          onChange={() => changeFilter({ ad: ad === chosen ? '' : ad })}
        />
      ))}
    </Group>
  )
}

type Flag = 'unanswered' | 'unread' | 'mine' | 'snoozed'

function FlagFilter({ name, label, count }: { name: Flag; label: string; count?: number }) {
  const isOn = useValue(listFilter)[name]
  const change = () => changeFilter({ [name]: !isOn } as Partial<ListFilter>)
  return <Choice label={label} count={count} checked={isOn} onChange={change} />
}

interface ChoicesProps {
  label: string
  options: { id: number; name: string; color?: string }[]
  counts: Counts
  chosen: number[]
  onChange: (ids: number[]) => void
}

function Choices({ label, options, counts, chosen, onChange }: ChoicesProps) {
  if (options.length === 0) return null
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <Group label={label}>
      {options.map(({ id, name, color }) => (
        <Choice
          key={id}
          label={name}
          color={color}
          count={counts && (counts.find((each) => each.id === id)?.count ?? 0)}
          checked={chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </Group>
  )
}

const Group = ({ label, children }: { label?: string; children: ReactNode }) => (
  <fieldset className="flex min-w-0 flex-col">
    {label && <legend className="mb-1 font-semibold text-sm">{label}</legend>}
    <div className="-mx-1 flex flex-col">{children}</div>
  </fieldset>
)

interface ChoiceProps {
  label: string
  color?: string
  count?: number
  checked: boolean
  onChange: () => void
}

const Choice = ({ label, color, count, checked, onChange }: ChoiceProps) => (
  <label className="flex min-h-control-sm cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2">
    <input
      type="checkbox"
      checked={checked}
      onChange={onChange}
      className="size-4 shrink-0 accent-accent outline-none"
    />
    {color && <ColorDot color={color} />}
    <span className="min-w-0 flex-1 truncate">{label}</span>
    {count !== undefined && <span className="shrink-0 text-faint text-sm tabular-nums">{count}</span>}
  </label>
)
