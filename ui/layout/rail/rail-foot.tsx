import { Settings } from 'lucide-react'
import { Link } from 'wouter'
import { AccountMenu } from '../../account/account-menu'
import { Tooltip } from '../../components/tooltip'
import { classes } from '../../lib/classes'
import { paths } from '../../lib/paths'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { sectionAt, useAddress } from '../../navigation/current-row'
import { AttentionDot } from '../../navigation/marks'
import { settingsGroups } from '../../navigation/settings-groups'
import { Notifications } from '../notifications/notifications'

/** Foot of the rail: bell, settings hub and the person's own picture. */
export const RailFoot = () => (
  <div className="flex shrink-0 flex-col items-center gap-1 py-2">
    <Notifications side="right" />
    <SettingsLink />
    <AccountMenu />
  </div>
)

function SettingsLink() {
  const { t } = useTranslation()
  const me = useMe()
  const address = useAddress()
  const isCurrent = address.path === paths.settingsHub || sectionAt(me, address)?.id === 'settings'
  return (
    <Tooltip text={t('settings.title')} side="right">
      <Link
        href={paths.settingsHub}
        aria-current={isCurrent ? 'page' : undefined}
        className={classes(
          'relative flex size-10 items-center justify-center rounded-md border transition-colors touch:size-11',
          isCurrent
            ? 'border-line bg-surface text-accent-ink dark:bg-hover'
            : 'border-transparent text-muted hover:bg-hover hover:text-ink',
        )}
      >
        <Settings aria-hidden className="size-5" />
        <span className="sr-only">{t('settings.title')}</span>
        <AttentionDot groups={settingsGroups} className="absolute top-1.5 right-1.5" />
      </Link>
    </Tooltip>
  )
}
