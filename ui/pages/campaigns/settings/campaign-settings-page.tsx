import { RotateCcw, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CompanyCampaignSettings } from '../../../../src/shared/campaign/settings'
import { Button } from '../../../components/button'
import { ErrorState } from '../../../components/error-state'
import { PageForm } from '../../../components/page-form'
import { PageHead } from '../../../components/page-head'
import { BoxedSkeleton } from '../../../components/skeleton'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { useForm } from '../../../lib/form'
import { useTitle } from '../../../lib/title'
import { toastInfo, toastSuccess } from '../../../lib/toast'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { BasisSection } from './basis-section'
import { NumbersSection } from './numbers-section'
import { PaceSection } from './pace-section'
import { riskySettingsOf } from './safety'
import {
  formValues,
  makeSettingsForm,
  restoreSafeValues,
  type SettingsForm,
  type SettingsValues,
  settingsInput,
} from './settings-form'
import { useFormSettings } from './use-form-settings'
import { VariablesSection } from './variables-section'
import { WindowSection } from './window-section'

/** Pace, window and limits of the company's campaigns, their usual basis, and their variables. */
export function CampaignConfigPage() {
  const { t } = useTranslation()
  useTitle(t('campaignConfig.title'))
  return useLeaveWithoutPlan('useCampaigns', t('campaigns.refused')) ? <Config /> : null
}

function Config() {
  const { t } = useTranslation()
  const [settings, setSettings] = useState<CompanyCampaignSettings | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const load = () => {
    setFailure(null)
    unwrapResponse(api['campaign-settings'].get()).then(({ settings }) => setSettings(settings), setFailure)
  }
  useEffect(load, [])
  return (
    <div className="page page-form">
      <PageHead title={t('campaignConfig.title')} lead={t('campaignConfig.lead')} />
      {failure !== null && <ErrorState failure={asFailure(failure)} onRetry={load} />}
      {failure === null && !settings && <BoxedSkeleton rows={6} />}
      {settings && <SettingsContent settings={settings} />}
      {(settings || failure !== null) && <NumbersSection />}
    </div>
  )
}

function SettingsContent({ settings }: { settings: CompanyCampaignSettings }) {
  const { t } = useTranslation()
  const form = useForm(() => makeSettingsForm(settings))
  const send = async (values: SettingsValues) => {
    const sent = settingsInput(values)
    const { settings: saved } = await unwrapResponse(api['campaign-settings'].post({ settings: sent }))
    form.receive(formValues(saved, values.variables))
    toastSuccess(t('campaignConfig.saved'))
  }
  return (
    <PageForm name="campaign settings" form={form} send={send} className="flex flex-col gap-4">
      <Safety form={form} />
      <PaceSection form={form} />
      <WindowSection form={form} />
      <BasisSection form={form} />
      <VariablesSection form={form} />
    </PageForm>
  )
}

/** Says how many settings endanger the number, and restores the safe ones. */
function Safety({ form }: { form: SettingsForm }) {
  const { t } = useTranslation()
  const count = riskySettingsOf(useFormSettings(form)).length
  const restore = () => {
    restoreSafeValues(form)
    toastInfo(t('campaignConfig.restored'))
  }
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      {count === 0 ? (
        <p className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-good">
          <ShieldCheck aria-hidden className="size-5 shrink-0" />
          {t('campaignConfig.isSafe')}
        </p>
      ) : (
        <p className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-warn">
          <ShieldAlert aria-hidden className="size-5 shrink-0" />
          {t('campaignConfig.isRisky', { count })}
        </p>
      )}
      <Button icon={<RotateCcw aria-hidden />} aria-disabled={count === 0} onClick={restore}>
        {t('campaignConfig.restore')}
      </Button>
    </div>
  )
}
