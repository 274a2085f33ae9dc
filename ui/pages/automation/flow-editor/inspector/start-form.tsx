import { useTranslation } from '../../../../lib/use-translation'

/** Explains the block at which every conversation begins. */
export function StartForm() {
  const { t } = useTranslation()
  return <p className="text-muted text-sm">{t('flowBuilder.startHint')}</p>
}
