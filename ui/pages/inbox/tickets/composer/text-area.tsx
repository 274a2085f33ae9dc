import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react'
import { breakpoints, useMediaQuery } from '../../../../lib/media-query'
import { useTypingField } from '../../../../lib/type-to-focus'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { composerFocusRequests, isOpenedWithoutFocus } from '../store/composer'
import { suggestionId, suggestionsId } from './suggestion-list'
import type { Suggestions } from './use-suggestions'

interface TextAreaProps {
  /** First name of the customer; undefined where the name has none. */
  firstName: string | undefined
  text: string
  isNote: boolean
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onFiles: (files: File[]) => void
  suggestions: Suggestions
  area: RefObject<HTMLTextAreaElement | null>
}
const maxLines = 8
const lineHeight = 20

/**
 * Text field that grows with its content up to eight lines, or less in a low window, so that the conversation stays
 * visible. Its space above and below is a transparent border: scrolled lines end there, and would run through padding.
 * Pasted files become attachments.
 */
export function TextArea({ firstName, text, isNote, onText, onKeyDown, onFiles, suggestions, area }: TextAreaProps) {
  const { t } = useTranslation()
  const { isOpen, activeIndex, onCaret } = suggestions
  const isPhone = useMediaQuery(breakpoints.phone)
  const replyPlaceholder =
    firstName && !isPhone ? t('tickets.placeholderTo', { name: firstName }) : t('tickets.placeholder')
  const placeholder = isNote ? t('composer.notePlaceholder') : replyPlaceholder

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text.
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    const edges = element.offsetHeight - element.clientHeight
    element.style.height = `${Math.min(element.scrollHeight, maxLines * lineHeight) + edges}px`
  }, [text, area])
  useTypingField(area, onFiles)
  const focusRequests = useValue(composerFocusRequests)
  useEffect(() => {
    const element = area.current
    // On a phone the on-screen keyboard would cover half of the conversation.
    if (!element || isOpenedWithoutFocus() || (focusRequests === 0 && matchMedia('(pointer: coarse)').matches)) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [focusRequests, area])

  return (
    <textarea
      ref={area}
      data-typing-field
      rows={1}
      dir="auto"
      enterKeyHint="send"
      aria-label={t(isNote ? 'composer.noteLabel' : 'tickets.composer')}
      aria-autocomplete="list"
      aria-controls={isOpen ? suggestionsId : undefined}
      aria-activedescendant={isOpen ? suggestionId(activeIndex) : undefined}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => {
        onText(target.value)
        onCaret(target.selectionStart)
      }}
      onSelect={({ currentTarget }) => onCaret(currentTarget.selectionStart)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0 || isCopiedText(event.clipboardData)) return
        event.preventDefault()
        onFiles(files)
      }}
      className="max-h-[max(2.75rem,min(11rem,40dvh-4rem))] min-h-9 min-w-0 flex-1 resize-none border-y-8 border-transparent bg-transparent leading-5 placeholder:truncate placeholder:text-faint focus:outline-none touch:min-h-11 touch:border-y-12"
    />
  )
}

/**
 * True for text with a picture of itself, as spreadsheets copy cells. Browsers name the picture `image.png`; copied
 * files come without text.
 */
const isCopiedText = (data: DataTransfer) =>
  data.getData('text/plain').trim() !== '' && [...data.files].every(({ name }) => name === 'image.png')
