import { useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { Button } from '../../../../components/button'
import { ErrorState } from '../../../../components/error-state'
import { Skeleton } from '../../../../components/skeleton'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { ForwardHost } from '../bubble/forward-dialog'
import { MessageInfoHost } from '../bubble/message-info'
import { MessageMenuHost } from '../bubble/message-menu'
import { QuickReplyHost } from '../bubble/quick-reply'
import { ReactionPickerHost } from '../bubble/reaction-picker'
import { StartHost } from '../bubble/start-ticket'
import type { Thread } from '../store/thread'
import { moveAmongBubbles } from './bubble-keys'
import { StickyDay } from './day-chip'
import { FindBar } from './find-bar'
import { JumpButton } from './jump-button'
import { NewMessageAnnouncer } from './new-message-announcer'
import { ThreadRow } from './thread-row'
import { useFollow } from './use-follow'
import { useHideUntilMeasured } from './use-hide-until-measured'
import { useJump } from './use-jump'
import { linkedMessage, useLinkedMessage, useLinkedNote } from './use-linked-message'

interface MessageListProps {
  thread: Thread
  writable: boolean
}

/** Virtual list of messages; older pages are added on top without moving the view. */
export function MessageList({ thread, writable }: MessageListProps) {
  const { t } = useTranslation()
  const rows = useValue(thread.rows)
  const shift = useValue(thread.grewOnTop)
  const state = useValue(thread.state)
  const failure = useValue(thread.failure)
  const ticket = useValue(thread.ticket)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: address at the time the ticket is opened.
  const isLinked = useMemo(() => linkedMessage(location.search) !== null, [thread])
  const follow = useFollow({ thread, rows, scroller, list, isPositionedElsewhere: isLinked })
  const { flash, jump, jumpToNote } = useJump({
    thread,
    list,
    stopFollowing: follow.stopFollowing,
    startJump: follow.startJump,
  })
  useLinkedMessage(thread, jump)
  useLinkedNote(thread, jumpToNote)
  useHideUntilMeasured(scroller, rows.length > 0)

  if (rows.length === 0) {
    if (state === 'failed')
      return (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ErrorState failure={failure} onRetry={() => thread.reload()} />
        </div>
      )
    return state === 'ready' ? <EmptyThread /> : <ThreadSkeleton />
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <FindBar thread={thread} onJump={jump} />
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          role="log"
          aria-live="off"
          aria-label={t('tickets.messages')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
          tabIndex={0}
          onKeyDown={moveAmongBubbles}
          className="flex h-full flex-col overflow-y-auto overflow-x-hidden overscroll-contain py-2 [overflow-anchor:none] focus-visible:-outline-offset-2"
        >
          <div className="flex-1" />
          <Virtualizer
            ref={list}
            data={rows}
            shift={shift}
            scrollRef={scroller}
            bufferSize={600}
            onScroll={follow.onScroll}
          >
            {(row) => (
              <ThreadRow
                key={row.key}
                row={row}
                contactName={ticket.contact.name}
                isGroup={ticket.isGroup}
                writable={writable}
                flash={flash}
                onJump={jump}
                onBroken={thread.refresh}
              />
            )}
          </Virtualizer>
        </div>
        <StickyDay day={follow.topDay} />
        <OlderPagesState thread={thread} />
      </div>
      <JumpButton follow={follow} thread={thread} />
      <MessageMenuHost list={scroller} writable={writable} />
      <ForwardHost />
      <ReactionPickerHost />
      <MessageInfoHost />
      <QuickReplyHost />
      <StartHost />
      <NewMessageAnnouncer thread={thread} />
    </div>
  )
}

/** Loading and error state of older pages, over the messages, so that it moves nothing. */
function OlderPagesState({ thread }: { thread: Thread }) {
  const { t } = useTranslation()
  const failed = useValue(thread.olderFailed)
  const loading = useDelayed(useValue(thread.loadingOlder))
  if (!failed && !loading) return null
  return (
    <div className="absolute inset-x-0 top-2 flex justify-center">
      <div
        role={failed ? 'alert' : 'status'}
        className="flex items-center gap-2 rounded-full border border-line bg-raised px-3 py-1 text-muted text-sm shadow-e2"
      >
        {failed ? t('tickets.olderFailed') : t('common.loadingMore')}
        {failed && (
          <Button size="sm" onClick={() => thread.loadOlder()}>
            {t('tickets.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** True once `now` has been true for 300 ms; hides notices of quick requests. */
function useDelayed(now: boolean) {
  const [isDelayed, setLate] = useState(false)
  useEffect(() => {
    if (!now) return setLate(false)
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [now])
  return isDelayed
}

function EmptyThread() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-1 flex-col items-center justify-center p-6 text-center">
      <p className="font-semibold text-lg">{t('tickets.emptyThread')}</p>
      <p className="mt-1 text-muted">{t('tickets.emptyThreadText')}</p>
    </div>
  )
}

const skeletonWidths = ['w-52', 'w-72', 'ml-auto w-60', 'w-44', 'ml-auto w-80', 'ml-auto w-40']

function ThreadSkeleton() {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden p-6"
    >
      {skeletonWidths.map((shape) => (
        <Skeleton key={shape} className={`h-10 max-w-[80%] shrink-0 rounded-lg! ${shape}`} />
      ))}
    </div>
  )
}
