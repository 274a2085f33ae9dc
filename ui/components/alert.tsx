import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes'

export type Tone = 'info' | 'good' | 'warn' | 'danger'

const tones: Record<Tone, [className: string, icon: typeof Info]> = {
  info: ['bg-info-soft text-info', Info],
  good: ['bg-good-soft text-good', CircleCheck],
  warn: ['bg-warn-soft text-warn', TriangleAlert],
  danger: ['bg-danger-soft text-danger-ink', CircleAlert],
}

/** Message inside the page; screen readers announce it when it appears. */
export function Alert({ tone, title, children }: { tone: Tone; title?: string; children?: ReactNode }) {
  const [className, Icon] = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classes('flex gap-2 rounded-md px-3 py-2 text-sm', className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={classes(title && 'mt-0.5 text-ink')}>{children}</div>}
      </div>
    </div>
  )
}
