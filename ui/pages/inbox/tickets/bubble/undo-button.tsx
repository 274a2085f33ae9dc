import { Undo2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { isApple } from '../../../../lib/key-names'
import { heldMessages } from '../../../../lib/outbox/undo-hold'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { undoSending } from '../actions/undo-sending'
import type { Bubble } from '../store/rows'

/**
 * Button beside the last held bubble, with a ring that shrinks with the time left. Outside of the layout, so that
 * nothing moves when it comes or goes.
 */
export const UndoButton = ({ entry: { message, sending } }: { entry: Bubble }) =>
  sending && <HeldButton ticketId={message.ticketId} clientId={sending.clientId} />

function HeldButton({ ticketId, clientId }: { ticketId: number; clientId: string }) {
  const { t } = useTranslation()
  const held = useValue(useMemo(() => heldMessages(ticketId), [ticketId]))
  if (held?.clientIds.at(-1) !== clientId) return null
  return (
    <button
      type="button"
      aria-label={t('tickets.undo')}
      title={t('tickets.undo')}
      aria-keyshortcuts={isApple() ? 'Meta+Z' : 'Control+Z'}
      onClick={() => undoSending(ticketId)}
      className="fingertip absolute! bottom-0 right-full mr-0.5 flex size-8 items-center justify-center rounded-full bg-raised text-ink shadow-e2 hover:bg-hover"
    >
      <Undo2 aria-hidden className="size-4" />
      <TimeRing seconds={held.seconds} />
    </button>
  )
}

/** Circumference of the ring, whose radius is 14.5. */
const length = 2 * Math.PI * 14.5

function TimeRing({ seconds }: { seconds: number }) {
  const ring = useRef<SVGCircleElement>(null)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const steps = [{ strokeDashoffset: 0 }, { strokeDashoffset: length }]
    const run = ring.current?.animate(steps, seconds * 1000)
    return () => run?.cancel()
  }, [seconds])
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="-rotate-90 absolute inset-0 size-8 text-accent">
      <circle
        ref={ring}
        cx="16"
        cy="16"
        r="14.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={length}
      />
    </svg>
  )
}
