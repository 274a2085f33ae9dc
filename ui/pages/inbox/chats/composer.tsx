import { Paperclip, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Chat } from '../../../../src/features/inbox/chats/model'
import { limits } from '../../../../src/shared/limits'
import { IconButton } from '../../../components/icon-button'
import { useTypingField } from '../../../lib/type-to-focus'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { DropZone } from '../tickets/composer/drop-zone'
import { FilePicker, type FilePickerHandle } from '../tickets/composer/file-picker'
import type { Attachment } from '../tickets/store/composer'
import { MentionList, useMentions } from './mentions'
import { addFiles, PickedFiles } from './picked-files'
import { ReplyBar } from './quote'
import { chatDraft, chatThread, saveChatDraft, sendChatMessages } from './store'

const maxLines = 5
const lineHeight = 20
const padding = 16
/** Number of remaining characters from which a counter is shown. */
const showLeftFrom = 200

/** Message input: grows to five lines, Enter sends, Shift+Enter breaks the line, @ suggests members. */
export function Composer({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => chatDraft(chat.id))
  const change = (next: string) => {
    setText(next)
    saveChatDraft(chat.id, next)
  }
  const mentions = useMentions({ chat, text, area })
  const [files, setFiles] = useState<Attachment[]>([])
  const picker = useRef<FilePickerHandle>(null)
  const { replyTo } = chatThread(chat.id)
  const quote = useValue(replyTo)
  const pickFiles = useCallback((picked: File[]) => setFiles((before) => addFiles(before, picked)), [])
  const isEmpty = text.trim() === '' && files.length === 0
  const remaining = limits.chatMessage.max - text.length
  const send = () => {
    if (isEmpty) return
    void sendChatMessages(
      chat,
      text.trim(),
      files.map(({ file }) => file),
    )
    change('')
    setFiles([])
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return
    if (event.key === 'Escape' && quote) {
      event.stopPropagation()
      replyTo.value = null
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text has another height.
  useLayoutEffect(() => {
    const { style, scrollHeight } = resetHeight(area.current!)
    style.height = `${Math.min(scrollHeight, maxLines * lineHeight + padding)}px`
  }, [text])
  useTypingField(area)
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) area.current?.focus({ preventScroll: true })
  }, [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="relative shrink-0 border-line border-t bg-surface safe-bottom"
    >
      <MentionList id={id} {...mentions} />
      {quote && (
        <ReplyBar
          quote={quote}
          onCancel={() => {
            replyTo.value = null
            area.current?.focus()
          }}
        />
      )}
      <PickedFiles files={files} onChange={setFiles} />
      <DropZone onFiles={pickFiles} />
      <FilePicker ref={picker} onFiles={pickFiles} />
      <div className="m-2 flex items-end gap-1 rounded-md border border-edge bg-surface focus-within:border-accent">
        <IconButton label={t('tickets.attach')} tooltipSide="top" onClick={() => picker.current?.open('files')}>
          <Paperclip aria-hidden />
        </IconButton>
        <textarea
          ref={area}
          data-typing-field
          rows={1}
          dir="auto"
          enterKeyHint="send"
          maxLength={limits.chatMessage.max}
          aria-autocomplete="list"
          aria-label={t('chats.compose')}
          aria-controls={mentions.people.length > 0 ? id : undefined}
          aria-activedescendant={mentions.people.length > 0 ? `${id}-${mentions.active}` : undefined}
          placeholder={t('chats.placeholder')}
          value={text}
          onChange={({ target }) => {
            change(target.value)
            mentions.onSelect()
          }}
          onSelect={mentions.onSelect}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return
            event.preventDefault()
            pickFiles([...event.clipboardData.files])
          }}
          onKeyDown={onKeyDown}
          className="min-h-9 min-w-0 flex-1 resize-none bg-transparent py-2 leading-5 placeholder:truncate placeholder:text-faint focus:outline-none touch:min-h-11 touch:py-3"
        />
        <IconButton type="submit" label={t('chats.send')} disabled={isEmpty} tooltipSide="top">
          <SendHorizontal aria-hidden />
        </IconButton>
      </div>
      {remaining < showLeftFrom && (
        <p className="px-3 pb-2 text-right text-faint text-xs">{t('chats.left', { count: remaining })}</p>
      )}
    </form>
  )
}

function resetHeight(element: HTMLTextAreaElement) {
  element.style.height = 'auto'
  return element
}
