import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { limits } from '../../../../../src/shared/limits'
import { Alert } from '../../../../components/alert'
import { Avatar } from '../../../../components/avatar'
import { Button } from '../../../../components/button'
import { Dialog } from '../../../../components/dialog'
import { ErrorState } from '../../../../components/error-state'
import { controlClass } from '../../../../components/field'
import { SkeletonRows } from '../../../../components/skeleton'
import { minSearchLength, useFoundContacts } from '../../../../contact/use-found-contacts'
import { showNumber } from '../../../../lib/phone'
import { errorText } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { forwardRefusalText, otherOpenTicket } from '../actions/other-open-ticket'
import { lists } from '../store/tickets'
import { closeForward, forwarding, forwardToTargets, type Target } from './forward-state'

/** Dialog that forwards messages; mounted once per ticket. */
export function ForwardHost() {
  const opened = useValue(forwarding)
  return opened && <ForwardDialog key={opened.id} messages={opened.messages} />
}

function ForwardDialog({ messages }: { messages: readonly Message[] }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly Target[]>([])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [begunWith] = useState(messages.length)
  const isFull = chosen.length >= limits.forwardTo.max
  const toggle = (key: Target) =>
    setChosen((now) => (now.includes(key) ? now.filter((one) => one !== key) : isFull ? now : [...now, key]))
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await forwardToTargets(chosen)
    } catch (thrown) {
      setFailure(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={closeForward}
      title={t('conversation.forwardTitle', { count: messages.length })}
      footer={
        <>
          <Button onClick={closeForward}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={isBusy} disabled={chosen.length === 0} onClick={send}>
            {chosen.length ? t('conversation.forwardTo', { count: chosen.length }) : t('conversation.forward')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {failure !== null && <Alert tone="danger">{refusalText(failure, messages.length === begunWith)}</Alert>}
        {isFull && <Alert tone="info">{t('conversation.forwardMost', { count: limits.forwardTo.max })}</Alert>}
        <div className="relative">
          <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
          <input
            data-autofocus
            aria-label={t('conversation.forwardSearch')}
            placeholder={t('conversation.forwardSearch')}
            value={text}
            maxLength={limits.search.max}
            onChange={({ target }) => setText(target.value)}
            className={`${controlClass} h-control pr-3 pl-9`}
          />
        </div>
        <Targets text={text} excludedTicketId={messages[0]?.ticketId ?? 0} chosen={chosen} onToggle={toggle} />
      </div>
    </Dialog>
  )
}

/** @param isNoneSent true unless earlier messages of the selection were forwarded */
function refusalText(failure: unknown, isNoneSent: boolean) {
  const otherTicket = isNoneSent ? otherOpenTicket(failure) : undefined
  return otherTicket?.contact ? forwardRefusalText(otherTicket) : errorText(failure)
}

interface TargetsProps {
  text: string
  /** Id of the ticket the message is in. */
  excludedTicketId: number
  chosen: readonly Target[]
  onToggle: (key: Target) => void
}

/** The user's open tickets, then contacts found by the search. */
function Targets({ text, excludedTicketId, chosen, onToggle }: TargetsProps) {
  const { t } = useTranslation()
  const query = text.trim().toLowerCase()
  const open = useValue(lists.mine.rows).filter(
    ({ id, contact }) => id !== excludedTicketId && contact.name.toLowerCase().includes(query),
  )
  const { contacts, failure } = useFoundContacts(text)
  const contactIdsWithTicket = new Set(open.map(({ contactId }) => contactId))
  const others = contacts?.filter(({ id }) => !contactIdsWithTicket.has(id)) ?? []
  const isSearching = contacts === null
  const row = (key: Target, contact: Parameters<typeof TargetRow>[0]['contact']) => (
    <TargetRow key={key} contact={contact} checked={chosen.includes(key)} onToggle={() => onToggle(key)} />
  )
  return (
    <div className="flex min-h-60 flex-col gap-3">
      {open.length > 0 && (
        <Group title={t('conversation.forwardTickets')}>
          {open.map(({ id, contact }) => row(`ticket:${id}`, contact))}
        </Group>
      )}
      {others.length > 0 && (
        <Group title={t('conversation.forwardContacts')}>{others.map((one) => row(`contact:${one.id}`, one))}</Group>
      )}
      {isSearching && <SkeletonRows rows={2} />}
      {failure !== null && <ErrorState failure={failure} />}
      {!isSearching && !failure && open.length + others.length === 0 && (
        <p className="py-6 text-center text-muted">
          {query.length < minSearchLength
            ? t('inbox.typeMore', { count: minSearchLength })
            : t('conversation.forwardNobody')}
        </p>
      )}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="pb-1 font-semibold text-muted text-xs">{title}</legend>
      {children}
    </fieldset>
  )
}

interface TargetRowProps {
  contact: { name: string; number: string | null; profilePicUrl: string; isGroup: boolean }
  checked: boolean
  onToggle: () => void
}

function TargetRow({ contact, checked, onToggle }: TargetRowProps) {
  const { t } = useTranslation()
  const numberText = contact.number ? showNumber(contact.number) : t('tickets.numberHidden')
  return (
    <label className="flex min-h-control cursor-pointer items-center gap-3 rounded-md px-2 py-1 hover:bg-hover has-checked:bg-selected">
      <input type="checkbox" checked={checked} onChange={onToggle} className="size-4 shrink-0 accent-accent" />
      <Avatar size="sm" name={contact.name} src={contact.profilePicUrl} group={contact.isGroup} />
      <span className="min-w-0 flex-1 sm:flex sm:items-center sm:gap-3">
        <span className="block min-w-0 flex-1 truncate">{contact.name}</span>
        <span className="block shrink-0 text-faint text-xs tabular-nums">
          {contact.isGroup ? t('tickets.group') : numberText}
        </span>
      </span>
    </label>
  )
}
