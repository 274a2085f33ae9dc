import { Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import { Button } from '../../../../components/button'
import { IconButton } from '../../../../components/icon-button'
import { InfiniteList } from '../../../../components/infinite-list'
import { MentionText } from '../../../../components/mention-text'
import { SkeletonText } from '../../../../components/skeleton'
import { createList, type List, useList } from '../../../../lib/list'
import { useLive } from '../../../../lib/realtime'
import { useMe } from '../../../../lib/session'
import { byNewestId } from '../../../../lib/sort-order'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { listNotes } from '../store/requests'
import { confirmAndDeleteNote } from './delete-note'

/** The last note about the contact, and a button for the ones before. Notes are written in the composer only. */
export function NotesPanel({ contactId }: { contactId: number }) {
  const { t } = useTranslation()
  const [showsAll, setShowsAll] = useState(false)
  const list = useMemo(() => createNoteList(contactId), [contactId])
  const { rows, state } = useList(list)
  useEffect(() => void list.more(), [list])
  useLive(
    {
      ticketNote(event) {
        if (event.action === 'delete') list.drop(event.noteId)
        else if (event.note.contactId === contactId) list.receiveEvent(event.note)
      },
    },
    () => list.reload(),
  )
  if (rows.length === 0 && state === 'ready')
    return <p className="text-faint text-sm">{t('conversation.notesEmpty')}</p>
  if (!showsAll && rows[0])
    return (
      <>
        <ul>
          <NoteRow note={rows[0]} list={list} />
        </ul>
        {rows.length > 1 && (
          <Button size="sm" className="self-start" onClick={() => setShowsAll(true)}>
            {t('conversation.notesAll')}
          </Button>
        )}
      </>
    )
  return (
    <InfiniteList
      list={list}
      label={t('conversation.notes')}
      hideEnd
      className="flex flex-col gap-2"
      render={(note) => <NoteRow note={note} list={list} />}
      skeleton={<SkeletonText className="text-muted">{t('conversation.notesEmpty')}</SkeletonText>}
      empty={<p className="text-faint text-sm">{t('conversation.notesEmpty')}</p>}
    />
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

function NoteRow({ note, list }: { note: TicketNote; list: List<TicketNote> }) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <li className="rounded-md border border-note-line bg-note p-2.5 text-note-ink text-sm">
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
