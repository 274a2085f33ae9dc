import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useValue } from '../../../lib/use-value'
import { focusWanted } from '../store/composer'

interface TextAreaProps {
  text: string
  onText: (text: string) => void
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  onFiles: (files: File[]) => void
  ref?: Ref<HTMLTextAreaElement>
}
const mostLines = 6
const line = 20
const padding = 16

/** Grows with its text up to six lines. Files that are pasted become attachments. */
export function TextArea({ text, onText, onKeyDown, onFiles, ref }: TextAreaProps) {
  const { t } = useTranslation()
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => area.current!)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another height.
  useLayoutEffect(() => {
    const element = area.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(element.scrollHeight, mostLines * line + padding)}px`
  }, [text])
  const wanted = useValue(focusWanted)
  useEffect(() => {
    const element = area.current
    // On a phone the keyboard would cover half of what was just opened.
    if (!element || (wanted === 0 && matchMedia('(pointer: coarse)').matches)) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [wanted])

  return (
    <textarea
      ref={area}
      rows={1}
      dir="auto"
      enterKeyHint="send"
      aria-label={t('tickets.composer')}
      placeholder={t('tickets.placeholder')}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0) return
        event.preventDefault()
        onFiles(files)
      }}
      className="max-h-34 min-h-9 min-w-0 flex-1 resize-none bg-transparent py-2 leading-5 placeholder:text-faint focus:outline-none touch:min-h-11 touch:py-3"
    />
  )
}
