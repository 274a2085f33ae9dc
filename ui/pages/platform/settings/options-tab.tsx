import { type ReactNode, useEffect, useState } from 'react'
import type { AppError } from '../../../../src/shared/errors'
import { hasRole, type SettingRule, settingRules } from '../../../../src/shared/settings'
import { ErrorState } from '../../../components/error-state'
import { BoxedSkeleton } from '../../../components/skeleton'
import { asFailure } from '../../../lib/failure'
import type { SettingsPart } from '../../../lib/paths'
import { useLive } from '../../../lib/realtime'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { LocaleOptions } from './locale-options'
import { Option } from './option'
import { isOffered, type OptionRow, optionGroups } from './option-rows'
import { applySetting, loadSettings, settingValues } from './store'

/** Settings the user may change, all or those of one part; changes by others arrive by event. */
export function OptionsTab({ part }: { part?: SettingsPart | 'backups' }) {
  const { t } = useTranslation()
  const me = useMe()
  const loaded = useValue(settingValues)
  const [failure, setFailure] = useState<AppError | null>(null)
  const load = () => {
    setFailure(null)
    loadSettings().catch((thrown) => setFailure(asFailure(thrown)))
  }
  useEffect(load, [])
  useLive({ setting: ({ setting }) => applySetting(setting) }, load)
  if (failure && !loaded) return <ErrorState failure={failure} onRetry={load} />
  if (!loaded) return <BoxedSkeleton rows={8} />
  const isChangeable = (row: OptionRow) =>
    isOffered(row, loaded, me.company.devices) && hasRole(me, (settingRules[row.key] as SettingRule).write)
  return (
    <div className="flex flex-col gap-6">
      {optionGroups
        .map((group) => ({ ...group, rows: group.rows.filter(isChangeable) }))
        .filter((group) => part === undefined || group.part === part)
        .filter(({ rows, plan }) => rows.length > 0 && (!plan || me.company.plan[plan]))
        .map(({ title, part: own, rows }) => (
          <Group key={title} title={t(title)}>
            {own === 'company' && <LocaleOptions />}
            {rows.map((row) => (
              <Option key={row.key} row={row} value={loaded.get(row.key) ?? ''} />
            ))}
          </Group>
        ))}
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-lg border border-line bg-surface p-4">
      <h2 className="mb-3 font-semibold">{title}</h2>
      <div className="flex flex-col gap-4">{children}</div>
    </section>
  )
}
