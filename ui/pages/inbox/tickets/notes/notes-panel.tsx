import { Trash2 } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { limits } from '../../../../../src/shared/limits'
import { TextField } from '../../../../components/field'
import { Form, SubmitButton } from '../../../../components/form'
import { IconButton } from '../../../../components/icon-button'
import { InfiniteList } from '../../../../components/infinite-list'
import { MentionText } from '../../../../components/mention-text'
import { SkeletonText } from '../../../../components/skeleton'
import { createForm, length, required, useForm } from '../../../../lib/form'
import { createList, type List } from '../../../../lib/list'
import { useLive } from '../../../../lib/realtime'
import { useMe } from '../../../../lib/session'
import { byNewestId } from '../../../../lib/sort-order'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { composerState, storeNote } from '../store/composer'
import { listNotes } from '../store/requests'
import { applyNote } from '../store/threads'
import { confirmAndDeleteNote } from './delete-note'
import { submitUnsentNote } from './submit-note'

/** Notes about the contact, newest first, with a form to add one. */
export function NotesPanel({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { contactId } = ticket
  const list = useMemo(() => createNoteList(contactId), [contactId])
  useLive(
    {
      ticketNote(event) {
        if (event.action === 'delete') list.drop(event.noteId)
        else if (event.note.contactId === contactId) list.receiveEvent(event.note)
      },
    },
    () => list.reload(),
  )
  return (
    <section aria-label={t('conversation.notes')} className="flex flex-col gap-3">
      <NewNote key={ticket.id} ticketId={ticket.id} list={list} />
      <InfiniteList
        list={list}
        label={t('conversation.notes')}
        hideEnd
        className="flex flex-col gap-2"
        render={(note) => <NoteRow note={note} list={list} />}
        skeleton={<SkeletonText className="text-muted">{t('conversation.notesEmpty')}</SkeletonText>}
        empty={<p className="text-muted">{t('conversation.notesEmpty')}</p>}
      />
    </section>
  )
}

const createNoteList = (contactId: number) =>
  createList<TicketNote>({
    compare: byNewestId,
    pagedBy: byNewestId,
    load: async (cursor) => {
      const { notes, hasMore, next } = await listNotes({ contactId, cursor })
      return { rows: notes, hasMore, next }
    },
  })

function NewNote({ ticketId, list }: { ticketId: number; list: List<TicketNote> }) {
  const { t } = useTranslation()
  const form = useNoteForm(ticketId)
  const send = async ({ note }: { note: string }) => {
    const created = await submitUnsentNote(ticketId, note)
    applyNote(created)
    list.put(created)
  }
  return (
    <Form form={form} send={send} className="flex flex-col gap-2">
      <TextField
        field={form.field('note')}
        label={t('conversation.note')}
        hint={t('conversation.noteHint')}
        placeholder={t('conversation.notePlaceholder')}
        rows={3}
        maxLength={limits.note.max}
      />
      <SubmitButton of={form} className="self-end">
        {t('conversation.noteAdd')}
      </SubmitButton>
    </Form>
  )
}

/** Binds the form to the note draft of the composer, so that both show the same unsent text. */
function useNoteForm(ticketId: number) {
  const form = useForm(() =>
    createForm({ note: composerState(ticketId).note.peek() }, { note: [required, length(limits.note)] }),
  )
  useEffect(() => {
    const { value } = form.field('note')
    const { note } = composerState(ticketId)
    const stopFieldSync = value.subscribe((text) => text === note.peek() || storeNote(ticketId, text))
    const stopDraftSync = note.subscribe((text) => text === value.peek() || form.reset({ note: text }))
    return () => {
      stopFieldSync()
      stopDraftSync()
    }
  }, [form, ticketId])
  return form
}

function NoteRow({ note, list }: { note: TicketNote; list: List<TicketNote> }) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <li className="rounded-md border border-note-ink/25 bg-note p-2.5 text-note-ink">
      <p>
        <MentionText tone="note" text={note.note} names={note.mentions.map(({ name }) => name)} />
      </p>
      <div className="mt-1 flex items-center gap-2 text-xs">
        <span className="min-w-0 flex-1 truncate">{note.user?.name}</span>
        <time dateTime={note.createdAt} className="shrink-0 tabular-nums">
          {formatDateTime(note.createdAt)}
        </time>
        {(note.userId === me.id || me.profile === 'admin') && (
          <IconButton
            size="sm"
            tone="danger"
            label={t('conversation.noteDelete')}
            className="text-note-ink!"
            onClick={async () => {
              if (await confirmAndDeleteNote(note)) list.drop(note.id)
            }}
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
    </li>
  )
}
