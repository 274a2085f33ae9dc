import { Undo2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../components/button'
import { formatKeys, isApple } from '../../../lib/key-names'
import type { HeldMessages } from '../../../lib/outbox/undo-hold'
import { useTranslation } from '../../../lib/use-translation'

/** Bar shown while the sent messages can be undone, with a line that shrinks with the time left. */
export function UndoBar({ held, onUndo }: { held: HeldMessages; onUndo: () => void }) {
  const { t } = useTranslation()
  useUndoKey(onUndo)
  return (
    <div
      role="status"
      className="relative mb-2 flex items-center gap-2 overflow-hidden rounded-md border border-line bg-raised py-0.5 pr-1 pl-3 text-sm"
    >
      <span className="min-w-0 flex-1 truncate text-muted">
        {t('composer.sendingSoon', { count: held.clientIds.length })}
      </span>
      <Button
        size="sm"
        variant="quiet"
        icon={<Undo2 aria-hidden />}
        aria-keyshortcuts={isApple() ? 'Meta+Z' : 'Control+Z'}
        onClick={onUndo}
      >
        {t('tickets.undo')}
        <kbd className="hidden font-sans text-faint text-xs @md/conversation:inline">{formatKeys('mod+z')}</kbd>
      </Button>
      <TimeLine key={held.clientIds.join()} seconds={held.seconds} />
    </div>
  )
}

/** Ctrl/Cmd+Z undoes sending wherever the focus is, unless a field with text has it: there it undoes typing. */
function useUndoKey(onUndo: () => void) {
  const latest = useRef(onUndo)
  latest.current = onUndo
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return
      if ((target as Partial<HTMLInputElement> | null)?.value) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function TimeLine({ seconds }: { seconds: number }) {
  const line = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const run = line.current?.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0)' }], seconds * 1000)
    return () => run?.cancel()
  }, [seconds])
  return <span ref={line} aria-hidden className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent" />
}
