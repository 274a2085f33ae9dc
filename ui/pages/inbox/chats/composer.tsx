import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Chat } from '../../../../src/features/inbox/chats/model'
import { limits } from '../../../../src/shared/limits'
import { IconButton } from '../../../components/icon-button'
import { useTypingField } from '../../../lib/type-to-focus'
import { useTranslation } from '../../../lib/use-translation'
import { MentionList, useMentions } from './mentions'
import { chatDraft, saveChatDraft, sendChatMessage } from './store'

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
  const isEmpty = text.trim() === ''
  const remaining = limits.chatMessage.max - text.length
  const send = () => {
    if (isEmpty) return
    void sendChatMessage(chat, text.trim())
    change('')
    area.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || mentions.onKeyDown(event)) return
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
      <div className="m-2 flex items-end gap-2 rounded-md border border-edge bg-surface pl-3 focus-within:border-accent">
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
