import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useValue } from '../../../lib/use-value'
import { kindOf, wordsOf } from '../bubble/kind'
import type { Thread } from '../store/thread'

/** Reads new messages out, once each; scrolling through old ones reads nothing. */
export function NewMessageVoice({ thread }: { thread: Thread }) {
  const { t } = useTranslation()
  const rows = useValue(thread.rows)
  const newest = rows.at(-1)
  const heard = useRef(newest?.key)
  const [words, setWords] = useState('')
  useEffect(() => {
    if (newest?.kind !== 'bubble' || heard.current === newest.key) return
    heard.current = newest.key
    const { message } = newest.bubble.peek()
    if (message.fromMe) return
    const kind = kindOf(message.mediaType, message.detail?.voice)
    const said = [kind && t(kind.label), wordsOf(message)].filter(Boolean).join(', ')
    setWords(`${message.senderName || thread.ticket.peek().contact.name}: ${said}`)
  }, [newest, thread, t])
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {words}
    </div>
  )
}
