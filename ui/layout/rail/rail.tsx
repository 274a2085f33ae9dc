import { Logo } from '../../components/logo'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { dailyPlaces, openablePlaces, type RailPlace, sectionPlaces } from '../../navigation/rail-places'
import { PlaceLink } from './place-link'
import { RailFoot } from './rail-foot'

/** Navigation at the left edge, from 600 px on: daily places, sections, and the person's own entries at the foot. */
export function Rail() {
  const { t } = useTranslation()
  const me = useMe()
  const sections = openablePlaces(me, sectionPlaces)
  return (
    <aside
      aria-label={t('shell.menu')}
      className="flex w-21 shrink-0 flex-col border-line border-r bg-rail print:hidden"
    >
      <div className="flex h-14 shrink-0 items-center justify-center [@media(height<30rem)]:hidden">
        <Logo className="size-8" />
      </div>
      <nav
        aria-label={t('shell.mainNavigation')}
        className="scroll-hint-y min-h-0 flex-1 overflow-y-auto px-0.5 [--surface:var(--rail)] [scrollbar-width:none]"
      >
        <Places places={openablePlaces(me, dailyPlaces)} />
        {sections.length > 0 && <hr className="mx-4 my-1.5 border-line" />}
        <Places places={sections} />
      </nav>
      <RailFoot />
    </aside>
  )
}

const Places = ({ places }: { places: RailPlace[] }) => (
  <ul className="flex flex-col gap-0.5">
    {places.map((place) => (
      <li key={place.text}>
        <PlaceLink place={place} />
      </li>
    ))}
  </ul>
)
