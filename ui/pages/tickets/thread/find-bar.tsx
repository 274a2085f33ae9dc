import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../../../src/shared/limits'
import { IconButton } from '../../../components/icon-button'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { searchConversation } from '../store/requests'
import type { Thread } from '../store/thread'
import { closeFind, finding } from './find-state'

interface FindBarProps {
  thread: Thread
  onJump: (messageId: number) => void
}

/** Search bar of a ticket: text, position among the hits, previous and next. */
export function FindBar(props: FindBarProps) {
  const isOpen = useValue(finding) === props.thread.ticket.peek().id
  return isOpen && <OpenBar {...props} />
}

interface Found {
  words: string
  hits: number[]
  hasMore: boolean
  at: number
}
const nothing: Found = { words: '', hits: [], hasMore: false, at: 0 }
const typingPause = 250

function OpenBar({ thread, onJump }: FindBarProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const [found, setFound] = useFound(thread, words.trim(), onJump)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    box.current?.focus()
    return () => before?.focus({ preventScroll: true })
  }, [])

  const step = (by: 1 | -1) => {
    const { hits, at } = found
    if (hits.length === 0) return
    const next = (at + by + hits.length) % hits.length
    setFound({ ...found, at: next })
    onJump(hits[next]!)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Escape') return closeFind()
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowUp: 1, ArrowDown: -1 }[event.key] as 1 | -1 | undefined
    if (!by) return
    event.preventDefault()
    step(by)
  }
  return (
    <search className="flex items-center gap-1 border-line border-b bg-surface px-2 py-1 sm:px-4">
      <Search aria-hidden className="size-4 shrink-0 text-muted" />
      <input
        ref={box}
        type="text"
        aria-label={t('conversation.find')}
        placeholder={t('conversation.findPlaceholder')}
        value={words}
        maxLength={limits.search.max}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={onKeyDown}
        className="h-control-sm min-w-0 flex-1 bg-transparent px-1 text-base text-ink outline-none placeholder:text-faint"
      />
      <span role="status" className="shrink-0 text-muted text-sm tabular-nums">
        <Place found={found} words={words} />
      </span>
      <IconButton size="sm" label={t('conversation.findOlder')} disabled={!found.hits.length} onClick={() => step(1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t('conversation.findNewer')} disabled={!found.hits.length} onClick={() => step(-1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t('conversation.findClose')} onClick={closeFind}>
        <X aria-hidden />
      </IconButton>
    </search>
  )
}

function Place({ found: { words: asked, hits, hasMore, at }, words }: { found: Found; words: string }) {
  const { t } = useTranslation()
  if (asked === '' || asked !== words.trim()) return null
  if (hits.length === 0) return t('conversation.findNone')
  return t(hasMore ? 'conversation.findMany' : 'conversation.findPlace', { place: at + 1, count: hits.length })
}

/** Hits beyond which no further page is asked for. */
const enoughHits = 200

/** Searches shortly after the last letter, jumps to the newest hit, and loads the pages behind it. */
function useFound(thread: Thread, words: string, onJump: FindBarProps['onJump']) {
  const [found, setFound] = useState<Found>(nothing)
  const jump = useRef(onJump)
  jump.current = onJump
  useEffect(() => {
    const request = { isCurrent: words !== '' }
    if (!request.isCurrent) return setFound(nothing)
    const show = (hits: number[], hasMore: boolean) => {
      setFound((before) => ({ words, hits, hasMore, at: before.words === words ? before.at : 0 }))
    }
    const ask = () => findAll(thread.ticket.peek().id, words, request, show, (id) => jump.current(id))
    const timer = setTimeout(() => void ask().catch(toastError), typingPause)
    return () => {
      request.isCurrent = false
      clearTimeout(timer)
    }
  }, [words, thread])
  return [found, setFound] as const
}

async function findAll(
  ticketId: number,
  words: string,
  request: { isCurrent: boolean },
  show: (hits: number[], hasMore: boolean) => void,
  jump: (id: number) => void,
) {
  const hits: number[] = []
  for await (const page of pagesOf(ticketId, words)) {
    if (!request.isCurrent) return
    if (hits.length === 0 && page.hits[0]) jump(page.hits[0].id)
    hits.push(...page.hits.map(({ id }) => id))
    if (hits.length > 0 || !page.hasMore) show([...hits], page.hasMore)
    if (hits.length >= enoughHits) return
  }
}

/** Page after page; one may be empty before the end. */
async function* pagesOf(ticketId: number, words: string) {
  let cursor: string | undefined
  do {
    const page = await searchConversation(ticketId, words, cursor)
    yield page
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
