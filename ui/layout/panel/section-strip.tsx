import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { paths } from '../../lib/paths'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { isCurrent, type Section, sectionAt, useAddress } from '../../navigation/current-row'
import { RowTabs } from '../../navigation/row-tabs'

/** Replaces the second panel below 1200 px: the section's pages in a row, or the way back to the settings hub. */
export function SectionStrip() {
  const { t } = useTranslation()
  const me = useMe()
  const section = sectionAt(me, useAddress())
  if (!section) return null
  if (section.id === 'place') return <PlaceStrip section={section} />
  return (
    <nav aria-label={t('settings.title')} className="shrink-0 px-4 pt-2 sm:px-6 lg:hidden print:hidden">
      <Link
        href={paths.settingsHub}
        className="inline-flex min-h-8 items-center gap-1.5 rounded-md text-muted text-sm hover:text-ink touch:min-h-11"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {t('settings.title')}
      </Link>
    </nav>
  )
}

function PlaceStrip({ section }: { section: Section }) {
  const { t } = useTranslation()
  const address = useAddress()
  const strip = useRef<HTMLDivElement>(null)
  const rows = section.groups.flatMap((group) => group.rows)
  const current = rows.find((row) => isCurrent(address, row))?.to
  // biome-ignore lint/correctness/useExhaustiveDependencies: another current page scrolls its link into view.
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  if (rows.length < 2) return null
  return (
    <div
      ref={strip}
      className="scroll-hint shrink-0 overflow-x-auto px-4 [--surface:var(--ground)] sm:px-6 lg:hidden print:hidden"
    >
      <RowTabs label={t(section.text)} rows={rows} />
    </div>
  )
}
