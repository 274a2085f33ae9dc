import { Merge, MessageSquare, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Virtualizer } from 'virtua'
import type { Contact } from '../../../../src/features/contacts/contacts/model'
import { Avatar } from '../../../components/avatar'
import { Chip } from '../../../components/chip'
import { ErrorState } from '../../../components/error-state'
import { IconButton } from '../../../components/icon-button'
import { ListEnd } from '../../../components/infinite-list'
import { SkeletonRows } from '../../../components/skeleton'
import { contactDisplayName } from '../../../contact/contact-name'
import { OptOutMark } from '../../../contact/opt-out-mark'
import { useCan } from '../../../lib/can'
import { useList } from '../../../lib/list'
import { breakpoints, useMediaQuery } from '../../../lib/media-query'
import { showNumber } from '../../../lib/phone'
import { useReloadWhenStale } from '../../../lib/use-reload-when-stale'
import { useTranslation } from '../../../lib/use-translation'
import { RowMenuButton, RowMenuHost } from './row-menu'
import { contacts, removeContact } from './store'
import { useScrollAnchor } from './use-scroll-anchor'

interface RowsProps {
  onEdit: (contact: Contact) => void
  onOpenTicket: (contact: Contact) => void
  onMerge: (contact: Contact) => void
  empty: ReactNode
}
const rowHeight = 56
/** Beside a form the list leaves out the e-mail, and the number where even that is too much. */
const columns =
  'grid grid-cols-[minmax(0,1fr)_12rem_minmax(0,1fr)_11rem] beside-panel:@max-4xl:grid-cols-[minmax(0,1fr)_10rem_11rem] beside-panel:@max-xl:grid-cols-[minmax(0,1fr)_11rem] items-center gap-4'
const [numberColumn, emailColumn] = ['beside-panel:@max-xl:hidden', 'beside-panel:@max-4xl:hidden']

/** Virtual list of contacts; only visible rows are mounted. */
export function ContactRows({ empty, ...on }: RowsProps) {
  const { t } = useTranslation()
  const { rows, state, failure, hasMore } = useList(contacts.list)
  const scroller = useRef<HTMLDivElement>(null)
  const table = useMediaQuery(breakpoints.table)
  useScrollAnchor(scroller, rows, rowHeight)
  const frame = '@container min-h-0 rounded-lg border border-line bg-surface'

  if (rows.length === 0 && (state === 'failed' || (state === 'ready' && !hasMore)))
    return (
      <div className={frame}>
        {state === 'failed' ? <ErrorState failure={failure} onRetry={() => contacts.list.reload()} /> : empty}
      </div>
    )
  if (rows.length === 0)
    return (
      <div className={`${frame} overflow-hidden`}>
        {table && <Head />}
        <SkeletonRows rows={8} height={rowHeight} className="divide-y divide-line" />
      </div>
    )
  return (
    <div className={`${frame} flex flex-col overflow-hidden`}>
      {table && <Head />}
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden [overflow-anchor:none]">
        {/* biome-ignore lint/a11y/useSemanticElements: the virtual list puts its own elements between list and items. */}
        <div role="list" aria-label={t('contacts.title')} aria-busy={state === 'loading'}>
          <Virtualizer data={rows} itemSize={rowHeight} scrollRef={scroller}>
            {(contact) => <Row key={contact.id} contact={contact} wide={table} {...on} />}
          </Virtualizer>
        </div>
        <ListEnd list={contacts.list} />
      </div>
      <RowMenuHost {...on} />
    </div>
  )
}

function Head() {
  const { t } = useTranslation()
  return (
    <div aria-hidden className={`${columns} h-9 shrink-0 border-line border-b px-4 font-medium text-faint text-xs`}>
      <span>{t('contacts.name')}</span>
      <span className={numberColumn}>{t('contacts.number')}</span>
      <span className={emailColumn}>{t('contacts.email')}</span>
      <span />
    </div>
  )
}

type RowProps = Omit<RowsProps, 'empty'> & { contact: Contact; wide: boolean }

function Row(props: RowProps) {
  const { contact, wide } = props
  const { t } = useTranslation()
  useReloadWhenStale(contacts.list, contact.id)
  const number = contact.isGroup
    ? t('contacts.group')
    : contact.number
      ? showNumber(contact.number)
      : t('contacts.hidden')
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the list around it.
    <div
      role="listitem"
      style={{ height: rowHeight }}
      className={
        wide ? `${columns} border-line border-b px-4` : 'flex items-center gap-3 border-line border-b pr-1 pl-4'
      }
    >
      <ContactCell contact={contact} below={wide ? undefined : number} onEdit={props.onEdit} />
      {wide && <span className={`${numberColumn} truncate text-muted tabular-nums`}>{number}</span>}
      {wide && <span className={`${emailColumn} truncate text-muted`}>{contact.email}</span>}
      {wide ? <Actions {...props} /> : <CardActions {...props} />}
    </div>
  )
}

function ContactCell({ contact, below, onEdit }: Pick<RowProps, 'contact' | 'onEdit'> & { below?: string }) {
  const { t } = useTranslation()
  const name = contactDisplayName(contact)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <Avatar name={name} src={contact.profilePicUrl} group={contact.isGroup} />
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            aria-label={t('contacts.editOf', { name })}
            onClick={() => onEdit(contact)}
            className="truncate rounded-sm text-left font-medium hover:underline"
          >
            {name}
          </button>
          {contact.disableBot && <Chip className="shrink-0">{t('contacts.botOff')}</Chip>}
          <OptOutMark at={contact.optedOutAt} />
        </span>
        {below && <span className="truncate text-faint text-sm tabular-nums">{below}</span>}
      </div>
    </div>
  )
}

function Actions({ contact, onEdit, onOpenTicket, onMerge }: RowProps) {
  const { t } = useTranslation()
  const mayMerge = useCan('contact:merge')
  const mayDelete = useCan('contact:delete')
  return (
    <span className="flex justify-end">
      <IconButton label={t('contacts.talk')} onClick={() => onOpenTicket(contact)}>
        <MessageSquare aria-hidden />
      </IconButton>
      <IconButton label={t('contacts.edit')} onClick={() => onEdit(contact)}>
        <Pencil aria-hidden />
      </IconButton>
      {mayMerge && !contact.isGroup && (
        <IconButton label={t('details.merge')} onClick={() => onMerge(contact)}>
          <Merge aria-hidden />
        </IconButton>
      )}
      {mayDelete && (
        <IconButton label={t('common.delete')} tone="danger" onClick={() => void removeContact(contact)}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

function CardActions({ contact, onOpenTicket }: RowProps) {
  const { t } = useTranslation()
  return (
    <span className="flex shrink-0">
      <IconButton label={t('contacts.talk')} onClick={() => onOpenTicket(contact)}>
        <MessageSquare aria-hidden />
      </IconButton>
      <RowMenuButton contact={contact} />
    </span>
  )
}
