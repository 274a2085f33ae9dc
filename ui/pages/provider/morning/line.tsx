import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from '../../../lib/use-translation'

interface LineProps {
  company: string
  /** Text of the event. */
  children: ReactNode
  /** Name and address of the next step. */
  step: string
  to: string
}

/** One row: the company, what happens, and the way to the next step. */
export function Line({ company, children, step, to }: LineProps) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-medium">{company}</p>
        <p className="wrap-anywhere text-muted text-sm">{children}</p>
      </div>
      <Link
        href={to}
        aria-label={t('morning.stepOf', { step, company })}
        className="inline-flex h-control-sm shrink-0 items-center rounded-md border border-line px-3 font-medium text-sm hover:bg-hover"
      >
        {step}
      </Link>
    </li>
  )
}
