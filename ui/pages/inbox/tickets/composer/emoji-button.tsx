import { Smile } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../../components/icon-button'
import { expectTypingField } from '../../../../lib/held-words'
import { lazyPage } from '../../../../lib/lazy-page'
import { replaceText } from '../../../../lib/replace-text'
import { useTranslation } from '../../../../lib/use-translation'

const EmojiPicker = lazyPage(() => import('../../../../emoji/emoji-picker').then((picker) => picker.EmojiPicker))

/** Opens the emojis above the text field; not on touch screens, whose keyboard has them. */
export function EmojiButton({ area }: { area: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const endExpecting = useRef<() => void>(undefined)
  const open = () => {
    endExpecting.current = expectTypingField()
    setOpen(true)
  }
  const close = () => {
    endExpecting.current?.()
    setOpen(false)
  }
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) setOpen(false)
    }
    // Escape closes the panel from any element of the page, also before its code is loaded.
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || (event.target as Element).closest('[role=dialog]')) return
      event.stopPropagation()
      endExpecting.current?.()
      setOpen(false)
      area.current?.focus()
    }
    document.addEventListener('pointerdown', leave, true)
    document.addEventListener('keydown', closeByKey, true)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      document.removeEventListener('keydown', closeByKey, true)
    }
  }, [isOpen, area])
  const insert = (emoji: string) => {
    const { selectionStart: start, selectionEnd: end } = area.current ?? { selectionStart: 0, selectionEnd: 0 }
    if (area.current) replaceText(area.current, { start, end, text: emoji })
    setOpen(false)
  }
  return (
    <div ref={frame} className="touch:hidden">
      <IconButton label={t('emoji.open')} tooltipSide="top" aria-expanded={isOpen} onClick={isOpen ? close : open}>
        <Smile aria-hidden />
      </IconButton>
      {isOpen && (
        <div className="enter absolute bottom-full left-2 z-20 mb-1 rounded-lg border border-line bg-raised p-2 shadow-e2 sm:left-4">
          <EmojiPicker onPick={insert} />
        </div>
      )}
    </div>
  )
}
