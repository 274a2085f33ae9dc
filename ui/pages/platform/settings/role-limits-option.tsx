import { profiles } from '../../../../src/shared/enums'
import { hasRight } from '../../../../src/shared/permissions'
import { parseRoleLimits, type RoleLimits, type RoleRight, roleRights } from '../../../../src/shared/role-limits'
import { useTranslation } from '../../../lib/use-translation'
import { changeSetting } from './store'

/** Rights with a checkbox for each role that has them, which takes the right from the role or gives it back, at once. */
export function RoleLimitsOption({ value }: { value: string }) {
  const { t } = useTranslation()
  const limits = parseRoleLimits(value) ?? {}
  return (
    <div className="flex flex-col">
      <p className="mb-1 text-faint text-sm">{t('roleLimits.hint')}</p>
      {roleRights.map((right) => (
        <RightRow key={right} right={right} limits={limits} />
      ))}
    </div>
  )
}

function RightRow({ right, limits }: { right: RoleRight; limits: RoleLimits }) {
  const { t } = useTranslation()
  return (
    <fieldset
      aria-label={t(`roleLimits.${right}`)}
      className="flex flex-col gap-x-6 gap-y-2 border-line border-b py-3 last:border-0 sm:grid sm:grid-cols-[1fr_auto]"
    >
      <p className="text-sm">
        {t(`roleLimits.${right}`)}
        <span className="block text-faint text-xs">{t(`roleLimits.${right}Hint`)}</span>
      </p>
      <div className="flex flex-wrap gap-x-5 sm:grid sm:grid-cols-[repeat(3,8rem)]">
        {profiles.map((profile) =>
          hasRight(profile, right) ? (
            <label key={profile} className="flex min-h-control items-center gap-2 text-sm">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-accent"
                aria-label={`${t(`roleLimits.${right}`)}: ${t(`users.profiles.${profile}`)}`}
                checked={!limits[profile]?.includes(right)}
                onChange={(event) => void store(withRight(limits, profile, right, event.target.checked))}
              />
              {t(`users.profiles.${profile}`)}
            </label>
          ) : (
            <span key={profile} className="hidden sm:block" />
          ),
        )}
      </div>
    </fieldset>
  )
}

/** The limits after a role was given the right, or lost it. */
function withRight(limits: RoleLimits, profile: keyof RoleLimits, right: RoleRight, has: boolean): RoleLimits {
  const others = (limits[profile] ?? []).filter((each) => each !== right)
  return { ...limits, [profile]: has ? others : [...others, right] }
}

/** Stores the limits; empty text when no role has lost a right. */
function store(limits: RoleLimits) {
  const narrowed = Object.entries(limits).filter(([, rights]) => rights.length > 0)
  return changeSetting('roleLimits', narrowed.length > 0 ? JSON.stringify(Object.fromEntries(narrowed)) : '')
}
