import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RiskySetting } from '../../../../src/shared/campaign/settings'
import { useTranslation } from '../../../lib/use-translation'
import { isSafe } from './safety'
import type { SettingsForm } from './settings-form'
import { useFormSettings } from './use-form-settings'

interface SettingRowProps {
  form: SettingsForm
  setting: RiskySetting
  /** The safe value in words. */
  safeValue: string
  children: ReactNode
}

/** A setting with its risk beside it, and whether its value is safe. */
export function SettingRow({ form, setting, safeValue, children }: SettingRowProps) {
  const { t } = useTranslation()
  const safe = isSafe(setting, useFormSettings(form))
  return (
    <div className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-2">
      <div className="min-w-0">{children}</div>
      <div className="flex min-w-0 flex-col gap-1 text-sm sm:pt-6">
        <p className="text-muted">{t(`campaignConfig.risk.${setting}`)}</p>
        {safe ? (
          <p className="flex items-center gap-1 text-good">
            <ShieldCheck aria-hidden className="size-4 shrink-0" />
            {t('campaignConfig.safe')}
          </p>
        ) : (
          <p className="flex items-center gap-1 text-warn">
            <ShieldAlert aria-hidden className="size-4 shrink-0" />
            {t('campaignConfig.safeIs', { value: safeValue })}
          </p>
        )}
      </div>
    </div>
  )
}
