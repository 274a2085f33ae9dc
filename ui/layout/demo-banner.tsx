import { FlaskConical } from 'lucide-react'
import { system } from '../lib/system'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

/** Shown on every screen of `balcao demo`. */
export function DemoBanner() {
  const { t } = useTranslation()
  if (!useValue(system)?.demo) return null
  return (
    <aside className="flex shrink-0 items-center justify-center gap-2 bg-info-soft px-3 py-1 text-center text-info text-xs">
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      {t('shell.demo')}
    </aside>
  )
}
