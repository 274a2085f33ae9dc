import { useEffect, useRef, useState } from 'react'
import { draftOf, keepDraft } from '../../../lib/drafts'
import type { Aim } from '../store/composer'

const pause = 300

/** The text of one ticket: a draft that survives everything, or the words of a message being edited. */
export function useText(ticketId: number, aim: Aim | null) {
  const [draft, setDraft] = useState(() => draftOf(ticketId))
  const [edit, setEdit] = useState('')
  const edited = aim?.kind === 'edit' ? aim.message : null
  const editedId = edited?.id ?? 0
  const latest = useRef(draft)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another message to edit brings its words, once.
  useEffect(() => setEdit(edited?.body ?? ''), [editedId])
  useEffect(() => {
    const save = () => {
      clearTimeout(timer.current)
      keepDraft(ticketId, latest.current)
    }
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [ticketId])

  const write = (text: string) => {
    if (edited) return setEdit(text)
    latest.current = text
    setDraft(text)
    clearTimeout(timer.current)
    // What was sent is no draft any more, at once; typing is written down when it pauses.
    if (text === '') keepDraft(ticketId, '')
    else timer.current = setTimeout(() => keepDraft(ticketId, text), pause)
  }
  return { text: edited ? edit : draft, write }
}
