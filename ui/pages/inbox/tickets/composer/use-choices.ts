import { useEffect } from 'react'
import type { ListedUser } from '../../../../../src/features/accounts/users/model'
import type { QuickMessage } from '../../../../../src/features/inbox/quick-messages/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { foldText } from '../../../../../src/shared/text'
import {
  replaceVariables,
  type Variable,
  type VariableContext,
  valuesOf,
  variables,
} from '../../../../../src/shared/variables'
import { type Emoji, emojis, isLoadingEmojis, loadEmojis, searchEmojis } from '../../../../emoji/emojis'
import { colleagues } from '../../../../lib/colleagues'
import { useList } from '../../../../lib/list'
import { me } from '../../../../lib/session'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { isLoadingQuickMessages, matchQuickMessages, useQuickMessages } from '../store/quick-messages'
import type { Thread } from '../store/thread'
import { variableContext } from '../store/variable-values'
import type { Trigger } from './trigger'

/** Row of the suggestion list. */
export interface Suggestion {
  key: string
  title: string
  /** Text to insert, with the variables filled in. */
  preview: string
  insert: string
  /** Name of the file of a quick message. */
  fileName?: string
  files?: () => Promise<File[]>
}

export function useSuggestionChoices(trigger: Trigger | null, thread: Thread): Suggestion[] {
  const { t } = useTranslation()
  const records = useValue(useQuickMessages(trigger?.kind === 'quick'))
  const ticket = thread.ticket.peek()
  const people = useMentionable(trigger?.kind === 'mention', ticket)
  const allEmojis = useEmojis(trigger?.kind === 'emoji')
  if (!trigger) return []
  if (trigger.kind === 'emoji') return searchEmojis(allEmojis, trigger.query, maxEmojis).map(toEmojiChoice)
  const occasion = variableContext(ticket)
  if (trigger.kind === 'quick')
    return matchQuickMessages(records ?? [], trigger.query).map((record) => toQuickChoice(record, occasion))
  if (trigger.kind === 'mention') return people.filter(byNamePart(trigger.query)).slice(0, 8).map(toMentionChoice)
  const words: Record<Variable, string> = {
    firstName: t('variables.firstName'),
    name: t('variables.name'),
    greeting: t('variables.greeting'),
    protocol: t('variables.protocol'),
    date: t('variables.date'),
    hora: t('variables.hora'),
  }
  const values = valuesOf(occasion)
  return variables
    .filter((name) => foldText(`${name} ${words[name]}`).includes(foldText(trigger.query)))
    .map((name) => ({ key: name, title: words[name], preview: values[name], insert: values[name] }))
}

const maxEmojis = 8

/** All emojis; loaded when they are first needed. */
function useEmojis(isNeeded: boolean): readonly Emoji[] {
  useEffect(() => {
    if (isNeeded) void loadEmojis()
  }, [isNeeded])
  return useValue(emojis) ?? []
}
const toEmojiChoice = ({ emoji, name }: Emoji): Suggestion => ({
  key: emoji,
  title: emoji,
  preview: name,
  insert: emoji,
})

function toQuickChoice(
  { id, shortcode, message, mediaPath, mediaName, mediaType }: QuickMessage,
  occasion: VariableContext,
): Suggestion {
  const choice = {
    key: String(id),
    title: `/${shortcode}`,
    preview: replaceVariables(message, occasion),
    insert: replaceVariables(message, occasion),
  }
  if (!mediaPath || !mediaName) return choice
  return { ...choice, fileName: mediaName, files: () => downloadFile(mediaPath, mediaName, mediaType ?? '') }
}

/** Time in ms after which a download has failed; its text can be sent without it then. */
const downloadTimeout = 30_000

/** Downloads the file of a quick message. Returns no file, with a warning, on failure. */
async function downloadFile(path: string, name: string, type: string): Promise<File[]> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(downloadTimeout) })
    if (!response.ok) throw new TypeError(`${response.status}`)
    const bytes = await response.blob()
    return [new File([bytes], name, { type: bytes.type || type })]
  } catch (failure) {
    toastError(failure)
    return []
  }
}

/** True while the rows that the trigger offers are being loaded for the first time. */
export function useAreChoicesLoading(trigger: Trigger | null): boolean {
  const hasQuickMessages = useValue(useQuickMessages(false)) !== null
  const isLoadingQuick = useValue(isLoadingQuickMessages)
  const hasEmojis = useValue(emojis) !== null
  const isLoadingEmoji = useValue(isLoadingEmojis)
  const { rows, state } = useList(colleagues)
  if (trigger?.kind === 'quick') return !hasQuickMessages && isLoadingQuick
  if (trigger?.kind === 'emoji') return !hasEmojis && isLoadingEmoji
  return trigger?.kind === 'mention' && rows.length === 0 && state === 'loading'
}

/** Colleagues who can be mentioned in a note: those who may see the ticket. */
function useMentionable(isNeeded: boolean, { queueId, userId }: Ticket): ListedUser[] {
  useEffect(() => {
    if (isNeeded && colleagues.state.peek() === 'idle') void colleagues.more()
  }, [isNeeded])
  const { rows } = useList(colleagues)
  const myId = me.peek()?.id
  return rows.filter(
    ({ id, profile, queueIds }) =>
      id !== myId && (queueId === null || profile === 'admin' || id === userId || queueIds.includes(queueId)),
  )
}

const byNamePart = (query: string) => {
  const folded = foldText(query)
  return ({ name }: ListedUser) =>
    foldText(name)
      .split(/\s+/)
      .some((word) => word.startsWith(folded))
}
const toMentionChoice = ({ id, name }: ListedUser): Suggestion => ({
  key: String(id),
  title: name,
  preview: '',
  insert: `@${name} `,
})
