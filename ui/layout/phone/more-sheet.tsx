import { Search } from 'lucide-react'
import { Availability } from '../../account/account-choices'
import { AccountBody, AccountHead } from '../../account/account-panel'
import { InstallCard } from '../../account/notifications-offers'
import { Dialog } from '../../components/dialog'
import { IconButton } from '../../components/icon-button'
import { openOverlay } from '../../lib/overlay'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { ExplainedRow } from '../../navigation/explained-row'
import { AttentionBadge } from '../../navigation/marks'
import { dailyPlaces, openableGroups, openablePlaces, type RowGroup, sectionPlaces } from '../../navigation/rail-places'
import { settingsGroups } from '../../navigation/settings-groups'
import { Notifications } from '../notifications/notifications'
import { isInBar } from './places-in-bar'

/** Sheet of a phone: the places that the bottom bar lacks, the groups of the settings hub, and the account menu. */
export function MoreSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const places = openablePlaces(me, [...dailyPlaces.filter((place) => !isInBar(place)), ...sectionPlaces])
  const groups: RowGroup[] = [
    ...places.map(({ text, groups }) => ({ text, rows: groups.flatMap(({ rows }) => rows) })),
    ...openableGroups(me, settingsGroups),
  ]
  const search = () => {
    onClose()
    openOverlay('palette')
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('navigation.more')}>
      <div className="-mx-4 -mt-2 flex flex-col">
        <div className="flex items-center gap-1 px-4 pb-2">
          <div className="min-w-0 flex-1">
            <AccountHead />
          </div>
          <IconButton label={t('palette.open')} onClick={search}>
            <Search aria-hidden />
          </IconButton>
          <Notifications onGo={onClose} />
        </div>
        <div className="px-4 pb-2">
          <Availability />
        </div>
        {groups.map((group) => (
          <Group key={group.text} group={group} onGo={onClose} />
        ))}
        <h3 className="border-line border-t px-4 pt-3 pb-1 font-medium text-muted text-xs">{t('shell.profile')}</h3>
        <div className="px-1">
          <AccountBody onGo={onClose} leftOut="palette" />
        </div>
        <InstallCard />
      </div>
    </Dialog>
  )
}

function Group({ group: { text, rows }, onGo }: { group: RowGroup; onGo: () => void }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t(text)} className="border-line border-t py-1">
      {rows.length > 1 && <h3 className="px-3 pt-2 pb-1 font-medium text-muted text-xs">{t(text)}</h3>}
      <ul>
        {rows.map((row) => (
          <li key={row.to}>
            <ExplainedRow row={row} onGo={onGo}>
              <AttentionBadge groups={[{ text: row.text, rows: [row] }]} />
            </ExplainedRow>
          </li>
        ))}
      </ul>
    </section>
  )
}
