import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { useColleagues } from '../../../../lib/colleagues'
import { connections } from '../../../../lib/connections'
import { useQueues } from '../../../../lib/queues'
import { useTags } from '../../../../lib/tags'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { changeFilter, setQueues } from '../store/change-filters'
import { queueIds } from '../store/filters'
import { filterOf, type ListFilter, listFilter } from '../store/list-filter'
import type { ChipValue } from './filter-chips'

interface Named {
  id: number
  name: string
  color?: string
}

const flags = {
  unanswered: 'filterUnanswered',
  unread: 'filterUnread',
  mine: 'filterMine',
  snoozed: 'filterSnoozed',
} as const

/** Values of the filter that narrow a list, each with its removal. */
export function useFilterChips(name: TicketListName): ChipValue[] {
  const { t } = useTranslation()
  useValue(listFilter)
  const queues = useValue(queueIds)
  const filter = filterOf(name)
  const named = (kind: 'tags' | 'users' | 'connections', rows: readonly Named[]) =>
    chipsOf(kind, filter[kind], rows, (ids) => changeFilter({ [kind]: ids } as Partial<ListFilter>))
  const flagChips = (Object.keys(flags) as (keyof typeof flags)[])
    .filter((flag) => filter[flag])
    .map((flag) => ({
      key: flag,
      label: t(`inbox.${flags[flag]}`),
      onRemove: () => changeFilter({ [flag]: false } as Partial<ListFilter>),
    }))
  const ad = filter.ad ? [{ key: 'ad', label: filter.ad, onRemove: () => changeFilter({ ad: '' }) }] : []
  return [
    ...chipsOf('queue', queues, useQueues().rows, setQueues),
    ...flagChips,
    ...named('tags', useTags().rows),
    ...named('users', useColleagues().rows),
    ...named('connections', useValue(connections.rows)),
    ...ad,
  ]
}

/** Chips of chosen ids; an id whose name is not loaded has none yet. */
const chipsOf = (kind: string, ids: number[], rows: readonly Named[], onChange: (ids: number[]) => void): ChipValue[] =>
  ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id)
    if (!row) return []
    const { name, color } = row
    return [{ key: `${kind}${id}`, label: name, color, onRemove: () => onChange(ids.filter((other) => other !== id)) }]
  })
