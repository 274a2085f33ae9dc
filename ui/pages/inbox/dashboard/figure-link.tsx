import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { toFigure } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { Figure, FigureFilter } from './figure-page'
import { period } from './store'

interface Props extends FigureFilter {
  figure: Figure
  children: ReactNode
}

/** A figure as a link to the conversations that it counts, in the period of the page. */
export function FigureLink({ figure, children, ...filter }: Props) {
  const { t } = useTranslation()
  const chosen = useValue(period)
  return (
    <Link
      href={toFigure({ ...chosen, figure, ...filter })}
      title={t('dashboard.showConversations')}
      className="rounded-sm underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-solid"
    >
      {children}
    </Link>
  )
}
