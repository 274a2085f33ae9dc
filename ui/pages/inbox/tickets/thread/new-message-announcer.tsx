import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { lineOfText, mediaKind } from '../bubble/media-kind'
import { newestBubble } from '../store/rows'
import type { Thread } from '../store/thread'

/** Announces new messages to screen readers, once each; scrolling to older ones announces nothing. */
export function NewMessageAnnouncer({ thread }: { thread: Thread }) {
  const { t } = useTranslation()
  const rows = useValue(thread.rows)
  const newest = newestBubble(rows)
  const key = newest?.peek().key
  const announcedKey = useRef(key)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (!newest || announcedKey.current === key) return
    announcedKey.current = key
    const { message } = newest.peek()
    if (message.fromMe) return
    const kind = mediaKind(message.mediaType, message.detail?.voice)
    const content = [kind && t(kind.label), lineOfText(message)].filter(Boolean).join(', ')
    setAnnouncement(`${message.senderName || thread.ticket.peek().contact.name}: ${content}`)
  }, [newest, key, thread, t])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {announcement}
    </div>
  )
}
