import { CircleCheck, Mail, MailOpen, Tags, UserRoundCheck, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { IconButton } from '../../../../components/icon-button'
import { useTags } from '../../../../lib/tags'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clearSelection, selectedTickets } from '../store/selection'
import {
  acceptAll,
  type BulkAction,
  bulkAccept,
  bulkAddTag,
  bulkClose,
  bulkMarkRead,
  bulkMarkUnread,
  bulkRemoveTag,
  closeAll,
  runBulk,
} from './bulk-actions'
import { CheckboxPopover } from './checkbox-popover'

/** Toolbar for the selected tickets; replaces the tabs, so that no row moves. */
export function BulkBar() {
  const { t } = useTranslation()
  const tickets = useValue(selectedTickets)
  const [busy, setBusy] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  useClearOnEscape()
  useRestoreFocus(bar)
  const run = (action: (tickets: Ticket[]) => Promise<unknown>) => async () => {
    setBusy(true)
    await action(tickets)
    setBusy(false)
  }
  const bulkButton = (
    bulk: BulkAction,
    label: string,
    icon: ReactNode,
    action: (tickets: Ticket[]) => Promise<unknown>,
  ) =>
    tickets.some(bulk.isAllowed) && (
      <IconButton label={label} disabled={busy} onClick={run(action)}>
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
      {bulkButton(bulkAccept, t('inbox.bulkTake'), <UserRoundCheck aria-hidden />, acceptAll)}
      {bulkButton(bulkMarkRead, t('inbox.markRead'), <MailOpen aria-hidden />, (all) => runBulk(bulkMarkRead, all))}
      {bulkButton(bulkMarkUnread, t('inbox.markUnread'), <Mail aria-hidden />, (all) => runBulk(bulkMarkUnread, all))}
      <BulkTags tickets={tickets} run={run} />
      {bulkButton(bulkClose(), t('tickets.close'), <CircleCheck aria-hidden />, closeAll)}
    </div>
  )
}

interface BulkTagsProps {
  tickets: Ticket[]
  run: (action: (tickets: Ticket[]) => Promise<unknown>) => () => Promise<void>
}

/** Tags common to all selected tickets are checked. */
function BulkTags({ tickets, run }: BulkTagsProps) {
  const { t } = useTranslation()
  const { rows } = useTags()
  const chosen = rows.map(({ id }) => id).filter((id) => tickets.every(({ tags }) => tags.some((tag) => tag.id === id)))
  const change = (ids: number[]) => {
    const bulks = [
      ...ids.filter((id) => !chosen.includes(id)).map(bulkAddTag),
      ...chosen.filter((id) => !ids.includes(id)).map(bulkRemoveTag),
    ]
    void run(async () => {
      for (const bulk of bulks) await runBulk(bulk, selectedTickets.peek())
    })()
  }
  return (
    <CheckboxPopover
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
function useRestoreFocus(bar: RefObject<HTMLDivElement | null>) {
  useLayoutEffect(
    () => () => {
      if (!bar.current?.contains(document.activeElement)) return
      document.querySelector<HTMLElement>('[data-ticket] [data-main][tabindex="0"]')?.focus({ preventScroll: true })
    },
    [bar],
  )
}

/** Clears the selection on Escape, except where Escape has another meaning. */
function useClearOnEscape() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || handlesEscape(event.target)) return
      event.preventDefault()
      clearSelection()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const handlesEscape = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=menu], [role=listbox], textarea') !== null
