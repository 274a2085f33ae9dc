import { Plus, Tags } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react'
import type { Tag } from '../../src/features/contacts/tags/model'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { limits } from '../../src/shared/limits'
import { foldText } from '../../src/shared/text'
import { api, unwrapResponse } from '../lib/api'
import { classes } from '../lib/classes'
import { passHeldWords } from '../lib/held-words'
import { tags, useTags } from '../lib/tags'
import { toastError } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { ErrorState } from './error-state'
import { IconButton } from './icon-button'
import { Popover } from './popover'
import { SkeletonRows } from './skeleton'
import { TagChip } from './tag-chips'

interface TagPickerProps {
  ticket: Ticket
  /** Button that replaces the default one. */
  trigger?: ReactElement<{ popoverTarget?: string; 'data-open'?: true }>
  align?: 'start' | 'end'
}

/** Panel with the tags of a ticket as checkboxes and a way to create new ones. The ticket list updates by event. */
export function TagPicker({ ticket, trigger, align }: TagPickerProps) {
  const { t } = useTranslation()
  const button = trigger ?? (
    <IconButton label={t('tags.pick')}>
      <Tags aria-hidden />
    </IconButton>
  )
  return (
    <Popover trigger={button} label={t('tags.pick')} align={align} className="w-72 p-0!">
      <Panel ticket={ticket} />
    </Popover>
  )
}

/** Maximum number of tags shown; typing narrows them. */
const maxShown = 100

function Panel({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { rows, state, failure } = useTags()
  const { chosen, toggle, choose } = useChosen(ticket)
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => passHeldWords(field.current), [])
  const name = text.trim()
  // Tags that were set when the panel opened stay on top until it closes.
  const [first] = useState(() => new Set(chosen))
  const sorted = [...rows.filter(({ id }) => first.has(id)), ...rows.filter(({ id }) => !first.has(id))]
  const matches = sorted.filter((tag) => foldText(tag.name).includes(foldText(name)))
  // "Create" is offered only when the existing tags are loaded.
  const isKnown = state === 'ready' || rows.length > 0
  const isNew =
    isKnown && name.length >= limits.tagName.min && !rows.some((tag) => foldText(tag.name) === foldText(name))

  // The event of the new tag may come before the response.
  const create = async () => {
    setText('')
    field.current?.focus()
    try {
      const tag = await unwrapResponse<Tag>(api.tags.post({ name }))
      tags.put(tag)
      choose(tag.id)
    } catch (failure) {
      setText((typed) => typed || name)
      toastError(failure)
    }
  }
  const chooseFirst = () => {
    if (name !== '' && matches[0]) toggle(matches[0].id)
    else if (isNew) void create()
  }
  const [isEnterPending, setEnterPending] = useState(false)
  useEffect(() => {
    if (!isEnterPending || !isKnown) return
    setEnterPending(false)
    chooseFirst()
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the controls inside.
    <div onKeyDown={(event) => moveFocus(event, () => setEnterPending(true))} className="flex max-h-96 flex-col">
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the panel opens for typing.
        autoFocus
        type="text"
        data-stop
        value={text}
        aria-label={t('tags.search')}
        placeholder={t('tags.searchOrMake')}
        maxLength={limits.tagName.max}
        onChange={({ target }) => {
          setText(target.value)
          setEnterPending(false)
        }}
        className="m-2 h-control shrink-0 rounded-md border border-line bg-ground px-3 placeholder:text-faint focus:border-accent focus:outline-none"
      />
      <div className="min-h-0 flex-1 overflow-y-auto border-line border-t p-1">
        {rows.length === 0 && state === 'loading' && <SkeletonRows rows={3} avatar={false} />}
        {rows.length === 0 && state === 'failed' && <ErrorState failure={failure} onRetry={() => tags.reload()} />}
        {matches.slice(0, maxShown).map((tag) => (
          <Choice key={tag.id} tag={tag} checked={chosen.has(tag.id)} onToggle={() => toggle(tag.id)} />
        ))}
        {isNew && (
          <button
            type="button"
            data-stop
            onClick={create}
            className="flex min-h-control w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover focus-visible:-outline-offset-2 [&_svg]:size-4"
          >
            <Plus aria-hidden />
            <span className="min-w-0 truncate">{t('tags.make', { name })}</span>
          </button>
        )}
        {state === 'ready' && matches.length === 0 && !isNew && (
          <p className="px-2 py-3 text-muted text-sm">{t(name ? 'tags.makeLonger' : 'tags.noneYet')}</p>
        )}
      </div>
    </div>
  )
}

function Choice({ tag, checked, onToggle }: { tag: Tag; checked: boolean; onToggle: () => void }) {
  return (
    <label
      className={classes(
        'flex min-h-control cursor-pointer items-center gap-3 rounded-md px-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-2',
        checked && 'bg-selected',
      )}
    >
      <input
        type="checkbox"
        data-stop
        checked={checked}
        onChange={onToggle}
        className="size-4 shrink-0 accent-accent outline-none"
      />
      <TagChip tag={tag} size="whole" />
    </label>
  )
}

/** Selected tags, shown at once. Requests are sent one after the other; a refused one restores the stored tags. */
function useChosen(ticket: Ticket) {
  const stored = new Set(ticket.tags.map(({ id }) => id))
  const [unsaved, setUnsaved] = useState<ReadonlySet<number> | null>(null)
  const sending = useRef(Promise.resolve())
  const chosen = unsaved ?? stored
  const latest = useRef(chosen)
  latest.current = chosen

  const toggle = (id: number) => {
    const next = new Set(latest.current)
    if (!next.delete(id)) next.add(id)
    latest.current = next
    setUnsaved(next)
    const send = () => unwrapResponse(api.tags.sync.post({ ticketId: ticket.id, tags: [...next] }))
    sending.current = sending.current.then(send).then(
      () => undefined,
      (thrown) => {
        toastError(thrown)
        setUnsaved(null)
      },
    )
  }
  const choose = (id: number) => {
    if (!latest.current.has(id)) toggle(id)
  }
  return { chosen, toggle, choose }
}

/**
 * Arrow up and down move through the field, the boxes and the create button. Enter in the field toggles the first match
 * once the tags are loaded.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>, enter: () => void) {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
  const at = stops.indexOf(event.target as HTMLElement)
  if (event.key === 'Enter' && at === 0) {
    event.preventDefault()
    return enter()
  }
  const next = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1] }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}
