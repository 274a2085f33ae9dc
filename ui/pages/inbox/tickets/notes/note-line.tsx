import { StickyNote, Trash2 } from 'lucide-react'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import { IconButton } from '../../../../components/icon-button'
import { MentionText } from '../../../../components/mention-text'
import { classes } from '../../../../lib/classes'
import { useMe } from '../../../../lib/session'
import { formatTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { bubbleWidth, threadMargin } from '../bubble/row-class'
import { confirmAndDeleteNote } from './delete-note'

/** Note between the messages; yellow, to distinguish it from messages to the customer. */
export function NoteLine({ note, flash }: { note: TicketNote; flash: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const isOwn = note.userId === me.id
  return (
    <div className={classes('flex justify-end pt-2', threadMargin)}>
      <article
        aria-label={t('conversation.noteBy', { name: note.user?.name ?? '' })}
        data-note={note.id}
        className={classes(
          'group relative w-fit rounded-lg border border-note-line bg-note px-2.5 py-1.5 text-note-ink',
          bubbleWidth,
          flash && 'animate-[breathe_.5s_ease-in-out_3] outline-2 outline-accent',
        )}
      >
        <p className="flex items-center gap-1.5 text-xs">
          <StickyNote aria-hidden className="size-3.5 shrink-0" />
          <span className="min-w-0 truncate">
            <span className="font-semibold">{note.user?.name || t('composer.note')}</span>
            {` · ${t('conversation.onlyTeam')}`}
          </span>
          <time dateTime={note.createdAt} className="ml-auto pl-3 tabular-nums">
            {formatTime(note.createdAt)}
          </time>
        </p>
        <p className="mt-0.5 pr-6">
          <MentionText tone="note" text={note.note} names={note.mentions.map(({ name }) => name)} />
        </p>
        {(isOwn || me.profile === 'admin') && (
          <IconButton
            size="sm"
            tone="danger"
            label={t('conversation.noteDelete')}
            onClick={() => confirmAndDeleteNote(note)}
            className="absolute! right-1 bottom-1 text-note-ink! opacity-0 focus:opacity-100 group-hover:opacity-100 touch:opacity-100"
          >
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </article>
    </div>
  )
}
