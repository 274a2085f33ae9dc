import { useTranslation } from '../../../../lib/use-translation'

const visibleBelow = 500

/** Shows the number of characters left once it is at most `visibleBelow`. */
export function Counter({ length, limit }: { length: number; limit: number }) {
  const { t } = useTranslation()
  const remaining = limit - length
  if (remaining > visibleBelow) return null
  return (
    <p role="status" className={`pt-1 text-right text-xs ${remaining < 0 ? 'text-danger-ink' : 'text-muted'}`}>
      {remaining < 0 ? t('tickets.tooLong', { count: -remaining }) : t('tickets.left', { count: remaining })}
    </p>
  )
}
