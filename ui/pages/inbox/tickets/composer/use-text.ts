import { useEffect, useMemo } from 'react'
import { draft, saveDraft } from '../../../../lib/drafts'
import { useValue } from '../../../../lib/use-value'
import { composerState, consumeLostCaptions, storeNote } from '../store/composer'
import type { Thread } from '../store/thread'
import { newestMessageTime } from './confirm-answered'

/** Text of the composer of a ticket: stored draft of the reply, note, or message being edited. */
export function useText(thread: Thread) {
  const { id } = thread.ticket.peek()
  const state = composerState(id)
  const { text: answer } = useValue(useMemo(() => draft(id), [id]))
  const note = useValue(state.note)
  const mode = useValue(state.mode)
  const reference = useValue(state.reference)
  const edit = useValue(state.edit)

  useEffect(() => {
    const captions = consumeLostCaptions(id)
    if (captions) saveDraft(id, [draft(id).peek().text, captions].filter(Boolean).join('\n'))
    // A stored draft counts as started when it was last changed.
    if (draft(id).peek().text) state.startedAt.value ??= draft(id).peek().at
  }, [id, state])

  const setAnswer = (next: string) => {
    if (next === '') state.startedAt.value = null
    else if (answer === '' || state.startedAt.peek() === null) state.startedAt.value = newestMessageTime(thread)
    saveDraft(id, next)
  }
  const setEdit = (next: string) => {
    state.edit.value = next
  }
  if (reference?.kind === 'edit') return { text: edit, setText: setEdit }
  if (mode === 'note') return { text: note, setText: (next: string) => storeNote(id, next) }
  return { text: answer, setText: setAnswer }
}
