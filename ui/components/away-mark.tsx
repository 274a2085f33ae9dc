import { useTranslation } from '../lib/use-translation'

/** Mark on an avatar of a user who receives no new tickets. */
export function AwayMark() {
  const { t } = useTranslation()
  return (
    <span className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-surface bg-away">
      <span className="sr-only">{t('team.away')}</span>
    </span>
  )
}
