import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { dailyPlaces, openablePlaces } from './rail-places'
import { RowTabs } from './row-tabs'

/** Tabs in the head of a page that shares its place in the rail with another; nothing if the person may open only one. */
export function PlaceTabs({ place }: { place: 'navigation.agenda' | 'navigation.panel' }) {
  const { t } = useTranslation()
  const found = openablePlaces(useMe(), dailyPlaces).find(({ text }) => text === place)
  const rows = found?.groups.flatMap((group) => group.rows) ?? []
  if (rows.length < 2) return null
  return (
    <div className="mb-4 print:hidden">
      <RowTabs label={t(place)} rows={rows} />
    </div>
  )
}
