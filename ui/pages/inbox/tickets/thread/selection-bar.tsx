import { Copy, Download, Forward, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { IconButton } from '../../../../components/icon-button'
import { copyText } from '../../../../lib/copy-text'
import { saveFile } from '../../../../lib/save-file'
import { me } from '../../../../lib/session'
import { formatDateTime } from '../../../../lib/time'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { textOf } from '../actions/message-actions'
import { mayForward, openForward } from '../bubble/forward-state'
import { endSelection, selectedMessages } from '../store/message-selection'

interface SelectionBarProps {
  ticketId: number
  contactName: string
}

/** Actions on the selected messages of a ticket, in place of the composer; null without a selection. */
export function SelectionBar({ ticketId, contactName }: SelectionBarProps) {
  const { t } = useTranslation()
  const messages = useValue(useMemo(() => selectedMessages(ticketId), [ticketId]))
  useEffect(() => endSelection, [])
  if (!messages) return null
  const texts = messages.filter((message) => textOf(message) !== '')
  const files = messages.filter(({ mediaUrl }) => mediaUrl !== null)
  const isNone = messages.length === 0
  return (
    <fieldset className="flex min-w-0 items-center gap-1 border-line border-t bg-surface px-2 pt-1.5 pb-[calc(0.375rem+var(--safe-bottom))] sm:px-4">
      <legend className="sr-only">{t('conversation.selection')}</legend>
      <IconButton label={t('conversation.selectionEnd')} tooltipSide="top" onClick={endSelection}>
        <X aria-hidden />
      </IconButton>
      <span role="status" className="line-clamp-2 min-w-0 flex-1 px-1">
        {t('conversation.selected', { count: messages.length })}
      </span>
      <IconButton
        label={t('tickets.copyText')}
        tooltipSide="top"
        disabled={texts.length === 0}
        onClick={() => void copyTexts(texts, contactName)}
      >
        <Copy aria-hidden />
      </IconButton>
      <IconButton
        label={t('conversation.selectionSave')}
        tooltipSide="top"
        disabled={texts.length + files.length === 0}
        onClick={() => void saveAll(texts, files, contactName)}
      >
        <Download aria-hidden />
      </IconButton>
      <IconButton
        label={t('conversation.forward')}
        tooltipSide="top"
        disabled={isNone || !messages.every(mayForward)}
        onClick={() => openForward(messages)}
      >
        <Forward aria-hidden />
      </IconButton>
    </fieldset>
  )
}

const authorOf = ({ fromMe, senderName }: Message, contactName: string) =>
  senderName || (fromMe ? (me.peek()?.company.name ?? '') : contactName)

/** Texts as WhatsApp copies them: time and author before each one. */
const joinTexts = (messages: readonly Message[], contactName: string) =>
  messages
    .map((message) => `[${formatDateTime(message.createdAt)}] ${authorOf(message, contactName)}: ${textOf(message)}`)
    .join('\n')

async function copyTexts(messages: readonly Message[], contactName: string) {
  const [only] = messages
  const text = messages.length === 1 && only ? textOf(only) : joinTexts(messages, contactName)
  if (await copyText(text)) endSelection()
}

/** Saves the files, and the texts as one file. */
async function saveAll(texts: readonly Message[], files: readonly Message[], contactName: string) {
  try {
    for (const { mediaUrl, detail, id } of files) {
      const response = await fetch(mediaUrl ?? '')
      if (!response.ok) throw new TypeError(`${response.status}`)
      saveFile(detail?.fileName ?? `${id}`, await response.blob())
    }
    const text = joinTexts(texts, contactName)
    if (text) saveFile(`${contactName}.txt`, new Blob([text], { type: 'text/plain' }))
    endSelection()
  } catch (failure) {
    toastError(failure)
  }
}
