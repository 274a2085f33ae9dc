import { CircleCheck, Mail, MailOpen, Tags, UserRoundCheck, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { IconButton } from '../../../components/icon-button'
import { useTags } from '../../../lib/tags'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { clearSelection, selectedTickets } from '../store/selection'
import {
  type Bulk,
  closeAll,
  closing,
  doAll,
  reading,
  tagging,
  takeAll,
  taking,
  unreading,
  untagging,
} from './bulk-actions'
import { ChooseSome } from './checkbox-popover'

/** Toolbar for the selected tickets; replaces the tabs, so that no row moves. */
export function BulkBar() {
  const { t } = useTranslation()
  const tickets = useValue(selectedTickets)
  const [busy, setBusy] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  useEscape()
  useFocusBack(bar)
  const run = (work: (tickets: Ticket[]) => Promise<unknown>) => async () => {
    setBusy(true)
    await work(tickets)
    setBusy(false)
  }
  const act = (bulk: Bulk, label: string, icon: ReactNode, work: (tickets: Ticket[]) => Promise<unknown>) =>
    tickets.some(bulk.may) && (
      <IconButton label={label} disabled={busy} onClick={run(work)}>
        {icon}
      </IconButton>
    )
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('inbox.bulk')}
      aria-busy={busy}
      className="absolute inset-0 z-10 flex items-center gap-0.5 border-line border-b bg-selected px-1"
    >
      <IconButton label={t('inbox.bulkClear')} onClick={clearSelection}>
        <X aria-hidden />
      </IconButton>
      <span role="status" className="min-w-0 flex-1 truncate font-semibold tabular-nums">
        <span aria-hidden>{tickets.length}</span>
        <span className="sr-only">{t('inbox.bulkCount', { count: tickets.length })}</span>
      </span>
      {act(taking, t('inbox.bulkTake'), <UserRoundCheck aria-hidden />, takeAll)}
      {act(reading, t('inbox.markRead'), <MailOpen aria-hidden />, (all) => doAll(reading, all))}
      {act(unreading, t('inbox.markUnread'), <Mail aria-hidden />, (all) => doAll(unreading, all))}
      <Tagging tickets={tickets} run={run} />
      {act(closing, t('tickets.close'), <CircleCheck aria-hidden />, closeAll)}
    </div>
  )
}

interface TaggingProps {
  tickets: Ticket[]
  run: (work: (tickets: Ticket[]) => Promise<unknown>) => () => Promise<void>
}

/** Tags common to all selected tickets are checked. */
function Tagging({ tickets, run }: TaggingProps) {
  const { t } = useTranslation()
  const { rows } = useTags()
  const chosen = rows.map(({ id }) => id).filter((id) => tickets.every(({ tags }) => tags.some((tag) => tag.id === id)))
  const change = (ids: number[]) => {
    const acts = [
      ...ids.filter((id) => !chosen.includes(id)).map(tagging),
      ...chosen.filter((id) => !ids.includes(id)).map(untagging),
    ]
    void run(async () => {
      for (const bulk of acts) await doAll(bulk, selectedTickets.peek())
    })()
  }
  return (
    <ChooseSome
      label={t('inbox.tags')}
      options={rows}
      chosen={chosen}
      onChange={change}
      empty={t('inbox.noTags')}
      trigger={
        <IconButton label={t('tags.pick')}>
          <Tags aria-hidden />
        </IconButton>
      }
    />
  )
}

/** Moves the focus from the removed toolbar to the list. */
function useFocusBack(bar: RefObject<HTMLDivElement | null>) {
  useLayoutEffect(
    () => () => {
      if (!bar.current?.contains(document.activeElement)) return
      document.querySelector<HTMLElement>('[data-ticket] [data-main][tabindex="0"]')?.focus({ preventScroll: true })
    },
    [bar],
  )
}

/** Clears the selection on Escape, except where Escape has another meaning. */
function useEscape() {
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isElsewhere(event.target)) return
      event.preventDefault()
      clearSelection()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox], textarea') !== null
