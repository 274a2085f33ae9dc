import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { IconButton } from '../../../../components/icon-button'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clearFoundWords, markFoundWords } from '../store/found-words'
import { searchConversation } from '../store/requests'
import type { Thread } from '../store/thread'
import { closeFind, findTicketId } from './find-state'

interface FindBarProps {
  thread: Thread
  onJump: (messageId: number) => void
}

/** Search bar of a ticket: text, position among the hits, previous and next. */
export function FindBar(props: FindBarProps) {
  const isOpen = useValue(findTicketId) === props.thread.ticket.peek().id
  return isOpen && <OpenFindBar {...props} />
}

interface FindResult {
  text: string
  hits: number[]
  hasMore: boolean
  at: number
}
const noResult: FindResult = { text: '', hits: [], hasMore: false, at: 0 }
const searchDelay = 250

function OpenFindBar({ thread, onJump }: FindBarProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [result, setResult] = useFindResult(thread, text.trim(), onJump)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => markFoundWords([result.text]), [result.text])
  useEffect(() => clearFoundWords, [])
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    input.current?.focus()
    return () => before?.focus({ preventScroll: true })
  }, [])

  const step = (by: 1 | -1) => {
    const { hits, at } = result
    if (hits.length === 0) return
    const next = (at + by + hits.length) % hits.length
    setResult({ ...result, at: next })
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
        ref={input}
        type="text"
        aria-label={t('conversation.find')}
        placeholder={t('conversation.findPlaceholder')}
        value={text}
        maxLength={limits.search.max}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        className="h-control-sm min-w-0 flex-1 bg-transparent px-1 text-base text-ink outline-none placeholder:text-faint"
      />
      <span role="status" className="shrink-0 text-muted text-sm tabular-nums">
        <ResultPosition result={result} text={text} />
      </span>
      <IconButton size="sm" label={t('conversation.findOlder')} disabled={!result.hits.length} onClick={() => step(1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t('conversation.findNewer')} disabled={!result.hits.length} onClick={() => step(-1)}>
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton size="sm" label={t('conversation.findClose')} onClick={closeFind}>
        <X aria-hidden />
      </IconButton>
    </search>
  )
}

function ResultPosition({
  result: { text: searchedText, hits, hasMore, at },
  text,
}: {
  result: FindResult
  text: string
}) {
  const { t } = useTranslation()
  if (searchedText === '' || searchedText !== text.trim()) return null
  if (hits.length === 0) return t('conversation.findNone')
  return t(hasMore ? 'conversation.findMany' : 'conversation.findPlace', { place: at + 1, count: hits.length })
}

/** Number of hits after which no further page is requested. */
const maxHits = 200

/** Searches shortly after the last letter, jumps to the newest hit, and loads the pages behind it. */
function useFindResult(thread: Thread, text: string, onJump: FindBarProps['onJump']) {
  const [result, setResult] = useState<FindResult>(noResult)
  const jumpTo = useRef(onJump)
  jumpTo.current = onJump
  useEffect(() => {
    const request = { isCurrent: text !== '' }
    if (!request.isCurrent) return setResult(noResult)
    const show = (hits: number[], hasMore: boolean) => {
      setResult((before) => ({ text, hits, hasMore, at: before.text === text ? before.at : 0 }))
    }
    const search = () => findAll(thread.ticket.peek().id, text, request, show, (id) => jumpTo.current(id))
    const timer = setTimeout(() => void search().catch(toastError), searchDelay)
    return () => {
      request.isCurrent = false
      clearTimeout(timer)
    }
  }, [text, thread])
  return [result, setResult] as const
}

async function findAll(
  ticketId: number,
  text: string,
  request: { isCurrent: boolean },
  show: (hits: number[], hasMore: boolean) => void,
  jumpTo: (id: number) => void,
) {
  const hits: number[] = []
  for await (const page of pagesOf(ticketId, text)) {
    if (!request.isCurrent) return
    if (hits.length === 0 && page.hits[0]) jumpTo(page.hits[0].id)
    hits.push(...page.hits.map(({ id }) => id))
    if (hits.length > 0 || !page.hasMore) show([...hits], page.hasMore)
    if (hits.length >= maxHits) return
  }
}

/** Pages of hits; a page before the last may be empty. */
async function* pagesOf(ticketId: number, text: string) {
  let cursor: string | undefined
  do {
    const page = await searchConversation(ticketId, text, cursor)
    yield page
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
