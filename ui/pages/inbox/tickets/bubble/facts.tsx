import { CalendarClock, Smartphone, Vote } from 'lucide-react'
import type { Message, MessageDetail } from '../../../../../src/features/inbox/messages/model'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { WhatsAppText } from '../../../../whatsapp-text/whatsapp-text'
import { foundWords } from '../store/found-words'

/** True for a message with lines below its text. */
export const hasFacts = ({ detail }: Message) => Boolean(detail?.lines || detail?.event || detail?.onPhone)

/** Lines below the text: those of the content, times and answers of an event, and what only the phone shows. */
export function Facts({ message: { detail } }: { message: Message }) {
  const words = useValue(foundWords)
  if (!detail) return null
  return (
    <>
      {detail.lines && (
        <div className="text-muted text-sm">
          <WhatsAppText text={detail.lines} found={words} />
        </div>
      )}
      {detail.event && <EventFacts event={detail.event} />}
      {detail.onPhone && <OnPhone part={detail.onPhone} />}
    </>
  )
}

/** A poll: its question, and each option with its votes. */
export function PollCard({ poll }: { poll: NonNullable<MessageDetail['poll']> }) {
  const { t } = useTranslation()
  const words = useValue(foundWords)
  return (
    <div className="w-72 max-w-full">
      <div className="flex items-start gap-2 font-medium">
        <Vote aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <WhatsAppText text={poll.question} found={words} />
      </div>
      <ul className="mt-1 flex flex-col gap-1">
        {poll.options.map(({ id, name, votes }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may have one text, and their order never changes.
          <li key={`${id}${at}`}>
            <div className="flex justify-between gap-3 text-sm">
              <span className="min-w-0 select-text wrap-anywhere">{name}</span>
              <span className="shrink-0 text-muted tabular-nums">{t('tickets.votes', { count: votes })}</span>
            </div>
            <progress
              aria-hidden
              max={Math.max(1, poll.voters)}
              value={votes}
              className="block h-1 w-full accent-accent"
            />
          </li>
        ))}
      </ul>
      <p className="mt-1 text-faint text-xs">{t('tickets.pollVoters', { count: poll.voters })}</p>
    </div>
  )
}

function EventFacts({ event }: { event: NonNullable<MessageDetail['event']> }) {
  const { t } = useTranslation()
  const { startsAt, endsAt, canceled, going, maybe, notGoing } = event
  const lines = [
    canceled && t('tickets.eventCanceled'),
    startsAt && t('tickets.eventFrom', { time: formatDateTime(startsAt) }),
    endsAt && t('tickets.eventUntil', { time: formatDateTime(endsAt) }),
    going + maybe + notGoing > 0 && t('tickets.eventAnswers', { going, maybe, notGoing }),
  ].filter((line) => typeof line === 'string' && line !== '')
  if (lines.length === 0) return null
  return (
    <div className="flex items-start gap-2 text-muted text-sm">
      <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul>
        {lines.map((line) => (
          <li key={String(line)}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** An edit, votes or answers that could not be read here. */
function OnPhone({ part }: { part: NonNullable<MessageDetail['onPhone']> }) {
  const { t } = useTranslation()
  return (
    <p className="flex items-start gap-2 text-muted text-sm">
      <Smartphone aria-hidden className="mt-0.5 size-4 shrink-0" />
      {t(part === 'edit' ? 'tickets.editedOnPhone' : 'tickets.answersOnPhone')}
    </p>
  )
}
