import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { AppError } from '../../../../src/shared/errors'
import type { Hours } from '../../../../src/shared/hours'
import { ErrorState } from '../../../components/error-state'
import { HoursEditor, validHours } from '../../../components/hours-editor'
import { PageForm } from '../../../components/page-form'
import { BoxedSkeleton } from '../../../components/skeleton'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { createForm, useForm } from '../../../lib/form'
import { paths } from '../../../lib/paths'
import { useLive } from '../../../lib/realtime'
import { useMe } from '../../../lib/session'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Option } from './option'
import { type OptionRow, optionGroups } from './option-rows'
import { applySetting, loadSettings, settingValues } from './store'

/** Source of the opening hours, and the hours of the company if that is the source. */
export function HoursTab() {
  const { t } = useTranslation()
  const values = useValue(settingValues)
  const load = () => void loadSettings().catch(toastError)
  useEffect(load, [])
  useLive({ setting: ({ setting }) => applySetting(setting) }, load)
  const source = values?.get('scheduleType')
  if (source === undefined) return <BoxedSkeleton rows={7} />
  return (
    <div className="flex flex-col gap-6">
      <section className="rounded-lg border border-line bg-surface p-4">
        <Option row={sourceRow} value={source} />
        {source === 'disabled' && <p className="mt-3 text-muted">{t('settings.hoursOff')}</p>}
        {source === 'queue' && <SourceLink text={t('settings.hoursOfQueues')} href={paths.queues} />}
        {source === 'connection' && <SourceLink text={t('settings.hoursOfNumbers')} href={paths.connections} />}
      </section>
      {source === 'company' && <CompanyHours />}
    </div>
  )
}

const sourceRow = optionGroups.flatMap(({ rows }) => rows).find(({ key }) => key === 'scheduleType') as OptionRow

function SourceLink({ text, href }: { text: string; href: string }) {
  return (
    <p className="mt-3">
      <Link href={href} className="font-medium text-accent-ink underline underline-offset-2">
        {text}
      </Link>
    </p>
  )
}

function CompanyHours() {
  const { company } = useMe()
  const [hours, setHours] = useState<Hours | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const load = () => {
    setFailure(null)
    unwrapResponse(api.companies({ id: company.id }).schedules.get()).then(setHours, (thrown) =>
      setFailure(asFailure(thrown)),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once on mount.
  useEffect(load, [])
  if (failure) return <ErrorState failure={failure} onRetry={load} />
  return hours ? <HoursForm hours={hours} /> : <BoxedSkeleton rows={7} />
}

function HoursForm({ hours }: { hours: Hours }) {
  const { t } = useTranslation()
  const { company } = useMe()
  const form = useForm(() => createForm({ hours }, { hours: [validHours] }))
  const send = async ({ hours }: { hours: Hours }) => {
    await unwrapResponse(api.companies({ id: company.id }).schedules.put(hours))
    form.receive({ hours })
    toastSuccess(t('settings.hoursSaved'))
  }
  return (
    <section className="rounded-lg border border-line bg-surface p-4">
      <h2 className="font-semibold">{t('settings.hoursTitle')}</h2>
      <p className="mb-4 text-muted">{t('settings.hoursLead')}</p>
      <PageForm name="company hours" form={form} send={send}>
        <HoursEditor field={form.field('hours')} />
      </PageForm>
    </section>
  )
}
