import { useEffect, useMemo, useState } from 'react'
import { draft, saveDraft } from '../../../lib/drafts'
import { useValue } from '../../../lib/use-value'
import { composerState, storeNote, takeLostCaptions } from '../store/composer'
import type { Thread } from '../store/thread'
import { newestTime } from './confirm-answered'

/** Text of the composer of a ticket: stored draft of the reply, note, or message being edited. */
export function useText(thread: Thread) {
  const { id } = thread.ticket.peek()
  const state = composerState(id)
  const { text: answer } = useValue(useMemo(() => draft(id), [id]))
  const note = useValue(state.note)
  const mode = useValue(state.mode)
  const aim = useValue(state.reference)
  const [edit, setEdit] = useState('')
  const edited = aim?.kind === 'edit' ? aim.message : null
  const editedId = edited?.id ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message replaces the text, not a new version.
  useEffect(() => setEdit(edited?.body ?? ''), [editedId])
  useEffect(() => {
    const captions = takeLostCaptions(id)
    if (captions) saveDraft(id, [draft(id).peek().text, captions].filter(Boolean).join('\n'))
    // A stored draft counts as started when it was last changed.
    if (draft(id).peek().text) state.startedAt.value ??= draft(id).peek().at
  }, [id, state])

  const writeAnswer = (next: string) => {
    if (next === '') state.startedAt.value = null
    else if (answer === '' || state.startedAt.peek() === null) state.startedAt.value = newestTime(thread)
    saveDraft(id, next)
  }
  if (edited) return { text: edit, write: setEdit }
  if (mode === 'note') return { text: note, write: (next: string) => storeNote(id, next) }
  return { text: answer, write: writeAnswer }
}
