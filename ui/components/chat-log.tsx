import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '../lib/classes'

interface ChatLogProps {
  /** Accessible name. */
  label: string
  /** Text while there is no line. */
  empty: string
  /** Number of lines; the log scrolls to its end when it changes. */
  count: number
  className: string
  children: ReactNode
}

/** Lines of a conversation with a virtual customer, scrolled to the newest one. */
export function ChatLog({ label, empty, count, className, children }: ChatLogProps) {
  const log = useRef<HTMLDivElement>(null)
  // Scrolls the log only; `scrollIntoView` would also scroll the dialog around it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when a line was added.
  useEffect(() => void log.current?.scrollTo({ top: log.current.scrollHeight }), [count])
  return (
    <div
      ref={log}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focus allows keyboard scrolling.
      tabIndex={0}
      className={classes('flex flex-col gap-2 overflow-y-auto bg-ground p-3', className)}
    >
      {count === 0 && <p className="m-auto text-center text-faint text-sm">{empty}</p>}
      {children}
    </div>
  )
}
