import { Avatar } from '../components/avatar'
import { AwayMark } from '../components/away-mark'
import { Popover } from '../components/popover'
import { Tooltip } from '../components/tooltip'
import { unreadAnnouncements } from '../lib/announcements'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { Availability } from './account-choices'
import { AccountBody, AccountHead } from './account-panel'

/** The person's picture at the foot of the rail, which opens the account menu. */
export function AccountMenu() {
  const { t } = useTranslation()
  return (
    <Popover
      label={t('shell.profile')}
      side="right"
      className="max-h-[calc(100dvh-16px)] w-80 overflow-y-auto p-1!"
      trigger={<Picture />}
    >
      {(close) => (
        <>
          <div className="flex flex-col gap-3 px-3 pt-3 pb-2">
            <AccountHead />
            <Availability />
          </div>
          <AccountBody onGo={close} />
        </>
      )}
    </Popover>
  )
}

/** Button with the picture; a dot marks announcements that were not opened yet. */
function Picture(trigger: { popoverTarget?: string; 'data-open'?: true }) {
  const { t } = useTranslation()
  const { name, away } = useMe()
  const news = useValue(unreadAnnouncements)
  return (
    <Tooltip text={t('shell.profile')} side="right">
      <button
        {...trigger}
        type="button"
        aria-label={t('shell.profile')}
        aria-description={news > 0 ? t('announcements.unread', { count: news }) : undefined}
        className="relative flex size-10 items-center justify-center rounded-full touch:size-11"
      >
        <span className="relative flex">
          <Avatar name={name} size="md" />
          {away ? <AwayMark /> : <AvailableMark />}
          {news > 0 && (
            <span
              aria-hidden
              className="-top-0.5 -right-0.5 absolute size-2.5 rounded-full border-2 border-rail bg-accent"
            />
          )}
        </span>
      </button>
    </Tooltip>
  )
}

/** Dot of a person who receives new tickets; the menu says it in words. */
const AvailableMark = () => (
  <span aria-hidden className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full border-2 border-rail bg-online" />
)
