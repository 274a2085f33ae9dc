import { useEffect } from 'react'
import type { QuickMessage } from '../../../../src/features/quick-messages/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { ListedUser } from '../../../../src/features/users/model'
import { fold } from '../../../../src/shared/text'
import { fill, type Occasion, type Variable, valuesOf, variables } from '../../../../src/shared/variables'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { colleagues } from '../../../lib/colleagues'
import { useList } from '../../../lib/list'
import { me, useMe } from '../../../lib/session'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { matching, useQuickMessages } from '../store/quick-messages'
import type { Thread } from '../store/thread'
import type { Trigger } from './trigger'

/** Row of the suggestion list. */
export interface Choice {
  key: string
  title: string
  /** Text to insert, with the variables filled in. */
  preview: string
  insert: string
  /** Name of the file of a quick message. */
  fileName?: string
  files?: () => Promise<File[]>
}

export function useChoices(trigger: Trigger | null, thread: Thread): Choice[] {
  const { t } = useTranslation()
  const { company } = useMe()
  const records = useValue(useQuickMessages(trigger?.kind === 'quick'))
  const ticket = thread.ticket.peek()
  const people = useNamed(trigger?.kind === 'mention', ticket)
  if (!trigger) return []
  const now = {
    contactName: ticketContactName(ticket),
    ticket,
    timeZone: company.timeZone,
    language: company.language,
    now: new Date(),
  }
  if (trigger.kind === 'quick') return matching(records ?? [], trigger.query).map((record) => quick(record, now))
  if (trigger.kind === 'mention') return people.filter(named(trigger.query)).slice(0, 8).map(mention)
  const words: Record<Variable, string> = {
    firstName: t('variables.firstName'),
    name: t('variables.name'),
    greeting: t('variables.greeting'),
    protocol: t('variables.protocol'),
    date: t('variables.date'),
    hora: t('variables.hora'),
  }
  const values = valuesOf(now)
  return variables
    .filter((name) => fold(`${name} ${words[name]}`).includes(fold(trigger.query)))
    .map((name) => ({ key: name, title: words[name], preview: values[name], insert: `{{${name}}}` }))
}

function quick({ id, shortcode, message, mediaPath, mediaName, mediaType }: QuickMessage, now: Occasion): Choice {
  const choice = { key: String(id), title: `/${shortcode}`, preview: fill(message, now), insert: message }
  if (!mediaPath || !mediaName) return choice
  return { ...choice, fileName: mediaName, files: () => fetched(mediaPath, mediaName, mediaType ?? '') }
}

/** Downloads the file of a quick message. Returns no file, with a warning, on failure. */
async function fetched(path: string, name: string, type: string): Promise<File[]> {
  try {
    const answer = await fetch(path)
    if (!answer.ok) throw new TypeError(`${answer.status}`)
    const bytes = await answer.blob()
    return [new File([bytes], name, { type: bytes.type || type })]
  } catch (failure) {
    toastError(failure)
    return []
  }
}

/** Colleagues who can be mentioned in a note: those who may see the ticket. */
function useNamed(wanted: boolean, { queueId, userId }: Ticket): ListedUser[] {
  useEffect(() => {
    if (wanted && colleagues.state.peek() === 'idle') void colleagues.more()
  }, [wanted])
  const { rows } = useList(colleagues)
  const myId = me.peek()?.id
  return rows.filter(
    ({ id, profile, queueIds }) =>
      id !== myId && (queueId === null || profile === 'admin' || id === userId || queueIds.includes(queueId)),
  )
}

const named = (query: string) => {
  const wanted = fold(query)
  return ({ name }: ListedUser) =>
    fold(name)
      .split(/\s+/)
      .some((word) => word.startsWith(wanted))
}
const mention = ({ id, name }: ListedUser): Choice => ({
  key: String(id),
  title: name,
  preview: '',
  insert: `@${name} `,
})
