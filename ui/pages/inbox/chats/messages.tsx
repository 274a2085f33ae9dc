import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Chat, ChatMessage } from '../../../../src/features/inbox/chats/model'
import { Button } from '../../../components/button'
import { ErrorState } from '../../../components/error-state'
import { IconButton } from '../../../components/icon-button'
import { SkeletonRows } from '../../../components/skeleton'
import { useList } from '../../../lib/list'
import { useMe } from '../../../lib/session'
import { relativeDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Bubble, UnsentBubble } from './bubble'
import type { ChatThread } from './store'

/** Distance from the top in px at which older messages load. */
const loadAheadPx = 600

/**
 * Messages of a chat, newest at the bottom. The box uses reversed flex layout: the browser keeps the scroll position
 * when older messages are added, and stays at the end for new ones.
 */
export function Messages({ chat, thread }: { chat: Chat; thread: ChatThread }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const { rows, state, failure, hasMore } = useList(thread.messages)
  const unsent = useValue(thread.unsent)
  const [isScrolledUp, setScrolledUp] = useState(false)
  const onScroll = () => {
    const { scrollHeight, clientHeight, scrollTop } = box.current!
    setScrolledUp(-scrollTop > clientHeight)
    const isNear = scrollHeight - clientHeight + scrollTop < loadAheadPx
    if (isNear && thread.messages.state.peek() !== 'failed') void thread.messages.more()
  }
  // Also after each load: a call while a page is loading asks for nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads another page until the box is full.
  useEffect(onScroll, [thread, rows.length, state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the end after the user sends.
  useEffect(() => void box.current?.scrollTo({ top: 0 }), [unsent.length])

  if (rows.length === 0 && state === 'failed')
    return (
      <div className="flex min-h-0 flex-1 items-center justify-center">
        <ErrorState failure={failure} onRetry={() => thread.messages.reload()} />
      </div>
    )
  const isEmpty = rows.length === 0 && unsent.length === 0
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={t('chats.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus allows keyboard scrolling of plain text.
        tabIndex={0}
        onScroll={onScroll}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overflow-x-hidden overscroll-contain focus-visible:-outline-offset-2"
      >
        {isEmpty && hasMore ? (
          <SkeletonRows />
        ) : (
          <div className="flex flex-col px-4 py-3">
            <ThreadTop thread={thread} />
            {isEmpty && <p className="py-8 text-center text-muted">{t('chats.noMessages')}</p>}
            {rows.map((message, index) => (
              <ThreadMessage key={message.id} chat={chat} thread={thread} message={message} before={rows[index - 1]} />
            ))}
            {unsent.map((one) => (
              <UnsentBubble key={one.clientId} chat={chat} unsent={one} />
            ))}
          </div>
        )}
      </div>
      {isScrolledUp && (
        <IconButton
          label={t('chats.latest')}
          tooltipSide="top"
          onClick={() => void box.current?.scrollTo({ top: 0 })}
          className="absolute! right-4 bottom-3 rounded-full! border border-line bg-raised! shadow-e2"
        >
          <ArrowDown aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

/** Above the oldest message: loading, a retry button, or the start of the chat. */
function ThreadTop({ thread }: { thread: ChatThread }) {
  const { t } = useTranslation()
  const { state, hasMore, rows } = useList(thread.messages)
  if (state === 'failed')
    return (
      <p role="alert" className="flex items-center justify-center gap-3 pb-3 text-muted text-sm">
        {t('common.moreFailed')}
        <Button size="sm" onClick={() => thread.messages.more()}>
          {t('common.retry')}
        </Button>
      </p>
    )
  if (hasMore) return <p className="pb-3 text-center text-faint text-xs">{t('common.loadingMore')}</p>
  return rows.length > 0 ? <p className="pb-3 text-center text-faint text-xs">{t('chats.start')}</p> : null
}

const groupWithinMs = 5 * 60_000

function ThreadMessage({
  chat,
  thread,
  message,
  before,
}: {
  chat: Chat
  thread: ChatThread
  message: ChatMessage
  before: ChatMessage | undefined
}) {
  const me = useMe()
  const isNewDay = !before || relativeDay(before.createdAt) !== relativeDay(message.createdAt)
  const isContinuation =
    !isNewDay &&
    before.senderId === message.senderId &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < groupWithinMs
  return (
    <>
      {isNewDay && <DayChip at={message.createdAt} />}
      <Bubble
        chat={chat}
        thread={thread}
        message={message}
        isMine={message.senderId === me.id}
        isContinuation={isContinuation}
      />
    </>
  )
}

function DayChip({ at }: { at: string }) {
  const { t } = useTranslation()
  const it = relativeDay(at)
  return (
    <p className="sticky top-2 z-10 mx-auto my-2 rounded-full border border-line bg-raised px-3 py-0.5 text-muted text-xs">
      {it === 'today' ? t('common.today') : it === 'yesterday' ? t('common.yesterday') : it}
    </p>
  )
}
