import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { kindOf, wordsOf } from '../bubble/media-kind'
import { newestBubble } from '../store/rows'
import type { Thread } from '../store/thread'

/** Announces new messages to screen readers, once each; scrolling to older ones announces nothing. */
export function NewMessageVoice({ thread }: { thread: Thread }) {
  const { t } = useTranslation()
  const rows = useValue(thread.rows)
  const newest = newestBubble(rows)
  const key = newest?.peek().key
  const heard = useRef(key)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (!newest || heard.current === key) return
    heard.current = key
    const { message } = newest.peek()
    if (message.fromMe) return
    const kind = kindOf(message.mediaType, message.detail?.voice)
    const said = [kind && t(kind.label), wordsOf(message)].filter(Boolean).join(', ')
    setWords(`${message.senderName || thread.ticket.peek().contact.name}: ${said}`)
  }, [newest, key, thread, t])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {words}
    </div>
  )
}
