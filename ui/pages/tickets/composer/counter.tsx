import { useTranslation } from '../../../lib/use-translation'

const visibleBelow = 500

/** Shows the number of characters left when fewer than `near` are left. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  const { t } = useTranslation()
  const left = limit - length
  if (left > visibleBelow) return null
  return (
    <p role="status" className={`pt-1 text-right text-xs ${left < 0 ? 'text-danger-ink' : 'text-muted'}`}>
      {left < 0 ? t('tickets.tooLong', { count: -left }) : t('tickets.left', { count: left })}
    </p>
  )
}
